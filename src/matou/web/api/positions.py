"""A table as a seat may know it, in the API's shapes: made from one observation, as for a page."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from matou.core.game import Game, Option
from matou.core.state import Observation
from matou.core.words import Words
from matou.kit.layout import field_names
from matou.kit.linking import OVER
from matou.play import views
from matou.play.keeping import Kept
from matou.play.log import Line
from matou.play.seats import name_of, names_of
from matou.play.table import Table
from matou.play.time_words import left_to_move
from matou.play.timeline import Timeline
from matou.web.api import questions, shapes
from matou.web.store.strangers import Offered
from matou.web.strangers.matching import Asker, Snapshot


def texts(words: Words) -> shapes.Texts:
    return shapes.Texts(en=words.en, fr=words.fr)


def game_told(game: Game) -> shapes.GameTold:
    words = game.words
    return shapes.GameTold(
        name=game.name,
        version=game.version,
        title=texts(words.TITLE),
        tagline=texts(words.TAGLINE),
        minutes=words.MINUTES,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        actions=game.rules.ACTIONS,
        options=[
            shapes.OptionTold(
                name=option.name,
                says=texts(words.OPTIONS[option.name]),
                at=[option_at(option, n) for n in range(game.min_seats, game.max_seats + 1)],
            )
            for option in game.options
        ],
    )


def option_at(option: Option, seats: int) -> shapes.OptionAt:
    return shapes.OptionAt(
        seats=seats,
        default=option.for_seats(seats),
        values=questions.fitting(option, seats),
    )


def numbers(view: Observation) -> dict[str, Any]:
    """The record that a seat may know, as named numbers and lists of them."""
    return {name: plain(getattr(view.s, name)) for name in field_names(type(view.s))}


def plain(value: Any) -> Any:
    return value if isinstance(value, int) else [plain(part) for part in value]


def line_told(
    line: Line, seat: int | None, is_over: bool, who: list[str], lang: str
) -> shapes.Line:
    told = line.read_by(seat, is_over)
    return shapes.Line(
        seat=line.actor if line.actor >= 0 else None,
        notation=told.name,
        says=told.says.say(lang, who, seat),
    )


def position(
    table: Table,
    timeline: Timeline,
    view: Observation,
    lang: str,
    *,
    at: int,
    lines: int,
    undone: bool,
    with_state: bool,
) -> dict[str, Any]:
    """A position of a table, now or as it was, ``lines`` lines of its log long."""
    seat, actor, game = view.seat, view.actor, view.game
    who = names_of(table.seats, lang, seat)
    legal = view.legal() if table.full else []
    line = timeline.lines[lines - 1] if lines and not undone else None
    return {
        "at": at,
        "status": status(table, view),
        "seat": seat,
        "turn": actor if table.full and actor >= 0 else None,
        "prompt": views.prompt(table, view, who, lang),
        "legal": [
            shapes.Choice(
                action=a,
                notation=game.notation.name(view.s, a),
                says=game.words.describe(view.s, a).say(lang, who),
            )
            for a in legal
        ],
        "scores": view.scores,
        "line": None if line is None else line_told(line, seat, view.over, who, lang),
        "undone": undone,
        # While chance owes an answer nobody can do anything, not even take back.
        "undo": seat is not None and actor >= 0 and timeline.can_undo(seat),
        "ending": ending(table, view, lang) if view.over else None,
        "clock": clock(table) if at == table.number else None,
        "state": numbers(view) if with_state else UNSET,
    }


def clock(table: Table) -> shapes.Clock | None:
    if table.time is None:
        return None
    told = table.time.told()
    return shapes.Clock(
        left=[ms / 1000 for ms in told["left"]],
        runs=told["runs"] if told["runs"] >= 0 else None,
        waits=told["waits"] / 1000,
    )


def status(table: Table, view: Observation) -> shapes.Status:
    if view.actor == OVER:
        return "over"
    return "playing" if table.full else "waiting"


def ending(table: Table, view: Observation, lang: str) -> shapes.Ending:
    who = names_of(table.seats, lang, view.seat)
    return shapes.Ending(
        winners=view.winners,
        rule=view.ended_by or "",
        how=views.how_it_ended(view, who, lang),
        lines=[
            [words.say(lang) for words in views.score_lines(view, i)] for i in range(view.seats)
        ],
        seed=table.dealer.seed,
    )


def players(table: Table, owner: str, lang: str) -> list[shapes.Player]:
    own = next(iter(table.seats_of(owner)), None)
    return [
        shapes.Player(
            seat=i,
            name=name_of(table.seats, i, lang, own),
            kind=seat.kind,  # type: ignore[arg-type]
            level=seat.level if seat.kind == "bot" else 0,
            bot=seat.kind == "bot" or seat.program,
            here=seat.kind == "bot" or table.here(i),
            yours=bool(owner) and seat.owner == owner,
            rating=table.strengths[i] or None if table.strengths else None,
            out=i in table.out,
        )
        for i, seat in enumerate(table.seats)
    ]


def observed(
    table: Table,
    view: Observation,
    owner: str,
    lang: str,
    *,
    with_state: bool,
    with_svg: bool,
    page: str,
) -> shapes.Observed:
    """All that a seat may know of a table now."""
    who = names_of(table.seats, lang, view.seat)
    settings = table.kept.settings
    # While somebody is missing nothing can be done, and nothing glows.
    shown = view if table.full else table.state.observe(None)
    return shapes.Observed(
        **position(
            table,
            table.timeline,
            view,
            lang,
            at=table.number,
            lines=table.timeline.count,
            undone=table.timeline.undone,
            with_state=with_state,
        ),
        table=table.id,
        game=table.game.name,
        version=table.game.version,
        options=dict(table.kept.options),
        players=players(table, owner, lang),
        board=view.text(lang, who),
        log=[line_told(line, view.seat, view.over, who, lang) for line in table.lines],
        commitment=table.dealer.commitment,
        watch=bool(settings.get("watch")),
        hints=bool(settings.get("hints")),
        public=table.is_public,
        page=page,
        invites=invites(table, owner, page),
        rematch=table.kept.rematch or None,
        svg=shown.svg(lang=lang, names=who) if with_svg else UNSET,
    )


def invites(table: Table, owner: str, page: str) -> list[shapes.Invite]:
    """The links of open seats, for the host alone."""
    if not owner or table.kept.settings.get("host") != owner:
        return []
    return [
        shapes.Invite(seat=i, invite=seat.invite, link=f"{page}/join/{seat.invite}")
        for i, seat in enumerate(table.seats)
        if seat.kind == "open"
    ]


def row(kept: Kept, owner: str, lang: str, game: Game | None, now: float) -> shapes.Row:
    """A table in a list, as it is kept."""
    waiting = any(seat.kind == "open" for seat in kept.seats)
    turn = kept.turn if kept.turn >= 0 and not waiting and not kept.over else None
    own = next((i for i, s in enumerate(kept.seats) if owner and s.owner == owner), None)
    there = kept.seats[turn] if turn is not None else None
    return shapes.Row(
        table=kept.id,
        game=kept.game,
        status="over" if kept.over else "waiting" if waiting else "playing",
        players=[name_of(kept.seats, i, lang, own) for i in range(len(kept.seats))],
        turn=turn,
        your_turn=there is not None
        and owner != ""
        and there.kind == "person"
        and there.owner == owner,
        clock=questions.clock_told(kept.settings),
        left=None if game is None else left_to_move(kept, game, now),
    )


def open_table(
    offered: Offered, asker: Asker, lang: str, page: str, found: Snapshot
) -> shapes.OpenTable:
    """A table that anybody may join: of its seats and settings alone."""
    ratings, owner = found.strengths(offered.kept), asker.owner
    kept = offered.kept
    return shapes.OpenTable(
        table=kept.id,
        game=kept.game,
        options=dict(kept.options),
        players=[
            shapes.Sitting(
                seat=i,
                name=name_of(kept.seats, i, lang),
                kind=seat.kind,  # type: ignore[arg-type]
                bot=seat.kind == "bot" or seat.program,
                rating=str(ratings[seat.owner]) if seat.owner in ratings else None,
            )
            for i, seat in enumerate(kept.seats)
        ],
        free=kept.free_seats,
        clock=questions.clock_told(kept.settings),
        rated=found.counts_for(asker, offered),
        at=offered.number,
        yours=owner != "" and any(seat.owner == owner for seat in kept.seats),
        page=page,
    )
