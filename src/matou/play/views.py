"""Views of a table for pages and programs, made from one observation in one language.

A page that draws by itself gets the observation instead (``undrawn``) and makes the same view from
it (``from_position``, in ``page/drawer.py``).
"""

import logging
from binascii import a2b_base64
from typing import Any, Literal, NamedTuple

from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.position import Out, Seen
from matou.kit.layout import field_names
from matou.kit.linking import CHANCE, OVER
from matou.paper import Sheet
from matou.play import daily, position_words
from matou.play.host import Step
from matou.play.log import Line
from matou.play.protocol import messages, programs
from matou.play.protocol.fields import filled
from matou.play.seats import face_of, names_of
from matou.play.table import Table
from matou.play.timeline import Timeline

log = logging.getLogger("matou.play")


class Board(NamedTuple):
    """A view shared by all watchers with the same seat and settings, and its picture."""

    message: messages.View
    sheet: Sheet | None


def players(
    table: Table, lang: str, owner: str, muted: frozenset[str] = frozenset()
) -> list[messages.Player]:
    """Returns who sits where, and which seats belong to ``owner``."""
    who = names_of(table.seats, lang, next(iter(table.seats_of(owner)), None))
    out: dict[int, Literal["", "time", "resigned"]] = {
        out.seat: "resigned" if out.resigned else "time" for out in table.state.out
    }
    return [
        messages.Player(
            name=who[i],
            kind=seat.kind,  # type: ignore[arg-type]
            level=seat.level,
            face=face_of(table.game, table.seats, i),
            colour=seat.colour,
            here=seat.kind == "bot" or table.presence.here(i),
            gone=seat.kind == "person" and table.presence.gone(i),
            mine=bool(owner) and seat.owner == owner,
            held=is_held(table, i),
            out=out.get(i, ""),
            forfeited=seat.has_forfeited,
            unrated=table.is_rated and table.full and seat.owner != "" and not seat.rated_at,
            rating=table.strengths[i] if table.strengths else "",
            program=seat.kind == "person" and seat.program,
            muted=seat.owner in muted,
            person=seat.owner != "",
        )
        for i, seat in enumerate(table.seats)
    ]


def is_held(table: Table, i: int) -> bool:
    """Returns whether a bot holds a seat, for its owner or for anybody who joins."""
    seat = table.seats[i]
    if table.is_public and seat.is_warm:
        return i in table.row.free_seats
    return seat.kind == "bot" and seat.owner != "" and i not in table.out


def board(
    table: Table,
    step: Step,
    view: Observation,
    who: list[str],
    lang: str,
    memory: bool,
    wide: bool,
    before: Sheet | None,
) -> Board:
    """Returns the part of a view that all watchers with the same settings share; cached."""
    key = (view.seat, lang, memory, wide)
    made: Board | None = step.drawn.get(key)
    if made is not None:
        return made
    # Reuse the picture of a seat that sees the same.
    for (other, *how), there in step.drawn.items():
        if how == [lang, memory, wide] and seen(table, step, other).tobytes() == view.tobytes():
            before = there.sheet or before
    if table.full:
        scene, sheet = drawn(view, who, lang, memory, wide, before)
    else:  # while seats are open nothing can be clicked
        scene, sheet = drawn(table.state.observe(None), who, lang, memory, wide, before)
        scene.seat, scene.turn = view.seat, CHANCE
        scene.prompt = position_words.prompt(table, view, who, lang)
    fields = around(table, step, view, lang)
    message = filled(messages.View, {**vars(scene), **fields, "moments": step.moments})
    made = step.drawn[key] = Board(message, sheet)
    return made


def drawn(
    view: Observation, who: list[str], lang: str, memory: bool, wide: bool, before: Sheet | None
) -> tuple[messages.Scene, Sheet | None]:
    """Returns a view made from an observation alone: picture, legal actions and words.

    Unchanged parts are reused from the picture ``before``.
    """
    sheet = None
    try:
        sheet = view.sheet(lang=lang, memory=memory, names=who, wide=wide, before=before)
    except Exception:
        # Play goes on without the picture: the board in words is complete.
        log.exception("%s: a picture could not be drawn", view.game.name)
    describe, name, seat = view.game.words.describe, view.game.notation.name, view.seat
    scene = messages.Scene(
        seat=seat,
        turn=view.actor,
        prompt=position_words.now(view, who, lang),
        rule=position_words.rule_now(view),
        tallies=position_words.tallies(view, memory, lang),
        legal=[
            messages.Move(a, name(view.s, a), describe(view.s, a).say(lang, who, seat))
            for a in view.legal()
        ],
        highlights={} if sheet is None else sheet.highlights,
    )
    return scene, sheet


