"""Prometheus metrics of a running site."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
TYPE = "text/plain; version=0.0.4; charset=utf-8"

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        counter, histogram = self._counter, self._histogram
        self.moves = counter("moves", "Moves made durable and acknowledged.", "game", "by")
        self._moves_of = cache(self.moves.labels)
        self.refused = counter("refused_messages", "Messages of pages that were refused.", "code")
        self.opened = counter("tables_opened", "Tables set since the start.", "game")
        self.notices = counter("notices", "Turns that people were notified of.", "way", "result")
        self.errors = counter("errors", "Errors and warnings logged.", "level")
        self.responses = counter("http_responses", "Answers to requests.", "status")
        self.commit_seconds = histogram("commit", "Writing a group of events to disk, synced.")
        self.move_seconds = histogram(
            "move", "A person's move from its arrival until it is durable and shown."
        )

    def _counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"matou_{name}", help, labels, registry=self.registry)

    def _histogram(self, name: str, help: str) -> Histogram:
        name = f"matou_{name}_seconds"
        return Histogram(name, help, buckets=SECONDS, registry=self.registry)

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Adds a value that is read at every scrape."""
        Gauge(f"matou_{name}", help, registry=self.registry).set_function(read)

    def moved(self, game: str, seconds: float | None) -> None:
        """Counts an acknowledged move. ``seconds`` is its duration, or None for a bot's move."""
        self._moves_of(game, "bot" if seconds is None else "person").inc()
        if seconds is not None:
            self.move_seconds.observe(seconds)

    def text(self) -> str:
        return generate_latest(self.registry).decode()


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
        return generate_latest(self).decode()
