"""Reading a record: what is damaged, cut, foreign or newer is refused, saying where and why."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from matou.core.fairness import is_seed
from matou.core.record import FIRST, FORMAT, Origin, Record, digest, shown
from matou.core.state import Out
from matou.core.words import BadRecord, IllegalAction, Refusal, Words

if TYPE_CHECKING:
    from matou.core.game import Game, Value
    from matou.core.state import State

SIMPLE = ("game", "version", "seats", "id", "commitment", "seed", "result", "continues")
MAX_CHARACTERS = 4_000_000


def in_headers(why: Words) -> BadRecord:
    """A complaint about what the headers agree on."""
    return BadRecord(f"in the headers: {why.en}", f"dans l’en-tête : {why.fr}")


class Reader:
    """Reads one record, line by line, so that every complaint names its line."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_CHARACTERS:
            raise BadRecord(
                f"the file is too long for a record: {len(text):,} characters",
                f"le fichier est trop long pour une partie : {len(text)} caractères",
            )
        self.text = text.replace("\r\n", "\n").removeprefix("\ufeff")
        self.lines = self.text.split("\n")
        self.at = 0
        self.format = FORMAT

    def wrong(self, en: str, fr: str) -> BadRecord:
        return BadRecord(f"line {self.at}: {en}", f"ligne {self.at} : {fr}")

    def cut_short(self, count: int) -> BadRecord:
        return self.wrong(
            f"the file stops after action {count}: it was cut short",
            f"le fichier s’arrête après l’action {count} : il a été coupé",
        )

    def record(self) -> Record:
        self.first_line()
        headers, options, players, times = self.headers()
        game = self.game(headers)
        seats = self.number(headers, "seats")
        try:
            game = game.having(**self.values(game, options))
            game.check_seats(seats)
            game.settings(seats)
        except Refusal as error:
            raise in_headers(error.says) from None
        for key in ("commitment", "seed"):
            if headers.get(key, "") and not is_seed(headers[key]):
                raise in_headers(
                    Words(
                        f"the {key} is not 64 hexadecimal digits",
                        f"« {key} » n’est pas fait de 64 chiffres hexadécimaux",
                    )
                )
        for seat in players:
            if seat >= seats:
                raise in_headers(
                    Words(
                        f"player {seat} at a table of {seats} seats",
                        f"le joueur {seat} à une table de {seats} sièges",
                    )
                )
        state = self.body(game.start(seats), losses(times, seats))
        self.last_line(len(state.history))
        record = replace(
            Record.of(state),
            players=players,
            id=headers.get("id", ""),
            commitment=headers.get("commitment", ""),
            seed=headers.get("seed", ""),
            origin=self.origin(headers, len(state.history)),
        )
        if headers.get("result", record.result) != record.result:
            said = headers["result"]
            raise BadRecord(
                f"the header says the result is “{said}”, but the game comes to “{record.result}”",
                f"l’en-tête dit que le résultat est « {said} », mais la partie arrive à "
                f"« {record.result} »",
            )
        return record

    def origin(self, headers: dict[str, str], count: int) -> Origin | None:
        if "continues" not in headers:
            return None
        match = re.fullmatch(r"([\w-]{1,64}) after (\d{1,6}) actions", headers["continues"])
        if match is None:
            raise in_headers(
                Words(
                    "“continues” should name a game and a number: ID after N actions",
                    "« continues » devrait nommer une partie et un nombre : ID after N actions",
                )
            )
        if int(match[2]) > count:
            raise in_headers(
                Words(
                    f"it continues a game after {match[2]} actions, but only {count} are here",
                    f"elle continue une partie après {match[2]} actions, mais il n’y en a que "
                    f"{count}",
                )
            )
        return Origin(match[1], int(match[2]))

    def first_line(self) -> None:
        self.at = 1
        match = re.fullmatch(rf"{FIRST} (\d{{1,6}})", self.lines[0])
        if match is None:
            raise self.wrong(
                f"this is not a Matou record: it does not begin with “{FIRST}”",
                f"ce n’est pas une partie de Matou : le fichier ne commence pas par « {FIRST} »",
            )
        if int(match[1]) > FORMAT:
            raise self.wrong(
                f"the file is of record format {match[1]}, newer than this Matou reads "
                f"({FORMAT}): update Matou",
                f"le fichier est au format {match[1]}, plus récent que ce Matou ({FORMAT}) : "
                "mets Matou à jour",
            )
        self.format = int(match[1])
        if int(match[1]) < 1:
            raise self.wrong("there is no record format 0", "il n’y a pas de format 0")

    def headers(self) -> tuple[dict[str, str], dict[str, str], dict[int, str], dict[int, str]]:
        headers: dict[str, str] = {}
        options: dict[str, str] = {}
        players: dict[int, str] = {}
        times: dict[int, str] = {}
        while self.at < len(self.lines) and self.lines[self.at] != "":
            line = self.lines[self.at]
            self.at += 1
            key, colon, value = line.partition(": ")
            if not colon or value == "" or value != value.strip():
                raise self.wrong(
                    f"“{line[:60]}” is no header (key: value)",
                    f"« {line[:60]} » n’est pas une ligne d’en-tête (clé: valeur)",
                )
            option = re.fullmatch(r"option (\w+)", key)
            player = re.fullmatch(r"player (\d)", key)
            time = re.fullmatch(r"time (\d)", key) if self.format > 1 else None
            if key in SIMPLE and key not in headers:
                headers[key] = value
            elif option is not None and option[1] not in options:
                options[option[1]] = value
            elif player is not None and int(player[1]) not in players:
                players[int(player[1])] = value
            elif time is not None and int(time[1]) not in times:
                times[int(time[1])] = value
            elif key in SIMPLE or not (option is player is time is None):
                raise self.wrong(
                    f"the header “{key}” stands twice",
                    f"la ligne d’en-tête « {key} » y est deux fois",
                )
            else:
                raise self.wrong(
                    f"the header “{key[:40]}” is unknown",
                    f"la ligne d’en-tête « {key[:40]} » est inconnue",
                )
        if self.at >= len(self.lines):
            raise self.wrong(
                "the file ends within its headers: it was cut short",
                "le fichier s’arrête dans son en-tête : il a été coupé",
            )
        self.at += 1
        return headers, options, players, times

    def game(self, headers: dict[str, str]) -> Game:
        from matou.core.registry import find, versions

        if "game" not in headers:
            raise BadRecord(
                "the headers do not say which game this is", "l’en-tête ne dit pas quel jeu c’est"
            )
        try:
            game = find(headers["game"])
        except Refusal as error:
            raise in_headers(error.says) from None
        version = self.number(headers, "version")
        if version > game.version:
            raise BadRecord(
                f"the game was played under version {version} of {game.name}, newer than "
                f"this Matou knows ({game.version}): update Matou",
                f"la partie s’est jouée avec la version {version} de {game.name}, plus "
                f"récente que celle de ce Matou ({game.version}) : mets Matou à jour",
            )
        if version not in versions(game.name):
            raise BadRecord(
                f"the game was played under version {version} of {game.name}, "
                f"which this Matou no longer plays (it has {game.version})",
                f"la partie s’est jouée avec la version {version} de {game.name}, que ce "
                f"Matou ne joue plus (il a la {game.version})",
            )
        return find(game.name, version)

    def number(self, headers: dict[str, str], key: str) -> int:
        if key not in headers:
            raise BadRecord(
                f"the headers do not give the {key}", f"il manque « {key} » dans l’en-tête"
            )
        if re.fullmatch(r"[1-9]\d{0,5}", headers[key]) is None:
            value = headers[key][:20]
            raise in_headers(
                Words(
                    f"{key} is “{value}”, not a number",
                    f"{key} vaut « {value} », qui n’est pas un nombre",
                )
            )
        return int(headers[key])

    def values(self, game: Game, options: dict[str, str]) -> dict[str, Value]:
        known = {o.name: {shown(v): v for v in o.values} for o in game.options}
        # An unknown name or value goes on as it is, for the game to refuse in its words.
        return {name: known.get(name, {}).get(text, text) for name, text in options.items()}

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
                    f"it begins with “{first[:20]}” where action {count + 1} should follow: "
                    "a line is missing, doubled or altered",
                    f"elle commence par « {first[:20]} » là où l’action {count + 1} devait "
                    "suivre : une ligne manque, est doublée ou changée",
                )
            for name in names:
                try:
                    state.play(name)
                except IllegalAction as refused:
                    number, shown_name = len(state.history) + 1, name[:20]
                    raise self.wrong(
                        f"action {number}, “{shown_name}”, is not possible here: {refused}",
                        f"l’action {number}, « {shown_name} », n’est pas possible ici : "
                        f"{refused.says.fr} ({refused.rule})",
                    ) from None
                self.lose(state, out)
        if state.history:
            if self.at >= len(self.lines) or self.lines[self.at] != "":
                raise self.cut_short(len(state.history))
            self.at += 1
        if len(state.out) < len(out):
            seat, after = out[len(state.out)][0]
            raise in_headers(
                Words(
                    f"the time of seat {seat} was up after {after} actions, but only "
                    f"{len(state.history)} are here",
                    f"le temps du siège {seat} était écoulé après {after} actions, mais il n’y en "
                    f"a que {len(state.history)}",
                )
            )
        return state

    def lose(self, state: State, out: list[tuple[Out, bool]]) -> None:
        """Whoever's time was up by now has lost, if it was their turn."""
        for (seat, after), stops in out[len(state.out) :]:
            if after != len(state.history):
                return
            if state.actor != seat:
                raise in_headers(
                    Words(
                        f"the time of seat {seat} was up after {after} actions, when it was not "
                        "its turn",
                        f"le temps du siège {seat} était écoulé après {after} actions, alors que "
                        "ce n’était pas son tour",
                    )
                )
            state.lose(seat, stops=stops)

    def last_line(self, count: int) -> None:
        if self.at >= len(self.lines):
            raise self.cut_short(count)
        line = self.lines[self.at]
        self.at += 1
        match = re.fullmatch(r"end (\d{1,9}) ([0-9a-f]{8})", line)
        if match is None:
            raise self.wrong(
                f"the last line should be “end {count} …”: the file was cut short",
                f"la dernière ligne devrait être « end {count} … » : le fichier a été coupé",
            )
        if int(match[1]) != count:
            raise self.wrong(
                f"the file should hold {match[1]} actions, but {count} are here",
                f"le fichier devrait contenir {match[1]} actions, mais il y en a {count}",
            )
        above = "\n".join(self.lines[: self.at - 1]) + "\n"
        if digest(above) != match[2]:
            raise self.wrong(
                "the text above was altered after it was written (its sum differs)",
                "le texte qui précède a été changé après coup (sa somme diffère)",
            )
        if any(rest.strip() for rest in self.lines[self.at :]):
            self.at += 1
            raise self.wrong("something follows after the end", "quelque chose suit la fin")


def losses(times: dict[int, str], seats: int) -> list[tuple[Out, bool]]:
    """Who lost because their time was up, the first first, and whether that ended the game."""
    found = []
    for seat, value in times.items():
        match = re.fullmatch(r"up after (\d{1,6}) actions(, which ended the game)?", value)
        if match is None or seat >= seats:
            raise in_headers(
                Words(
                    f"“time {seat}” should name a seat of the table and say when: up after N "
                    "actions",
                    f"« time {seat} » devrait nommer un siège de la table et dire quand : up after "
                    "N actions",
                )
            )
        found.append((Out(seat, int(match[1])), match[2] is not None))
    found.sort(key=lambda loss: (loss[1], loss[0].after))
    return found
