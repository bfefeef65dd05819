"""The terminal: wrapped lines in one language, questions, progress bars."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import time
import unicodedata
from collections.abc import Sequence
from itertools import zip_longest
from typing import TextIO

from matou.core.messages import Message
from matou.core.sketch import Row, wide

WIDEST = 96
WIDEST_BOARD = 150  # of a picture and the words beside it
NARROWEST = 36  # of words beside a picture
GAP = 3
# A line with a colon, and below it nothing but squares, which the picture shows.
SQUARES = re.compile(r"^.*:\n(?: +[a-z]\d(?:, [a-z]\d)*(?:\n|\Z))+", re.MULTILINE)
UNSEEN = "\N{REPLACEMENT CHARACTER}"
HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # controls, marks of direction, surrogates, breaks
# SGR codes of ECMA-48.
STYLES = {"bold": 1, "dim": 2, "italic": 3, "red": 31, "green": 32, "yellow": 33}
STYLES |= {"blue": 34, "magenta": 35, "cyan": 36}


class Screen:
    def __init__(self, lang: str) -> None:
        self.lang = lang
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # Without accents, a terminal shows a question mark instead of a traceback.
                stream.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        return max(20, min(shutil.get_terminal_size().columns, WIDEST))

    @property
    def asks(self) -> bool:
        """Whether a person is at the keyboard, rather than a file of input."""
        return sys.stdin is not None and sys.stdin.isatty()

    def text(self, words: Message, **values: object) -> str:
        """Returns a message in the screen's language, with its values filled in."""
        return (words.filled(**values) if values else words).say(self.lang)

    def say(self, words: Message, style: str = "", indent: str = "", **values: object) -> None:
        self.line(self.text(words, **values), style, indent)

    def line(self, text: str = "", style: str = "", indent: str = "", hang: int = 0) -> None:
        """Prints text, wrapped between words; continuation lines are indented by ``hang``."""
        for row in text.split("\n"):
            for piece in wrapped(indent + row, self.width, hang):
                self.put((piece, style))

    def raw(self, text: str, style: str = "") -> None:
        """Prints text without wrapping: commands to copy, seeds."""
        self.put((text, style))

    def put(self, *pieces: tuple[str, str]) -> None:
        write(sys.stdout, *pieces)

    def board(self, rows: Sequence[Row], text: str) -> None:
        """Shows a board: its picture with the words beside or below it, or the words alone."""
        columns, picture = shutil.get_terminal_size().columns, max(map(wide, rows), default=0)
        if not self.draws or not rows or picture > columns:
            self.line(text, hang=4)
            return
        text = SQUARES.sub("", text)
        room = min(columns, WIDEST_BOARD) - picture - GAP
        if room < NARROWEST:
            for row in rows:
                self.put(*row)
            self.line("\n" + text, hang=4)
            return
        words = [piece for row in text.split("\n") for piece in wrapped(row, room, 4)]
        for drawn, said in zip_longest(rows, words):
            row = drawn or []
            space = " " * (picture - wide(row) + GAP)
            self.put(*row, (space + said if said else "", ""))

    @property
    def draws(self) -> bool:
        if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
            return False
        return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"

    def item(self, label: str, text: str, label_width: int, style: str = "") -> None:
        """Prints '  3  Discard a clock', with a hanging indent."""
        first = f"  {label:>{label_width}}  "
        for i, row in enumerate(wrapped(text, self.width - len(first), 0)):
            self.put((first if i == 0 else " " * len(first), "bold cyan"), (row, style))

    def columns(self, rows: Sequence[Sequence[str]]) -> None:
        """Prints a table; the first row is a heading, the first cell of each row its name."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for i, (name, *cells) in enumerate(rows):
            right = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
            self.raw(
                "  " + "  ".join([name.ljust(widths[0]), *right]).rstrip(), "" if i else "bold"
            )

    def heading(self, text: str) -> None:
        self.line()
        dashes = "─" * max(3, self.width - len(text) - 4)
        self.put((f"── {text} {dashes}", "bold"))

    def warn(self, words: Message, style: str = "", **values: object) -> None:
        for row in self.text(words, **values).split("\n"):
            for piece in wrapped(row, self.width, 0):
                write(sys.stderr, (piece, style))

    def ask(self, prompt: str) -> str | None:
        """Reads a line that a person types; None at the end of input."""
        if self.asks:
            forget_lines()
        try:
            typed = input(visible(prompt))
        except EOFError:
            self.line()
            return None
        if not self.asks:
            self.line(typed)  # so that a transcript shows what was answered
        return typed

    def clear(self) -> None:
        """Clears the screen and what could be scrolled back to."""
        if sys.stdout.isatty():
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()
        else:
            self.line("\n" + "=" * self.width + "\n")


class Bar:
    """A progress bar on the error stream, shown only to a person."""

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

    def show(self, done: int, says: str) -> None:
        self.done = done
        if self.quiet:
            return
        full = 24 * done // max(1, self.total)
        row = f"{visible(says)}  {'━' * full}{'─' * (24 - full)}  {done}/{self.total}"
        if done > self.first:
            rest = (self.total - done) * (time.monotonic() - self.began) / (done - self.first)
            row += f"  {int(rest) // 60}:{int(rest) % 60:02}"
        sys.stderr.write("\r\x1b[K" + row[: shutil.get_terminal_size().columns - 1])
        sys.stderr.flush()


def write(stream: TextIO, *pieces: tuple[str, str]) -> None:
    """Writes a row in one or more styles, or without if there are no colours."""
    plain = not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    for text, style in pieces:
        codes = "" if plain else ";".join(str(STYLES[name]) for name in style.split())
        stream.write(f"\x1b[{codes}m{visible(text)}\x1b[0m" if codes else visible(text))
    stream.write("\n")


def visible(text: str) -> str:
    """Replaces characters that a terminal would obey or hide: escape sequences, bidi marks."""
    if text.isprintable():
        return text
    return "".join(
        UNSEEN if unicodedata.category(c) in HIDDEN and c not in "\n\t" else c for c in text
    )


def wrapped(row: str, width: int, hang: int) -> list[str]:
    """Breaks a line between words, with its indentation."""
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
    """Allows line editing without a history, which the next person could recall."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(False)
    readline.clear_history()
