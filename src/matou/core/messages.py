"""Messages: sentences with arguments, translated when they are said, for each reader.

The English text stands in the code and is the key of the catalogues (``locale/*.po``). Arguments
are numbers, text, seats and other messages:

>>> drawn = tell(1, "{who} draws {what}", "You draw {what}", what=say("a card"))
>>> drawn.say("en", ["Ada", "Basile"]), drawn.say("en", ["Ada", "Basile"], you=1)
('Basile draws a card', 'You draw a card')
>>> count(3, "{n} point", "{n} points").say()
'3 points'

A translation may ask for a grammatical form of an argument by a format spec. Forms that follow a
rule of the language are functions of its grammar (``{who:de}`` in French: d’Ada, de Basile).
Others are entries of the catalogue with the form as their context (``{card:dat}`` in German).
In every language ``{x:cap}`` begins with a capital, and ``{others:comma}`` lists players without
'and'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from matou.core.catalogues import Catalogue, catalogue, template
from matou.core.grammar import grammar

COMMON = "matou"  # the domain of everything that is not a game's
Names = Sequence[str]
EACH = " | "  # between the texts of a list
PLAIN = (str, int)  # arguments that are the same for every reader


class Seat(int):
    """A player in a sentence. The player's name is filled in when the sentence is said."""


@lru_cache(maxsize=64)
def alone(seat: int) -> tuple[Seat, ...]:
    """Returns a player as the only one that a sentence is about; shared by all such sentences."""
    return (Seat(seat),)


class Reader(NamedTuple):
    """Who a message is for: the language, the players' names, and the reader's own seat.

    Without names, ``inside`` is whether the message is within a sentence, where 'seat 1' has no
    capital.
    """

    lang: str
    names: Names
    you: int | None
    inside: bool = False

    def at(self, inside: bool) -> Reader:
        if self.names or self.inside == inside:
            return self
        return Reader(self.lang, self.names, self.you, inside)


class Message:
    """Text that is translated when it is said. Messages compare by value and are hashable."""

    __slots__: tuple[str, ...] = ()

    def say(self, lang: str = "en", names: Names = (), you: int | None = None) -> str:
        """Returns the text in a language, or in English if it is not translated.

        ``names`` are the players' names by seat, and ``you`` is the reader's seat, if any.
        """
        return self.said_to(Reader(lang, names, you))

    def filled(self, **args: Any) -> Message:  # noqa: ARG002
        """Returns the message with further arguments."""
        raise TypeError(f"{self!r} takes no arguments")

    def pattern(self, lang: str) -> str | list[str]:
        """Returns the translated text with its open placeholders, for a script that fills them.

        A message with a number has a text for each plural form of the language:
        ``Catalogue.plural_forms`` tells the script which one to take.
        """
        return self.say(lang)

    def names_nobody(self) -> bool:
        """Returns whether the text is known to be the same for every reader of a language."""
        return False

    def said_to(self, reader: Reader, form: str = "", /) -> str:
        """Returns the text for a reader, in the grammatical form that a sentence asks for."""
        raise NotImplementedError

    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, slot) for slot in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Message) and type(other) is type(self) and other._key() == self._key()
        )

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.say()!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._key()


class Cached(Message):
    """A message made of others. If it names no player, it caches its text per language."""

    FIELDS: tuple[str, ...] = ()
    __slots__: tuple[str, ...] = ("_said",)
    _said: dict[Any, str]  # by catalogue, with the form if one is asked for
    domain = COMMON
    about: tuple[Seat, ...] = ()

    def say(self, lang: str = "en", names: Names = (), you: int | None = None) -> str:
        found = catalogue(self.domain, lang)
        said = self._said.get(found)
        return self._said_anew(found, Reader(lang, names, you)) if said is None else said

    def said_to(self, reader: Reader, form: str = "", /) -> str:
        found = catalogue(self.domain, reader.lang)
        said = self._said.get((found, form) if form else found)
        return self._said_anew(found, reader, form) if said is None else said

    def _said_anew(self, found: Catalogue, reader: Reader, form: str = "") -> str:
        said = self._made(found, reader, form)
        if self._said or (not self.about and all(map(is_nameless, self._parts()))):
            self._said = {**self._said, (found, form) if form else found: said}
        return said

    def names_nobody(self) -> bool:
        return bool(self._said)

    def _made(self, found: Catalogue, reader: Reader, form: str) -> str:
        raise NotImplementedError

    def _parts(self) -> Iterable[Any]:
        """Returns everything in the message that might name a player."""
        raise NotImplementedError

    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field) for field in self.FIELDS)