def around(table: Table, step: Step, view: Observation, lang: str) -> dict[str, Any]:
    """Returns the fields of a view besides the drawing: number, seat, remark, ending."""
    remark = end = None
    if step.remark or view.over:
        who = names_of(table.seats, lang, view.seat)
        remark = step.remark and messages.Remark(step.remark[0], step.remark[1].say(lang, who))
        end = ending(table, view, who, lang) if view.over else None
    return {
        "t": "view",
        "at": step.number,
        "seat": view.seat,
        "undone": step.undone,
        "remark": remark,
        "end": end,
    }


def undrawn(
    table: Table, step: Step, view: Observation, lang: str, first: int
) -> messages.UndrawnView:
    """Returns a view for a page that draws by itself, with the seat's log from ``first`` on."""
    position: dict[str, Any] = {"record": view.tobytes(), "log": (first, view.log_from(first))}
    if view.out:
        position["out"] = list(view.out), view.stopped
    fields = around(table, step, view, lang)
    fields["position"] = filled(messages.Undrawn, position)
    return filled(messages.UndrawnView, fields)


def from_position(
    game: Game, seats: int, sent: dict[str, Any], seat: int | None, log: list[Seen]
) -> Observation:
    """Returns the observation that a page was sent; ``log`` is the seat's whole log."""
    s = game.rules.State.from_buffer_copy(a2b_base64(sent["record"]))
    out, stopped = sent.get("out", ([], False))
    lost = tuple(Out(*each) for each in out)
    return Observation(game, seats, s, seat, log, lost, stopped)


def seen(table: Table, step: Step, seat: int | None) -> Observation:
    view = step.seen.get(seat)
    if view is None:
        view = step.seen[seat] = table.state.observe(seat)
    return view


def plain(table: Table, step: Step, seat: int | None) -> messages.PlainView:
    """Returns a view for a program: the position in notation, without picture or words."""
    key = (seat, "plain")
    made: messages.PlainView | None = step.drawn.get(key)
    if made is not None:
        return made
    view = seen(table, step, seat)
    name = view.game.notation.name
    last = view.last
    fields = {
        "t": "view",
        "at": step.number,
        "seat": seat,
        "turn": view.actor,
        "legal": [(a, name(view.s, a)) for a in view.legal()] if table.full else [],
        "last": last.name if last else "",
        "over": view.over,
        "scores": view.scores,
        "undone": step.undone,
    }
    if view.out:
        fields["out"] = [out.seat for out in view.out]
    made = step.drawn[key] = filled(messages.PlainView, fields)
    return made


def ending(table: Table, view: Observation, who: list[str], lang: str) -> messages.Ending:
    """Returns how the game ended: scores, winners and seed."""
    return messages.Ending(
        winners=view.winners,
        rule="" if view.stopped else view.ended_by or "",
        how=position_words.how_it_ended(view, who, lang),
        scores=[
            messages.Score(
                who[i], [words.say(lang, who) for words in position_words.score_lines(view, i)]
            )
            for i in range(view.seats)
        ],
        seed="" if daily.is_closed(table.row) else table.dealer.revealed,
        rematch=table.row.rematch,
    )


# For programs


def numbers(view: Observation) -> dict[str, Any]:
    """Returns an observation's record as named numbers and lists."""
    return {name: as_numbers(getattr(view.s, name)) for name in field_names(type(view.s))}


def as_numbers(value: Any) -> Any:
    return value if isinstance(value, int) else [as_numbers(part) for part in value]


def program_line(
    line: Line, seat: int | None, is_over: bool, who: list[str], lang: str
) -> programs.Line:
    read = line.read_by(seat, is_over)
    return programs.Line(
        seat=read.actor if read.actor >= 0 else None,
        notation=read.name,
        says=read.says.say(lang, who, seat),
    )


