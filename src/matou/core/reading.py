"""Reads records. Damaged, cut, foreign or newer files are refused, with place and reason."""

import re
from dataclasses import replace

from matou.core.chains import HOST, Chain
from matou.core.fairness import is_seed
from matou.core.game import Game, Value
from matou.core.messages import Message, say
from matou.core.phrases import figures
from matou.core.position import Out
from matou.core.record import FIRST, FORMAT, Origin, Record, digest, shown
from matou.core.refusals import BadHeader, BadRecord, IllegalAction, Refusal
from matou.core.registry import find, versions
from matou.core.state import State

SIMPLE = ("game", "version", "seats", "id", "commitment", "seed", "result", "continues")
CHAINS = tuple(f"chain {page}" for page in ("host", *range(10)))
MAX_CHARACTERS = 4_000_000


class Reader:
    """Reads one record line by line, so that every error names its line."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            kind = type(text).__name__
            raise BadRecord(
                "a record is text, not {kind}: matou.records.read reads a file", kind=kind
            )
        if len(text) > MAX_CHARACTERS:
            raise BadRecord(
                "the file is too long for a record: {n} characters", n=figures(len(text))
            )
        self.text = text.replace("\r\n", "\n").removeprefix("\ufeff")
        self.lines = self.text.split("\n")
        self.at = 0
        self.format = FORMAT

    def wrong(self, why: Message) -> BadRecord:
        return BadRecord("line {line}: {why}", line=self.at, why=why)

    def cut_short(self, count: int) -> BadRecord:
        return self.wrong(say("the file stops after action {count}: it was cut short", count=count))

    def record(self, *, trusting: bool = False) -> Record:
        """Returns the record, and checks that each action is legal.

        ``trusting`` is faster by four: it applies the actions as they stand. The checksum and the
        result must still be right.
        """
        self.first_line()
        headers, options, players, out = self.headers()
        game = self.game(headers)
        seats = self.number(headers, "seats")
        try:
            game = game.having(**self.values(game, options))
            game.check_seats(seats)
            game.settings(seats)
        except Refusal as error:
            raise BadHeader(error.says) from None
        for key in ("commitment", "seed"):
            if headers.get(key, "") and not is_seed(headers[key]):
                raise BadHeader("the {key} must be 64 hexadecimal digits", key=key)
        for seat in players:
            if seat >= seats:
                raise BadHeader(
                    "there is no player {seat} at a table with {seats} seats",
                    seat=seat,
                    seats=seats,
                )
        start, lost = game.start(seats), losses(out, seats)
        found = self.trusted(start, lost) if trusting else Record.of(self.body(start, lost))
        count = len(found.actions)
        self.last_line(count)
        record = replace(
            found,
            players=players,
            id=headers.get("id", ""),
            commitment=headers.get("commitment", ""),
            seed=headers.get("seed", ""),
            origin=self.origin(headers, count),
            chains=chains_of(headers, seats),
        )
        if headers.get("result", record.result) != record.result:
            raise BadRecord(
                "the header says that the result is “{said}”, but the game ends with “{result}”",
                said=headers["result"],
                result=record.result,
            )
        return record

    def origin(self, headers: dict[str, str], count: int) -> Origin | None:
        if "continues" not in headers:
            return None
        match = re.fullmatch(r"([\w-]{1,64}) after (\d{1,6}) actions", headers["continues"])
        if match is None:
            raise BadHeader("“continues” should name a game and a number: ID after N actions")
        if int(match[2]) > count:
            raise BadHeader(
                "it continues a game after action {n}, but stops after action {count}",
                n=match[2],
                count=count,
            )
        return Origin(match[1], int(match[2]))

    def first_line(self) -> None:
        self.at = 1
        match = re.fullmatch(rf"{FIRST} (\d{{1,6}})", self.lines[0])
        if match is None:
            raise self.wrong(
                say("this is not a Matou record: it does not start with “{first}”", first=FIRST)
            )
        if int(match[1]) > FORMAT:
            raise self.wrong(
                say(
                    "the file uses record format {format}, but this Matou reads only up to "
                    "{newest}: update Matou",
                    format=match[1],
                    newest=FORMAT,
                )
            )
        self.format = int(match[1])
        if int(match[1]) < 1:
            raise self.wrong(say("there is no record format 0"))

    def headers(self) -> tuple[dict[str, str], dict[str, str], dict[int, str], dict[int, str]]:
        """Returns the plain headers, the options, the players, and how seats lost."""
        known = SIMPLE + CHAINS if self.format > 2 else SIMPLE
        losses = [r"(?:time|resigned) (\d)"] if self.format > 1 else []
        kinds = re.compile("|".join([*known, r"option (\w+)", r"player (\d)", *losses]))
        headers: dict[str, str] = {}
        found: tuple[dict[str, str], ...] = ({}, {}, {})  # of options, players and losses
        while self.at < len(self.lines) and self.lines[self.at] != "":
            line = self.lines[self.at]
            self.at += 1
            key, colon, value = line.partition(": ")
            if not colon or value == "" or value != value.strip():
                raise self.wrong(say("“{line}” is not a header (key: value)", line=line[:60]))
            kind = kinds.fullmatch(key)
            if kind is None:
                raise self.wrong(say("the header “{key}” is unknown", key=key[:40]))
            named, name = headers, key
            if kind.lastindex is not None:
                named, name = found[kind.lastindex - 1], kind[kind.lastindex]
            if name in named:
                raise self.wrong(say("the header “{key}” appears twice", key=key))
            named[name] = value if kind.lastindex != 3 else line
        if self.at >= len(self.lines):
            raise self.wrong(say("the file ends within its headers: it was cut short"))
        self.at += 1
        players, lost = ({int(seat): text for seat, text in some.items()} for some in found[1:])
        return headers, found[0], players, lost

    def game(self, headers: dict[str, str]) -> Game:
        if "game" not in headers:
            raise BadRecord("the headers do not say which game this is")
        try:
            game = find(headers["game"])
        except Refusal as error:
            raise BadHeader(error.says) from None
        version = self.number(headers, "version")
        if version > game.version:
            raise BadRecord(
                "the game was played with version {version} of {name}, but this Matou knows "
                "only up to {newest}: update Matou",
                version=version,
                name=game.name,
                newest=game.version,
            )
        if version not in versions(game.name):
            raise BadRecord(
                "the game was played with version {version} of {name}, which this Matou no "
                "longer supports (it has {newest})",
                version=version,
                name=game.name,
                newest=game.version,
            )
        return find(game.name, version)

    def number(self, headers: dict[str, str], key: str) -> int:
        if key not in headers:
            raise BadRecord("the header “{key}” is missing", key=key)
        if re.fullmatch(r"[1-9]\d{0,5}", headers[key]) is None:
            value = headers[key][:20]
            raise BadHeader("{key} is “{value}”, not a number", key=key, value=value)
        return int(headers[key])

    def values(self, game: Game, options: dict[str, str]) -> dict[str, Value]:
        known = {o.name: {shown(v): v for v in o.values} for o in game.options}
        # The game itself refuses an unknown name or value.
        return {name: known.get(name, {}).get(text, text) for name, text in options.items()}

    def trusted(self, state: State, out: list[tuple[Out, bool]]) -> Record:
        """Returns the record of what the body says; raises BadRecord if that means nothing."""
        s, rules, read = state.s, state.game.rules, state.game.notation.read
        names: list[str] = []
        actors: list[int] = []
        while self.at < len(self.lines) and self.lines[self.at] != "":
            first, *line = self.lines[self.at].split(" ")
            if first == "end":
                break
            self.at += 1
            if first != str(len(names) + 1):
                raise self.cut_short(len(names))
            names += line
            for name in line:
                action = read(s, name)
                if action < 0:
                    raise self.cut_short(len(actors))
                actors.append(rules.actor(s))
                rules.apply(s, action)
        self.at += bool(names)
        state.out = tuple(loss for loss, _ in out)
        state.stopped = any(stops for _, stops in out)
        return Record.after(state, tuple(names), actors)

    def body(self, state: State, out: list[tuple[Out, bool]]) -> State:
        self.lose(state, out)
        while self.at < len(self.lines) and self.lines[self.at] != "":
            line = self.lines[self.at]
            if line.startswith("end "):
                break
            self.at += 1
            first, *names = line.split(" ")
            count = len(state.history)
            if first != str(count + 1):
                raise self.wrong(
                    say(
                        "it starts with “{first}”, but action {count} should come next: a line is "
                        "missing, repeated or changed",
                        first=first[:20],
                        count=count + 1,
                    )
                )
            for name in names:
                try:
                    state.play(name)
                except IllegalAction as refused:
                    number, shown_name = len(state.history) + 1, name[:20]
                    raise self.wrong(
                        say(
                            "action {number}, “{action}”, is not legal here: {why} ({rule})",
                            number=number,
                            action=shown_name,
                            why=refused.says,
                            rule=refused.rule,
                        )
                    ) from None
                self.lose(state, out)
        if state.history:
            if self.at >= len(self.lines) or self.lines[self.at] != "":
                raise self.cut_short(len(state.history))
            self.at += 1
        if len(state.out) < len(out):
            missing = out[len(state.out)][0]
            raise BadHeader(
                "seat {seat} lost after action {after}, but the record stops after action {count}",
                seat=missing.seat,
                after=missing.after,
                count=len(state.history),
            )
        return state

    def lose(self, state: State, out: list[tuple[Out, bool]]) -> None:
        """Applies the losses at this point. Raises BadRecord if a seat could not lose there."""
        for (seat, after, resigned), stops in out[len(state.out) :]:
            if after != len(state.history):
                return
            if state.over or (state.actor != seat and not resigned):
                raise BadHeader(
                    "seat {seat} lost after action {after}, but the game was over or it was "
                    "another seat’s turn",
                    seat=seat,
                    after=after,
                )
            state.lose(seat, stops=stops, resigned=resigned)

    def last_line(self, count: int) -> None:
        if self.at >= len(self.lines):
            raise self.cut_short(count)
        line = self.lines[self.at]
        self.at += 1
        match = re.fullmatch(r"end (\d{1,9}) ([0-9a-f]{8})", line)
        if match is None:
            raise self.wrong(
                say("the last line should be “end {count} …”: the file was cut short", count=count)
            )
        if int(match[1]) != count:
            raise self.wrong(
                say(
                    "the file should stop after action {n}, but stops after action {count}",
                    n=match[1],
                    count=count,
                )
            )
        above = "\n".join(self.lines[: self.at - 1]) + "\n"
        if digest(above) != match[2]:
            raise self.wrong(
                say("the text above was changed after it was written (its checksum differs)")
            )
        if any(rest.strip() for rest in self.lines[self.at :]):
            self.at += 1
            raise self.wrong(say("there is text after the end"))


LOSS = re.compile(
    r"(?:time \d: up|(resigned) \d:) after (\d{1,6}) actions(, which ended the game)?"
)


def losses(lines: dict[int, str], seats: int) -> list[tuple[Out, bool]]:
    """Returns the seats that lost, in order, each with whether that ended the game."""
    found = []
    for seat, line in lines.items():
        match = LOSS.fullmatch(line)
        if match is None or seat >= seats:
            raise BadHeader(
                "“{line}” should name a seat of the table and say when: time 1: up after N "
                "actions, or resigned 1: after N actions",
                line=line[:60],
            )
        found.append((Out(seat, int(match[2]), match[1] is not None), match[3] is not None))
    found.sort(key=lambda loss: (loss[1], loss[0].after))
    return found


def chains_of(headers: dict[str, str], seats: int) -> tuple[Chain, ...]:
    """Returns the chains of the pages that drew together, the host's first."""
    found = [Chain.read(key, headers[key]) for key in CHAINS if key in headers]
    chains = [chain for chain in found if chain is not None]
    if len(chains) < len(found) or any(chain.seat >= seats for chain in chains):
        raise BadHeader(
            "a chain should name the host or a seat, its commitment and its last link: "
            "chain 1: HASH opened N HASH"
        )
    if chains and (chains[0].seat != HOST or chains[0].ended is not None or "seed" in headers):
        raise BadHeader(
            "where the pages draw together, the host has a chain that never ends, and the record "
            "has no seed"
        )
    return tuple(chains)