UNSAID: dict[Any, str] = {}  # shared by all messages that have no text yet; never changed


def is_nameless(part: object) -> bool:
    """Returns whether a part of a message that has just been said names no player."""
    return part.names_nobody() if isinstance(part, Message) else part.__class__ in PLAIN


class Sentence(Cached):
    """A template and its arguments, with variants for a reader it is about and for plurals.

    ``about`` are the seats that the sentence is about: a reader among them gets ``you``, with the
    others' names as ``{others}``. ``n`` chooses the plural form.
    """

    FIELDS = ("about", "args", "context", "domain", "many", "n", "text", "you")
    __slots__ = FIELDS

    def __init__(
        self,
        about: tuple[Seat, ...] = (),
        args: Mapping[str, Any] = MappingProxyType({}),
        context: str = "",
        domain: str = COMMON,
        many: str = "",
        n: int | None = None,
        text: str = "",
        you: str = "",
    ) -> None:
        self.about = about
        self.args = args
        self.context = context
        self.domain = domain
        self.many = many
        self.n = n
        self.text = text
        self.you = you
        self._said = UNSAID

    def _parts(self) -> Iterable[Any]:
        return self.args.values()

    def _made(self, found: Catalogue, reader: Reader, form: str) -> str:
        text = self.you if self.you and reader.you in self.about else self.text
        fields, end = found.text(text, self.context, form, self.many, self.n)
        if not fields:
            return end
        args, names = self.args, reader.names
        said = ""
        for before, field, specs, starts in fields:
            value: Any = args[field] if field in args else self._implied(field, reader.you)
            kind = value.__class__
            if not specs and kind in PLAIN:
                filled = str(value)
            elif not specs and kind is Seat and value < len(names):
                filled = names[value]
            else:
                begins = starts and (before != "" or not reader.inside)
                to = reader if names else reader.at(not begins)
                if isinstance(value, Message) and not specs:
                    filled = value.said_to(to)
                else:
                    filled = _filled(value, to, specs, begins)
            said += before + filled
        return said + end

    def __hash__(self) -> int:
        return hash((self.text, self.about, self.n, self.domain, tuple(self.args.values())))

    __eq__ = Message.__eq__

    def pattern(self, lang: str) -> str | list[str]:
        fields = {field for text in (self.text, self.many) for _, field, _, _ in template(text)[0]}
        left = {field: f"{{{field}}}" for field in fields - self.args.keys()}
        parts = dict(zip(self.__slots__, self._key(), strict=True))
        parts["args"] = {**self.args, **left}
        if not self.many:
            return Sentence(**parts).say(lang)
        forms = catalogue(self.domain, lang).plural_forms
        numbers = [forms.index(form) for form in sorted(set(forms))]  # one that takes each form
        return [Sentence(**{**parts, "n": n}).say(lang) for n in numbers]

    def filled(self, **args: Any) -> Message:
        parts = dict(zip(self.FIELDS, self._key(), strict=True))
        return Sentence(**{**parts, "args": {**self.args, **args}})

    def _implied(self, field: str, you: int | None) -> int | tuple[Seat, ...]:
        """Returns ``who``, ``others`` or ``n``, which need not be given."""
        if field == "who":
            return self.about[0] if len(self.about) == 1 else self.about
        if field == "others":
            return tuple(seat for seat in self.about if seat != you)
        if field == "n" and self.n is not None:
            return self.n
        raise KeyError(f"{self.text!r} has no argument {field!r}")


def _filled(value: Any, reader: Reader, specs: tuple[str, ...], begins: bool) -> str:
    """Returns an argument as text within a sentence; ``begins`` if it begins one."""
    if isinstance(value, Seat | tuple):
        seats = value if isinstance(value, tuple) else (value,)
        if begins and seats[0] >= len(reader.names):
            specs = (*specs, "cap")
        if len(seats) == 1:
            value = name = called(seats[0], reader.names, reader.lang)
            if not specs:
                return name
        else:
            how = "comma" if "comma" in specs else "and"
            specs = tuple(spec for spec in specs if spec != "comma")
            value = listed([called(seat, reader.names, reader.lang) for seat in seats], how)
    rules = grammar(reader.lang)
    if isinstance(value, Message):
        if isinstance(value, Listing):  # each of its items takes the form: du rouge et de l’ocre
            asked = next((spec for spec in specs if spec != "cap"), "")
            specs = tuple(spec for spec in specs if spec == "cap")
        else:
            asked = next((spec for spec in specs if spec != "cap" and spec not in rules.FORMS), "")
        text = value.said_to(reader, asked)
    else:
        text = str(value)
    for spec in specs:
        if spec == "cap":
            text = rules.capital(text)
        elif spec in rules.FORMS:
            text = rules.FORMS[spec](text)
        elif spec in rules.NUMBERS:
            text = rules.NUMBERS[spec](value)
    return text