def position(
    table: Table,
    timeline: Timeline,
    view: Observation,
    lang: str,
    step: Step | None = None,
    *,
    with_state: bool = False,
) -> programs.Position:
    """Returns a position for a program: the end of a timeline, or an earlier ``step`` of it."""
    at, lines, undone = timeline.number, timeline.count, timeline.undone
    if step is not None:
        at, lines, undone = step.number, step.lines, step.undone
    seat, actor, game = view.seat, view.actor, view.game
    who = names_of(table.seats, lang, seat)
    name, describe = game.notation.name, game.words.describe
    line = timeline.lines[lines - 1] if lines and not undone else None
    made = programs.Position(
        at=at,
        status="over" if actor == OVER else "playing" if table.full else "waiting",
        seat=seat,
        turn=actor if table.full and actor >= 0 else None,
        prompt=position_words.prompt(table, view, who, lang),
        legal=[
            programs.Choice(
                action=a, notation=name(view.s, a), says=describe(view.s, a).say(lang, who)
            )
            for a in (view.legal() if table.full else [])
        ],
        scores=view.scores,
        line=None if line is None else program_line(line, seat, view.over, who, lang),
        undone=undone,
        # While a chance event is pending nobody can act or undo.
        undo=seat is not None and actor >= 0 and not table.row.day and timeline.can_undo(seat),
        ending=program_ending(table, view, who, lang) if view.over else None,
        clock=program_clock(table) if at == table.number else None,
    )
    if with_state:
        made.state = numbers(view)
    return made


def program_clock(table: Table) -> programs.Clock | None:
    if table.time is None:
        return None
    clock = table.time.message()
    return programs.Clock(
        left=[ms / 1000 for ms in clock.left],
        runs=clock.runs if clock.runs >= 0 else None,
        waits=clock.waits / 1000,
    )


def program_ending(table: Table, view: Observation, who: list[str], lang: str) -> programs.Ending:
    end = ending(table, view, who, lang)
    return programs.Ending(
        winners=end.winners,
        rule=view.ended_by or "",
        how=end.how,
        lines=[score.lines for score in end.scores],
        seed=end.seed,
    )


def program_players(table: Table, owner: str, lang: str) -> list[programs.Player]:
    return [
        programs.Player(
            seat=i,
            name=there.name,
            kind=there.kind,
            level=there.level if there.kind == "bot" else 0,
            bot=there.kind == "bot" or there.program,
            here=there.here,
            yours=there.mine,
            rating=there.rating or None,
            out=there.out != "",
        )
        for i, there in enumerate(players(table, lang, owner))
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
) -> programs.Observed:
    """Returns everything that a seat may know of a table now, for a program."""
    who, timeline = names_of(table.seats, lang, view.seat), table.timeline
    settings = table.row.settings
    made = programs.Observed(
        **vars(position(table, timeline, view, lang)),
        table=table.id,
        game=table.game.name,
        version=table.game.version,
        options=dict(table.row.options),
        players=program_players(table, owner, lang),
        board=view.text(lang, who),
        log=[program_line(line, view.seat, view.over, who, lang) for line in table.lines],
        commitment=table.dealer.commitment,
        watch=bool(settings.get("watch")),
        hints=bool(settings.get("hints")),
        public=table.is_public,
        page=page,
        invites=program_invites(table, owner, page),
        rematch=table.row.rematch or None,
    )
    if with_state:
        made.state = numbers(view)
    if with_svg:  # while seats are open nothing can be clicked
        shown = view if table.full else table.state.observe(None)
        made.svg = shown.svg(lang=lang, names=who)
    return made


def program_invites(table: Table, owner: str, page: str) -> list[programs.Invite]:
    return [
        programs.Invite(seat=seat, invite=token, link=f"{page}/join/{token}")
        for seat, token in invites(table, owner)
    ]


def invites(table: Table, owner: str) -> list[messages.Invite]:
    """Returns the invitations to open seats, for the host of the table only."""
    if not owner or table.row.settings.get("host") != owner:
        return []
    return [messages.Invite(i, s.invite) for i, s in enumerate(table.seats) if s.kind == "open"]
