"""Warnings for programs: given once, or about names that have changed."""

import warnings
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def warn_once(sentence: str) -> None:
    """Warns of something, once for this process."""
    warnings.warn(sentence, RuntimeWarning, stacklevel=2)


def warn_renamed(old: str, new: str) -> None:
    """Warns the caller's caller that a name works for this version only."""
    sentence = f"{old} is now {new}; the old name will be removed in the next version"
    warnings.warn(sentence, DeprecationWarning, stacklevel=3)


def renamed_keyword(old: str, new: str) -> Callable[[Function], Function]:
    """Decorates a function so that it still accepts the old name of a keyword."""

    def decorate(function: Function) -> Function:
        @wraps(function)
        def accepting(*args: Any, **named: Any) -> Any:
            if old in named:
                warn_renamed(f"{old}=", f"{new}=")
                named[new] = named.pop(old)
            return function(*args, **named)

        return cast(Function, accepting)

    return decorate