def fill(text: str, args: Mapping[str, Any], lang: str) -> str:
    fields, end = template(text)
    reader = Reader(lang, (), None)
    return "".join(b + _filled(args[name], reader, specs, s) for b, name, specs, s in fields) + end


def called(seat: int, names: Names, lang: str) -> str:
    """Returns a player's name, or 'seat 1' if there is none."""
    return names[seat] if seat < len(names) else say("seat {n}", n=int(seat)).say(lang)


class Domain:
    """Makes messages whose translations are in the ``locale`` folder of a package.

    A game's ``messages.py`` holds one: ``say, tell, count, … = Domain(__package__)…``.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def say(self, text: str, /, *, context: str = "", **args: Any) -> Message:
        """Makes a sentence. ``context`` tells equal English texts with other meanings apart."""
        return Sentence((), args, context, self.package, "", None, text)

    def tell(self, who: int | Sequence[int], text: str, you: str, /, **args: Any) -> Message:
        """Makes a sentence about players, ``{who}``, and its form for a reader among them."""
        about = alone(who) if isinstance(who, int) else tuple(map(Seat, who))
        return Sentence(about, args, "", self.package, "", None, text, you)

    def count(
        self, n: int, one: str, many: str = "", /, *, context: str = "", **args: Any
    ) -> Message:
        """Makes a sentence that depends on a number, ``{n}``; in English perhaps always alike."""
        return Sentence((), args, context, self.package, many or one, n, one)

    def counting(self, one: str, many: str, /) -> Callable[[int], Message]:
        """Makes a function that counts: ``in_points(3)``. It makes each message once."""
        return cache(lambda n: self.count(n, one, many))

    def each(self, texts: str, /) -> tuple[Message, ...]:
        """Makes a message of each text in a list: ``each("a chair | a bed")``."""
        return tuple(map(self.say, texts.split(EACH)))

    def why(self, rule: str, text: str, /, **args: Any) -> Why:
        """Makes the reason for a refusal: a rule's number and a sentence."""
        return Why(rule, self.say(text, **args))

    def why_count(self, rule: str, n: int, one: str, many: str = "", /, **args: Any) -> Why:
        """Makes a reason that depends on a number."""
        return Why(rule, self.count(n, one, many, **args))


common = Domain(COMMON)
say, tell, each = common.say, common.tell, common.each
count, counting = common.count, common.counting


class Verbatim(Message):
    """Text that is the same in every language: a name, notation, an address."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def names_nobody(self) -> bool:
        return True

    def said_to(self, _reader: Reader, _form: str = "", /) -> str:
        return self.text


class Listing(Cached):
    """Several items as one list: 'a, b and c'."""

    FIELDS = ("how", "items")
    __slots__ = FIELDS

    def __init__(self, how: str, items: tuple[Message | str, ...]) -> None:
        self.how = how
        self.items = items
        self._said = UNSAID

    def _parts(self) -> Iterable[Any]:
        return self.items

    def _made(self, _found: Catalogue, reader: Reader, form: str) -> str:
        rules = grammar(reader.lang)
        texts = [
            item if isinstance(item, str) else item.said_to(reader.at(reader.inside or i > 0), form)
            for i, item in enumerate(self.items)
        ]
        if form in rules.FORMS:
            texts = [rules.FORMS[form](item) for item in texts]
        return rules.join(texts, self.how)


def listed(items: Sequence[Message | str], how: str = "and") -> Message:
    """Returns a list as one message: 'a, b and c'.

    ``how`` is 'and', 'or', 'comma' or 'semicolon'.
    """
    return Listing(how, tuple(items))


class Why(NamedTuple):
    """The reason for a refusal: the rule that the action would break, and a sentence."""

    rule: str
    says: Message
