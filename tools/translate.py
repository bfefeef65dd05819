"""Keeps the catalogues in step with the messages in the code.

python tools/translate.py extract          lists every message, by package and file
python tools/translate.py update           adds new messages to the catalogues, drops old ones
python tools/translate.py check            says what is missing, unused or wrong
python tools/translate.py rename OLD NEW   edits an English text, and keeps its translations
python tools/translate.py rename --file F  the same for each pair of a JSON object {OLD: NEW}

A message is a literal in a call of ``say``, ``each``, ``tell``, ``count``, ``counting``, ``why``,
``why_count``, ``CommandError``, ``BadStore`` or one of the errors of ``core/refusals.py`` in
Python, and of ``say``, ``count``, ``pattern`` or ``patterns`` in templates. To begin a language,
write ``core/grammar/CODE.py`` and run ``update``.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, nodes

from matou.core import catalogues
from matou.core.catalogues import Entry, template
from matou.core.grammar import grammar, languages
from matou.core.messages import EACH

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "matou"
# Which arguments of each function are texts: a text alone, or one for one and one for many.
TEXTS: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "say": ((0,),),
    "tell": ((1,), (2,)),
    "count": ((1, 2),),
    "counting": ((0, 1),),
    "each": ((0,),),  # several texts
    "why": ((1,),),
    "why_count": ((2, 3),),
    "Refusal": ((0,),),  # and its subclasses, unless they are given a message
    "pattern": ((0,),),  # in templates: a text that a script fills in
    "patterns": ((0, 1),),
}
IMPLIED = {"who", "others", "n"}  # arguments that a message has by itself
PLURALS = {
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}
# Letters that English words do not have: a message id with one is not English.
FOREIGN = re.compile(r"[À-ÖØ-öø-ÿ]")
PROPER = ("Château d’Appenzell", "gruyère")


class Key(NamedTuple):
    """Identifies a message of a package."""

    context: str | None
    text: str
    plural: str | None


class Found(NamedTuple):
    """A message in the code, and the nodes of its literals."""

    path: Path
    line: int
    key: Key


class NotLiteral(ValueError):
    """A text that is made at run time, so that it cannot be translated."""


def package_of(path: Path) -> Path:
    """Returns the folder whose ``locale`` has a file's translations: a game's, or the package's."""
    parts = path.relative_to(SOURCES).parts
    return SOURCES / parts[0] / parts[1] if parts[0] == "games" and len(parts) > 2 else SOURCES


def sources() -> Iterator[Path]:
    yield from sorted(path for path in SOURCES.rglob("*.py") if "__pycache__" not in path.parts)
    yield from sorted(SOURCES.rglob("templates/**/*.html"))


def messages(path: Path) -> Iterator[Found]:
    """Yields the messages of a file."""
    yield from _in_python(path) if path.suffix == ".py" else _in_template(path)


def imported(walked: Sequence[ast.AST]) -> dict[str, str]:
    """Returns the functions that make messages, by what a module calls them."""
    found: dict[str, str] = {}
    for node in walked:
        if isinstance(node, ast.ClassDef) and node.name == "Domain":
            found |= {function: function for function in TEXTS}  # core/messages.py itself
        if not isinstance(node, ast.ImportFrom):
            continue
        for alias in node.names:
            name = alias.asname or alias.name
            if alias.name == "messages":
                found |= {f"{name}.{function}": function for function in TEXTS}
            elif (node.module or "").split(".")[-1] == "messages" and alias.name in TEXTS:
                found[name] = alias.name
            elif alias.name in ("BadStore", "CommandError") or (
                node.module == "matou.core.refusals" and name[0].isupper()
            ):
                found[name] = "Refusal"
    return found


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Yields the calls that make messages, with the function's name."""
    known = imported(walked := [*ast.walk(tree)])
    last = {name.rpartition(".")[2] for name in known}
    for node in walked:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name not in last or (called := ast.unparse(node.func)) not in known:
                continue
            if known[called] != "Refusal" or _is_text(node.args):
                yield node, known[called]


def _is_text(args: Sequence[ast.expr]) -> bool:
    return bool(args) and isinstance(args[0], ast.Constant | ast.JoinedStr | ast.BinOp)


def _in_python(path: Path) -> Iterator[Found]:
    tree = ast.parse(path.read_text("utf-8"))
    for node, name in calls(tree):
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        context = _literal(given["context"], path) if "context" in given else None
        for places in TEXTS[name]:
            literals = [_literal(arg, path) for arg in node.args[places[0] : places[-1] + 1]]
            if not literals:
                raise NotLiteral(f"{path}:{node.lineno}: {name} lacks a text")
            for text in literals[0].split(EACH) if name == "each" else literals[:1]:
                plural = literals[-1] if len(places) == 2 else None
                yield Found(path, node.lineno, Key(context, text, plural))


