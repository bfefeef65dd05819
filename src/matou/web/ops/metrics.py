"""Prometheus metrics of a running site."""

import logging
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Any

import prometheus_client as prometheus
from prometheus_client import Counter
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
TYPE = "text/plain; version=0.0.4; charset=utf-8"

prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]


class Moves(Collector):
    """Counts moves. Like `Durations`, it needs no lock, because one thread writes it."""

    def __init__(self) -> None:
        self._moves: dict[tuple[str, str], int] = {}  # by game and kind of player

    def count(self, game: str, by: str) -> None:
        self._moves[game, by] = self._moves.get((game, by), 0) + 1

    def collect(self) -> Iterable[Metric]:
        about = "Moves made durable and acknowledged."
        family = CounterMetricFamily("matou_moves", about, labels=("game", "by"))
        for labels, moves in self._moves.items():
            family.add_metric(labels, moves)
        yield family


class Durations(Collector):
    """A histogram, several times faster than prometheus_client's: every move is counted here."""

    def __init__(self, name: str, help: str) -> None:
        self._about = name, help
        self._counts = [0] * (len(SECONDS) + 1)  # of the durations up to each limit, and of others
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterable[Metric]:
        limits = (*map(str, SECONDS), "+Inf")
        buckets = list(zip(limits, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(*self._about, buckets, self._sum)


class Metrics:
    def __init__(self) -> None:
        self.registry = prometheus.CollectorRegistry()
        prometheus.ProcessCollector(registry=self.registry)
        counter = self._counter
        self.moves = Moves()
        self.registry.register(self.moves)
        self.refused = counter("refused_messages", "Messages of pages that were refused.", "code")
        self.opened = counter("tables_opened", "Tables set since the start.", "game")
        self.notices = counter("notices", "Turns that people were notified of.", "way", "result")
        self.errors = counter("errors", "Errors and warnings logged.", "level")
        self.responses = counter("http_responses", "Answers to requests.", "status")
        self.commit_seconds = self._seconds("commit", "Writing a group of events to disk, synced.")
        self.move_seconds = self._seconds(
            "move", "A person's move from its arrival until it is durable and shown."
        )

    def _counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"matou_{name}", help, labels, registry=self.registry)

    def _seconds(self, name: str, help: str) -> Durations:
        durations = Durations(f"matou_{name}_seconds", help)
        self.registry.register(durations)
        return durations

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Adds a value that is read at every scrape."""
        prometheus.Gauge(f"matou_{name}", help, registry=self.registry).set_function(read)

    def moved(self, game: str, seconds: float | None) -> None:
        """Counts an acknowledged move. ``seconds`` is its duration, or None for a bot's move."""
        if seconds is None:
            self.moves.count(game, "bot")
        else:
            self.moves.count(game, "person")
            self.move_seconds.observe(seconds)

    def responded(self, response: Mapping[str, Any]) -> None:
        self.responses.labels(str(response["status"])).inc()

    def text(self) -> str:
        return prometheus.generate_latest(self.registry).decode()


class ErrorCount(logging.Handler):
    def __init__(self, errors: Counter) -> None:
        super().__init__(logging.WARNING)
        self.errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.labels("error" if record.levelno >= logging.ERROR else "warning").inc()


class Merged(Collector):
    """Merges the metrics of several processes, with the label ``process``."""

    def __init__(self, texts: Mapping[int, str]) -> None:
        self.families: dict[str, Metric] = {}
        for index, text in sorted(texts.items()):
            for found in text_string_to_metric_families(text):
                family = self.families.setdefault(
                    found.name, Metric(found.name, found.documentation, found.type)
                )
                family.samples += [
                    sample._replace(labels={"process": str(index), **sample.labels})
                    for sample in found.samples
                ]

    def collect(self) -> Iterable[Metric]:
        return self.families.values()

    def text(self) -> str:
        return prometheus.generate_latest(self).decode()
