"""The terminal: one language, wrapped lines, questions, a curtain, how far something is."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from itertools import zip_longest
from typing import TextIO

from matou.core.sketch import Row, wide
from matou.core.words import Words

WIDEST = 96
WIDEST_BOARD = 150  # a picture and the words beside it
NARROWEST = 36  # of words beside a picture
GAP = 3
# A plan made of letters, which a picture stands for (``web/static/tables/told.js`` says the same).
PLAN = re.compile(r"^ {3,}\S|\S {2,}\S")
# What terminals call their styles: SGR, of ECMA-48.
STYLES = {
    "bold": 1,
    "dim": 2,
    "italic": 3,
    "red": 31,
    "green": 32,
    "yellow": 33,
    "blue": 34,
    "magenta": 35,
    "cyan": 36,
}


class Screen:
    """Where a command speaks."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # A terminal that knows no accents shows a question mark, not a traceback.
                stream.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        """How many columns to write in."""
        return max(20, min(shutil.get_terminal_size().columns, WIDEST))

    @property
    def asks(self) -> bool:
        """Is there somebody at a keyboard, rather than a file of lines?"""
        return sys.stdin is not None and sys.stdin.isatty()

    def tell(self, words: Words, **values: object) -> str:
        """A text in the screen's language, blanks filled."""
        return words.filled(**values).say(self.lang)

    def say(self, words: Words, style: str = "", indent: str = "", **values: object) -> None:
        """Print a text."""
        self.line(self.tell(words, **values), style, indent)

    def line(self, text: str = "", style: str = "", indent: str = "", hang: int = 0) -> None:
        """Print lines, wrapped between words; what is wrapped starts ``hang`` further in."""
        width = self.width
        for row in text.split("\n"):
            for piece in wrapped(indent + row, width, hang):
                self.put((piece, style))

    def raw(self, text: str, style: str = "") -> None:
        """Print as it is, never wrapped: commands to copy, seeds."""
        self.put((text, style))

    def put(self, *pieces: tuple[str, str]) -> None:
        """One row in one or more styles."""
        write(sys.stdout, *pieces)

    def board(self, rows: Sequence[Row], told: str) -> None:
        """A board: its picture with the words beside it, or under it where there is no room; words
        alone, with a plan of letters among them, where nobody looks or the picture does not fit."""
        columns, picture = shutil.get_terminal_size().columns, max(map(wide, rows), default=0)
        if not self.draws or not rows or picture > columns:
            self.line(told, hang=4)
            return
        told = "\n".join(row for row in told.split("\n") if not PLAN.search(row))
        room = min(columns, WIDEST_BOARD) - picture - GAP
        if room < NARROWEST:
            for row in rows:
                self.put(*row)
            self.line()
            self.line(told, hang=4)
            return
        words = [piece for row in told.split("\n") for piece in wrapped(row, room, 4)]
        for drawn, said in zip_longest(rows, words):
            row = drawn or []
            space = " " * (picture - wide(row) + GAP) if said else ""
            self.put(*row, (space, ""), (said or "", ""))

    @property
    def draws(self) -> bool:
        """Does this terminal show pictures, rather than being read aloud or kept in a file?"""
        if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
            return False
        return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"

    def item(self, label: str, text: str, label_width: int, style: str = "") -> None:
        """'  3  Discard a clock', with a hanging indent."""
        first = f"  {label:>{label_width}}  "
        rows = (
            [text]
            if len(first) + len(text) <= self.width
            else textwrap.wrap(
                text, self.width - len(first), break_long_words=False, break_on_hyphens=False
            )
        )
        for i, row in enumerate(rows or [""]):
            self.put((first if i == 0 else " " * len(first), "bold cyan"), (row, style))

    def columns(self, rows: Sequence[Sequence[str]]) -> None:
        """Rows of cells under the first, which is a heading; the first cell names the row."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for i, (name, *cells) in enumerate(rows):
            row = [
                name.ljust(widths[0]),
                *(c.rjust(w) for c, w in zip(cells, widths[1:], strict=True)),
            ]
            self.raw("  " + "  ".join(row).rstrip(), "" if i else "bold")

    def heading(self, text: str) -> None:
        """A line across the screen with a title."""
        self.line()
        dashes = "─" * max(3, self.width - len(text) - 4)
        self.put((f"── {text} {dashes}", "bold"))

    def warn(self, text: str, style: str = "") -> None:
        """Say what went wrong, on the error stream."""
        for row in text.split("\n"):
            for piece in wrapped(row, self.width, 0):
                write(sys.stderr, (piece, style))

    def ask(self, prompt: str) -> str | None:
        """A line typed by a person; None at the end of input."""
        if self.asks:
            forget_lines()
        try:
            typed = input(prompt)
        except EOFError:
            self.line()
            return None
        if not self.asks:
            self.line(typed)  # so that a transcript shows what was answered
        return typed

    def clear(self) -> None:
        """Leave nothing of what was on the screen, nor in what can be scrolled back."""
        if sys.stdout.isatty():
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()
        else:
            self.line("\n" + "=" * self.width + "\n")


class Bar:
    """How far something is, in one row on the error stream, where a person is watching."""

    def __init__(self, total: int, done: int = 0, *, quiet: bool = False) -> None:
        self.total, self.done, self.first = total, done, done
        self.began = time.monotonic()
        self.quiet = quiet or not sys.stderr.isatty()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if not self.quiet:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def tell(self, done: int, says: str) -> None:
        """So many are done."""
        self.done = done
        if self.quiet:
            return
        full = 24 * done // max(1, self.total)
        row = f"{says}  {'━' * full}{'─' * (24 - full)}  {done}/{self.total}"
        if done > self.first:
            rest = (self.total - done) * (time.monotonic() - self.began) / (done - self.first)
            row += f"  {int(rest) // 60}:{int(rest) % 60:02}"
        sys.stderr.write("\r\x1b[K" + row[: shutil.get_terminal_size().columns - 1])
        sys.stderr.flush()


def write(stream: TextIO, *pieces: tuple[str, str]) -> None:
    """One row in one or more styles; where there are no colours, simply the text."""
    plain = not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    for text, style in pieces:
        codes = ";".join(str(STYLES[name]) for name in style.split())
        stream.write(text if plain or not codes else f"\x1b[{codes}m{text}\x1b[0m")
    stream.write("\n")


def wrapped(row: str, width: int, hang: int) -> list[str]:
    """One line as several, broken between words, its beginning spaces kept."""
    if len(row) <= width:
        return [row]
    lead = row[: len(row) - len(row.lstrip(" "))]
    hang = max(0, hang - len(lead)) if hang > len(lead) + 4 else hang
    return textwrap.wrap(
        row.strip(" "),
        width,
        initial_indent=lead,
        subsequent_indent=lead + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def forget_lines() -> None:
    """Line editing, but no memory of typed lines: the next person must not recall them."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(False)
    readline.clear_history()