def _literal(node: ast.expr, path: Path) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotLiteral(f"{path}:{node.lineno}: a message is a literal, not {ast.unparse(node)}")


def _in_template(path: Path) -> Iterator[Found]:
    for node in Environment().parse(path.read_text("utf-8")).find_all(nodes.Call):
        if not isinstance(node.node, nodes.Name) or node.node.name not in TEXTS:
            continue
        given = {keyword.key: keyword.value for keyword in node.kwargs}
        context = _constant(given["context"], path) if "context" in given else None
        for places in TEXTS[node.node.name]:
            text, *plural = (_constant(node.args[place], path) for place in places)
            yield Found(path, node.lineno, Key(context, text, plural[0] if plural else None))


def _constant(node: nodes.Node, path: Path) -> str:
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        return node.value
    raise NotLiteral(f"{path}:{node.lineno}: a message is a literal")


def by_package() -> dict[Path, dict[Key, list[Found]]]:
    """Returns every message of the code, by package, in the order of the sources."""
    found: dict[Path, dict[Key, list[Found]]] = {}
    for path in sources():
        for message in messages(path):
            found.setdefault(package_of(path), {}).setdefault(message.key, []).append(message)
    return found


def entries(path: Path) -> dict[Key, Entry]:
    """Returns the entries of a catalogue; none where there is no file yet."""
    if not path.exists():
        return {}
    found = [entry for entry in catalogues.read(path.read_text("utf-8")) if entry.text]
    return {Key(entry.context, entry.text, entry.plural): entry for entry in found}


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    pieces = escaped.split("\n")
    if len(pieces) == 1:
        return f'"{escaped}"'
    rows = [f'"{piece}\\n"' for piece in pieces[:-1]] + ([f'"{pieces[-1]}"'] if pieces[-1] else [])
    return "\n".join(['""', *rows])


def written(lang: str, rows: Sequence[tuple[Entry, Sequence[str]]]) -> str:
    """Returns a catalogue as text: entries in order, each with the files it comes from."""
    plurals = PLURALS.get(lang, PLURALS["de"])
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    blocks = [head + f'"Language: {lang}\\n"\n"Plural-Forms: {plurals}\\n"']
    for entry, places in rows:
        lines = [f"#: {place}" for place in places]
        if entry.fuzzy:
            lines.append("#, fuzzy")
        if entry.context is not None:
            lines.append(f"msgctxt {quoted(entry.context)}")
        lines.append(f"msgid {quoted(entry.text)}")
        if entry.plural is None:
            lines.append(f"msgstr {quoted(entry.strings[0])}")
        else:
            lines.append(f"msgid_plural {quoted(entry.plural)}")
            lines += [f"msgstr[{i}] {quoted(text)}" for i, text in enumerate(entry.strings)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def forms_of(key: Key, known: Mapping[Key, Entry]) -> list[Entry]:
    """Returns the entries that are grammatical forms of a message (their context ends in one)."""
    start = f"{key.context}|" if key.context else ""
    return [
        entry
        for other, entry in known.items()
        if other != key
        and (other.text, other.plural) == (key.text, key.plural)
        and (other.context or "").startswith(start)
    ]


def plural_count(lang: str) -> int:
    return int(PLURALS.get(lang, PLURALS["de"])[9])


def update(lang: str, package: Path, found: Mapping[Key, list[Found]]) -> bool:
    """Brings a catalogue up to the code. Returns whether it changed."""
    path = package / "locale" / f"{lang}.po"
    known = entries(path)
    rows: list[tuple[Entry, list[str]]] = []
    for key, uses in found.items():
        count = 1 if key.plural is None else plural_count(lang)
        entry = known.get(key) or Entry(*key, ("",) * count)
        files = sorted({str(use.path.relative_to(SOURCES)) for use in uses})
        rows.append((entry, files))
        rows += [(form, []) for form in forms_of(key, known) if Key(*form[:3]) not in found]
    text = written(lang, rows)
    old = path.read_text("utf-8") if path.exists() else ""
    if text != old:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return text != old


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in template(text)[0]}


def specs(text: str) -> set[str]:
    return {spec for _, _, asked, _ in template(text)[0] for spec in asked}


