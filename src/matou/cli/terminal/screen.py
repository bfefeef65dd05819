"""The terminal: one language, wrapped lines, questions, a curtain, progress bars."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from matou.cli.complaint import filled
from matou.core.words import Words

if TYPE_CHECKING:
    from rich.progress import Progress

WIDEST = 96


class Screen:
    """Where a command speaks."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # A terminal that knows no accents shows a question mark, not a traceback.
                stream.reconfigure(errors="replace")
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.errors = Console(highlight=False, markup=False, emoji=False, stderr=True)

    @property
    def width(self) -> int:
        """How many columns to write in."""
        return max(20, min(self.console.width, WIDEST))

    @property
    def asks(self) -> bool:
        """Is there somebody at a keyboard, rather than a file of lines?"""
        return sys.stdin is not None and sys.stdin.isatty()

    def tell(self, words: Words, **values: object) -> str:
        """A text in the screen's language, blanks filled."""
        return filled(words, **values).say(self.lang)

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
        """One row in one or more styles; where there are no colours, simply the text."""
        if self.console.is_terminal:
            self.console.print(Text.assemble(*pieces), soft_wrap=True)
        else:
            self.console.file.write("".join(text for text, _ in pieces) + "\n")

    def item(self, label: str, text: str, label_width: int, style: str = "") -> None:
        """'  3  Discard: a clock', with a hanging indent."""
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

    def heading(self, text: str) -> None:
        """A line across the screen with a title."""
        self.line()
        dashes = "─" * max(3, self.width - len(text) - 4)
        self.put((f"── {text} {dashes}", "bold"))

    def warn(self, text: str, style: str = "") -> None:
        """Say what went wrong, on the error stream."""
        for row in text.split("\n"):
            for piece in wrapped(row, self.width, 0):
                self.errors.print(Text(piece, style=style), soft_wrap=True)

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
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()
        else:
            self.line("\n" + "=" * self.width + "\n")

    def progress(self) -> Progress:
        """A bar for what takes more than two seconds."""
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        return Progress(
            TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=self.console
        )


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
