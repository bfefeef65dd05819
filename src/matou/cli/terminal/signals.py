"""Handles signals: a closed window or a terminated process counts as Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stopped(KeyboardInterrupt):
    """The system wants us to stop: the window was closed, or the machine shuts down."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number
        super().__init__()


def on_main_thread() -> bool:
    """Returns whether this is the main thread, which alone may change signal handlers."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def stops_heard() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP raise ``Stopped``."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number)

    wanted = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    here = [number for number in wanted if number is not None and on_main_thread()]
    earlier = [signal.signal(number, stop) for number in here]
    try:
        yield
    finally:
        for number, handler in zip(here, earlier, strict=True):
            signal.signal(number, handler)


@contextmanager
def undisturbed(*, heard_after: bool = False) -> Iterator[None]:
    """Ignores Ctrl-C and other stops, so that a save is completed.

    With ``heard_after``, the signal takes effect afterwards.
    """
    heard: list[int] = []
    wanted = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
    here = [number for number in wanted if number is not None and on_main_thread()]
    earlier = [signal.signal(number, lambda number, _: heard.append(number)) for number in here]
    try:
        yield
    finally:
        for number, handler in zip(here, earlier, strict=True):
            signal.signal(number, handler)
    if heard_after and heard:
        signal.raise_signal(heard[0])