def problems(lang: str, package: Path, found: Mapping[Key, list[Found]]) -> Iterator[str]:
    """Yields the faults of a package's catalogue of a language."""
    path = package / "locale" / f"{lang}.po"
    known, rules = entries(path), grammar(lang)
    where = path.relative_to(ROOT)
    texts = {(key.text, key.plural) for key in found}
    contexts = {key.context for key in known if key.context is not None}
    allowed = {"cap", "comma", *rules.FORMS, *rules.NUMBERS, *(c.split("|")[-1] for c in contexts)}
    for key, uses in found.items():
        if key not in known:
            yield f"{where}: missing: {key.text!r} ({uses[0].path.relative_to(ROOT)})"
    for key, entry in known.items():
        if (key.text, key.plural) not in texts:
            yield f"{where}: unused: {key.text!r}"
            continue
        if entry.fuzzy or not all(entry.strings):
            yield f"{where}: not translated: {key.text!r}"
            continue
        wanted = fields(key.text) | (fields(key.plural) if key.plural else set())
        for string in entry.strings:
            has = fields(string)
            if has - wanted - IMPLIED or (wanted - has and key.plural is None):
                yield f"{where}: other placeholders: {key.text!r} / {string!r}"
            if not specs(string) <= allowed:
                yield f"{where}: unknown form {specs(string) - allowed}: {string!r}"


def foreign(found: Mapping[Key, list[Found]]) -> Iterator[str]:
    """Yields message ids with letters that English does not have."""
    for key, uses in found.items():
        plain = key.text
        for name in PROPER:
            plain = plain.replace(name, "")
        if FOREIGN.search(plain):
            yield f"{uses[0].path.relative_to(ROOT)}:{uses[0].line}: not English: {key.text!r}"


def everything_wrong(langs: Sequence[str]) -> list[str]:
    """Returns all that ``check`` complains of."""
    wrong: list[str] = []
    for package, found in by_package().items():
        wrong += foreign(found)
        for lang in langs:
            wrong += problems(lang, package, found)
    return wrong


def rename(edits: Mapping[str, str]) -> None:
    """Edits English texts in the code and in all catalogues."""
    for path in sources():
        text = path.read_text("utf-8")
        new = _renamed(text, edits) if path.suffix == ".py" else text
        if path.suffix == ".html":
            for edit in edits.items():
                old, other = (json.dumps(text, ensure_ascii=False) for text in edit)
                new = new.replace(old, other)
        if new != text:
            path.write_text(new, "utf-8")
    for path in sorted(SOURCES.rglob("locale/*.po")):
        text = path.read_text("utf-8")
        new = text
        for old, other in edits.items():
            for name in ("msgid", "msgid_plural"):
                new = new.replace(f"{name} {quoted(old)}\n", f"{name} {quoted(other)}\n")
        if new != text:
            path.write_text(new, "utf-8")


def _renamed(source: str, edits: Mapping[str, str]) -> str:
    raw = source.encode()
    starts = [0]
    for line in raw.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    changes = []
    for node, name in calls(ast.parse(source)):
        for place in itertools.chain(*TEXTS[name]):
            literal = node.args[place] if place < len(node.args) else None
            if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                said = EACH.join(edits.get(one, one) for one in literal.value.split(EACH))
                if said == literal.value:
                    continue
                assert literal.end_lineno is not None
                assert literal.end_col_offset is not None
                begin = starts[literal.lineno - 1] + literal.col_offset
                end = starts[literal.end_lineno - 1] + literal.end_col_offset
                new = in_code(said)
                if raw[begin : begin + 1] == b"'" and "'" not in new:
                    new = new.replace('"', "'")  # it stands in an f-string
                changes.append((begin, end, new))
    for begin, end, text in sorted(changes, reverse=True):
        raw = raw[:begin] + text.encode() + raw[end:]
    return raw.decode()


def in_code(text: str, width: int = 76) -> str:
    """Returns a text as Python literals, a new one for each line (``ruff format`` sets them)."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    rows = [""]
    for word in re.findall(r"\S+\s*|\s+", escaped):
        if rows[-1] and len(rows[-1]) + len(word) > width:
            rows.append("")
        rows[-1] += word
    return "\n".join(f'"{row}"' for row in rows)


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("extract", "update", "check", "rename"))
    parser.add_argument("texts", nargs="*")
    parser.add_argument("--file", type=Path)
    others = [code for code in languages() if code != "en"]
    parser.add_argument("--lang", action="append", choices=others)
    asked = parser.parse_args(args)
    langs = asked.lang or others
    if asked.what == "rename":
        if not asked.file and len(asked.texts) != 2:
            parser.error("rename needs OLD and NEW, or --file")
        rename(json.loads(asked.file.read_text("utf-8")) if asked.file else dict([asked.texts]))
        return 0
    if asked.what == "extract":
        for package, found in by_package().items():
            for key, uses in found.items():
                shown = {str(use.path.relative_to(SOURCES)) for use in uses}
                print(f"{package.name}: {', '.join(sorted(shown))}: {key.text!r}")
        return 0
    if asked.what == "update":
        for package, found in by_package().items():
            for lang in langs:
                if update(lang, package, found):
                    print(f"{(package / 'locale' / f'{lang}.po').relative_to(ROOT)}: updated")
        return 0
    wrong = everything_wrong(langs)
    print("\n".join(wrong) or "All messages are translated.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
