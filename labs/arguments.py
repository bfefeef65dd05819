"""Argument types and package checks that the commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from matou.cli.declaring import CommandError, Need
from matou.cli.lookup import find_game

NATIVE = Need("numba", "native")


def check(need: Need, command: str) -> None:
    """Raises a CommandError if a package is not installed."""
    missing = need.missing(command)
    if missing is not None:
        raise missing


def whole(least: int, most: int) -> Callable[[str], int]:
    """Returns an argument type for integers between two bounds."""

    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number, {least} to {most}")
        return int(text)

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """Returns an argument type for numbers between two bounds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number, {least:g} to {most:g}")
        return value

    return read


def game(text: str) -> str:
    """Returns the name of a game, given by its title or the beginning of its name."""
    try:
        return find_game(text).name
    except CommandError as wrong:
        raise argparse.ArgumentTypeError(wrong.says.say()) from None
