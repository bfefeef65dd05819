"""Handles signals: a closed window or a terminated process counts as Ctrl-C."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import FrameType


class Stopped(KeyboardInterrupt):
    """The system wants us to stop: the window was closed, or the machine shuts down."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number
        super().__init__()


@contextmanager
def handling(
    names: Sequence[str], handler: Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    """Handles signals, if this is the main thread: no other may change handlers."""
    wanted = [getattr(signal, name, None) for name in names]
    is_main = threading.current_thread() is threading.main_thread()
    here = [number for number in wanted if number is not None and is_main]
    earlier = [signal.signal(number, handler) for number in here]
    try:
        yield
    finally:
        for number, before in zip(here, earlier, strict=True):
            signal.signal(number, before)


def stops_heard() -> AbstractContextManager[None]:
    """Makes SIGTERM and SIGHUP raise ``Stopped``."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number)

    return handling(("SIGTERM", "SIGHUP"), stop)


@contextmanager
def undisturbed(*, heard_after: bool = False) -> Iterator[None]:
    """Ignores stops, so that a save is completed. With ``heard_after``, they take effect later."""
    heard: list[int] = []
    with handling(("SIGINT", "SIGTERM", "SIGHUP"), lambda number, _: heard.append(number)):
        yield
    if heard_after and heard:
        signal.raise_signal(heard[0])
