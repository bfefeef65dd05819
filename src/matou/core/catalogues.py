"""Translations: gettext's catalogues, read from the ``locale`` folders of packages.

``.po`` files are the source. A clone compiles them in memory; an installed package and the
exported page have ``.mo`` files in their place.
"""

import ast
import gettext
import io
import struct
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from matou.core.grammar import grammar

# A placeholder of a text: the text before it, its name, its format specs, and whether it begins a
# sentence.
Field = tuple[str, str, tuple[str, ...], bool]
Template = tuple[tuple[Field, ...], str]


@lru_cache(maxsize=8192)
def template(text: str) -> Template:
    """Returns the placeholders of a text, ``{who} draws {card:acc}``, and the text after them."""
    fields: list[Field] = []
    before = ""
    for literal, field, spec, _ in Formatter().parse(text):
        before += literal
        if field is not None:
            starts = not (fields or before) or before.endswith((". ", "\n"))
            fields.append((before, field, tuple(spec.split("|")) if spec else (), starts))
            before = ""
    return tuple(fields), before


class Entry(NamedTuple):
    """One message of a ``.po`` file: ``strings`` has a translation for each plural form."""

    context: str | None
    text: str
    plural: str | None
    strings: tuple[str, ...]
    fuzzy: bool = False


class Catalogue:
    """The messages of one package in one language."""

    def __init__(self, translations: gettext.NullTranslations, lang: str) -> None:
        self._translations = translations
        self._typeset = grammar(lang).typeset
        self._forms = grammar(lang).FORMS
        self._texts: dict[tuple[str, str, str, str, int | None], Template] = {}

    @cached_property
    def plural_forms(self) -> str:
        """The plural form of each number from 0 to 199, a digit each, for pages' scripts.

        A larger number takes the form of its last two digits plus 100.
        """
        rule = getattr(self._translations, "plural", lambda n: n != 1)
        return "".join(str(int(rule(n))) for n in range(200))

    def text(self, text: str, context: str, form: str, many: str, n: int | None) -> Template:
        """Returns the translation of a text, in a grammatical form if the catalogue has it.

        With a number it is the translation for that: ``many`` is the English text for several.
        """
        key = text, context, form, many, n
        found = self._texts.get(key)
        if found is None:
            said = self._translated(text, context, many, n)
            if form and form not in self._forms:
                english = text if n is None or n == 1 else many
                inflected = self._translated(text, in_form(context, form), many, n)
                said = inflected if inflected != english else said
            found = template(self._typeset(said))
            if n is None or n < 1000:  # numbers without end would fill the memory
                self._texts[key] = found
        return found

    def _translated(self, text: str, context: str, many: str, n: int | None) -> str:
        lookup = self._translations
        if n is None:
            return lookup.pgettext(context, text) if context else lookup.gettext(text)
        if context:
            return lookup.npgettext(context, text, many, n)
        return lookup.ngettext(text, many, n)


def in_form(context: str, form: str) -> str:
    """Returns the context of an entry that is a grammatical form of another."""
    return f"{context}|{form}" if context else form


@cache
def catalogue(package: str, lang: str) -> Catalogue:
    """Returns a package's messages in a language, or in English if it has no such catalogue."""
    return Catalogue(translations(package, lang), lang)


def translations(package: str, lang: str) -> gettext.NullTranslations:
    folder = locale(package)
    source = folder / f"{lang}.po"
    if source.is_file():
        return gettext.GNUTranslations(io.BytesIO(compiled(source.read_text("utf-8"))))
    binary = folder / f"{lang}.mo"
    if binary.is_file():
        return gettext.GNUTranslations(io.BytesIO(binary.read_bytes()))
    return gettext.NullTranslations()


def locale(package: str) -> Path:
    where = import_module(package).__file__
    assert where is not None, package
    return Path(where).parent / "locale"


def read(po: str) -> Iterator[Entry]:
    """Yields the entries of a ``.po`` file; the first is its header, the empty text."""
    for block in po.replace("\r\n", "\n").split("\n\n"):
        fields: dict[str, str] = {}
        fuzzy = False
        name = ""
        for line in block.split("\n"):
            if line.startswith("#,") and "fuzzy" in line:
                fuzzy = True
            if not line or line.startswith("#"):
                continue
            if not line.startswith('"'):
                name, _, line = line.partition(" ")
                fields[name] = ""
            fields[name] += ast.literal_eval(line.strip())
        if "msgid" not in fields:
            continue
        strings = [fields["msgstr"]] if "msgstr" in fields else []
        strings += [text for name, text in sorted(fields.items()) if name.startswith("msgstr[")]
        yield Entry(
            fields.get("msgctxt"), fields["msgid"], fields.get("msgid_plural"), (*strings,), fuzzy
        )


def compiled(po: str) -> bytes:
    """Compiles a ``.po`` file to gettext's binary ``.mo``, without untranslated messages."""
    found = {}
    for entry in read(po):
        if entry.fuzzy or not all(entry.strings):
            continue
        key = entry.text if entry.plural is None else f"{entry.text}\0{entry.plural}"
        if entry.context is not None:
            key = f"{entry.context}\4{key}"
        found[key.encode()] = "\0".join(entry.strings).encode()
    keys = sorted(found)
    start = 28 + 16 * len(keys)
    tables: list[list[int]] = []
    data = b""
    for texts in (keys, [found[key] for key in keys]):
        table = []
        for text in texts:
            table += [len(text), start + len(data)]
            data += text + b"\0"
        tables.append(table)
    count = len(keys)
    header = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, start)
    return header + b"".join(struct.pack(f"<{2 * count}I", *table) for table in tables) + data
