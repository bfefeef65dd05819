"""Texts with placeholders: ``{who} draws {card:acc}``."""

from functools import lru_cache
from string import Formatter

Field = tuple[str, str, tuple[str, ...], bool]
Template = tuple[tuple[Field, ...], str]


@lru_cache(maxsize=8192)
def template(text: str) -> Template:
    """Returns the placeholders of a text, and the text after the last of them.

    Each has the text before it, its name, its format specs, and whether it begins a sentence.
    """
    fields: list[Field] = []
    before = ""
    for literal, field, spec, _ in Formatter().parse(text):
        before += literal
        if field is not None:
            starts = not (fields or before) or before.endswith((". ", "\n"))
            fields.append((before, field, tuple(spec.split("|")) if spec else (), starts))
            before = ""
    return tuple(fields), before
