"""``matou arena``: a match between bots, its progress bar and what came of it."""

from __future__ import annotations

import argparse
import importlib.util
import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from matou.cli.catalogue import called, check_fits, option_of
from matou.cli.complaint import FINE, INTERRUPTED, Complaint
from matou.cli.declaring import FILE, GAME, OPTION, Arg, Command, N
from matou.cli.files import UNWRITABLE
from matou.cli.parsing import prog
from matou.cli.terminal.screen import Bar, Screen
from matou.cli.terminal.slowness import warn_if_slow
from matou.core.words import Refusal, Words
from matou.kit.extras import install

if TYPE_CHECKING:
    from matou.arena import Match, Result, Tally
    from matou.arena.running import Journal
    from matou.core.game import Game

PLAYING = Words("playing", "on joue")
STOPPED = Words(
    "Stopped after {n} of {of} games. To go on: {command} --resume",
    "Arrêté après {n} parties sur {of}. Pour reprendre : {command} --resume",
)
NO_RAY = Words(
    "--ray needs Ray: {how}",
    "--ray a besoin de Ray : {how}",
)
HEADS = (
    Words("bot", "joueur"),
    Words("score (95 %)", "score (95 %)"),
    Words("Elo (95 %)", "Elo (95 %)"),
    Words("a decision", "une décision"),
)
SEAT = Words("seat {i}: {says}", "siège {i} : {says}")
FAIR = Words("{says}; without luck {fair}", "{says} ; sans la chance {fair}")
TOO_FEW = Words(
    "Without luck a score is told from ten rounds on.",
    "Sans la chance, un score se dit à partir de dix tours de table.",
)
LENGTH = Words("actions a game: {least} to {most}, {mean} on average",
               "actions par partie : {least} à {most}, {mean} en moyenne")  # fmt: skip
ENDED = Words("ended by: {says}", "fin par : {says}")
WRITTEN = Words("report: {path}", "rapport : {path}")


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.arena.plan import Match
    from matou.arena.report import html

    if args.ray is not None and importlib.util.find_spec("ray") is None:
        raise Complaint(NO_RAY.filled(how=install("cluster")))
    game = chosen_game(args)
    try:
        match = Match.of(
            game,
            args.bots,
            seats=args.seats,
            games=args.games,
            seed=args.seed,
            luck_adjusted=args.luck_adjusted,
        )
    except Refusal as refused:
        raise Complaint(refused.says) from None
    check_fits(game, match.seats)
    command = typed_again("arena", args)
    tally = played(match, args, screen, command, ray=args.ray, journal_at=args.journal)
    if tally is None:
        return INTERRUPTED
    if args.report is not None:
        try:
            Path(args.report).write_text(html(tally, command, screen.lang), encoding="utf-8")
        except OSError as error:
            raise cannot_write(error) from None
    if args.json:
        screen.raw(json.dumps(tally.data()))
    else:
        show(tally, screen)
        if args.report is not None:
            screen.say(WRITTEN, path=args.report)
    return FINE


def chosen_game(args: argparse.Namespace) -> Game:
    """The game that was asked for, with its options."""
    game = called(args.game)
    return game.having(**{o.name: value for o, value in (option_of(game, t) for t in args.option)})


def typed_again(name: str, args: argparse.Namespace) -> str:
    """The command as it was typed, to be typed again."""
    return f"{prog()} {name} {shlex.join(word for word in args.typed if word != '--resume')}"


def played(
    match: Match,
    args: argparse.Namespace,
    screen: Screen,
    command: str,
    *,
    ray: str | None = None,
    journal_at: str | None = None,
) -> Tally | None:
    """Play a match, with a bar and a journal; None if it was stopped, which is said."""
    from matou.arena.running import Journal, run
    from matou.arena.tally import Tally
    from matou.kit.linking import cache_root

    warn_if_slow(called(match.game), screen)
    try:
        path = journal_at or cache_root() / "arena" / f"{match.digest()}.jsonl"
        journal = Journal(Path(path), match, resume=args.resume)
    except Refusal as refused:
        raise Complaint(refused.says) from None
    except OSError as error:
        raise cannot_write(error) from None
    try:
        with Live(match, journal, quiet=args.json, lang=screen.lang) as live:
            run(match, journal, processes=args.processes, ray=ray, told=live.tell)
    except KeyboardInterrupt:
        n = len(journal.results)
        screen.warn("\n" + screen.tell(STOPPED, n=n, of=match.games, command=command))
        return None
    finally:
        journal.close()
    return Tally(match, journal.results.values())


def cannot_write(error: OSError) -> Complaint:
    why = error.strerror or error
    return Complaint(UNWRITABLE.filled(file=error.filename, why=why))


class Live:
    """The running score, with how far the match is."""

    def __init__(self, match: Match, journal: Journal, *, quiet: bool, lang: str) -> None:
        from matou.arena.guests import brief

        self.names = [brief(name) for name in match.bots]
        self.totals = [0.0] * len(match.bots)
        self.counts = [0] * len(match.bots)
        self.lang = lang
        for result in journal.results.values():
            self.count(result)
        self.bar = Bar(match.games, len(journal.results), quiet=quiet)

    def __enter__(self) -> Live:
        self.bar.tell(self.bar.done, self.words())
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.__exit__()

    def count(self, result: Result) -> None:
        for seat, bot in enumerate(result.lineup):
            self.totals[bot] += result.returns[seat]
            self.counts[bot] += 1

    def words(self) -> str:
        if not any(self.counts) or len(self.counts) == 1:
            return PLAYING.say(self.lang)
        return "  ".join(
            f"{name} {100 * total / count:.1f} %" if count else name
            for name, total, count in zip(self.names, self.totals, self.counts, strict=True)
        )

    def tell(self, result: Result) -> None:
        self.count(result)
        self.bar.tell(self.bar.done + 1, self.words())


def show(tally: Tally, screen: Screen) -> None:
    """The result, for people."""
    from matou.arena.guests import brief
    from matou.arena.report import SAYS, number, percent

    lang, match = screen.lang, tally.match
    if len(match.bots) > 1:
        fair = [tally.without_luck(b) for b in range(len(match.bots))]
        heads = (*HEADS, SAYS["fair"]) if fair[0] else HEADS
        rows = [tuple(h.say(lang) for h in heads)]
        elo = tally.elo()
        for b, name in enumerate(map(brief, match.bots)):
            rating = f"{elo[b].mean:+.0f} ({elo[b].low:+.0f} … {elo[b].high:+.0f})"
            took = f"{number(1000 * tally.seconds(b), lang, 2)} ms"
            told = [percent(one, lang)] if (one := fair[b]) else []
            rows.append((name, percent(tally.score(b), lang), rating, took, *told))
        screen.columns(rows)
        screen.line()
    for i, seat in enumerate(tally.seats()):
        says = percent(seat, lang)
        if fair_seat := tally.without_luck(seat=i):
            says = screen.tell(FAIR, says=says, fair=percent(fair_seat, lang))
        screen.say(SEAT, i=i, says=says)
    if match.luck_adjusted and tally.without_luck() is None:
        screen.say(TOO_FEW)
    length = tally.data()["actions"]
    if length:
        screen.say(LENGTH, **{**length, "mean": number(length["mean"], lang, 2)})
    ends = ", ".join(f"{rule} {count}" for rule, count in tally.endings().items())
    screen.say(ENDED, says=ends)


COMMAND = Command(
    "arena",
    Words("matches between bots", "des matchs entre robots"),
    Words(
        "A match between bots: seats are turned, and the games of a round share their luck. Bots: "
        "random, greedy, level1 … level5, a search with an optional limit (level5@1s, "
        "level4@2000), OpenSpiel’s (openspiel:mcts@1s). The same bot everywhere is a study of "
        "balance. A match that was stopped goes on with --resume.",
        "Un match entre robots : les sièges tournent, et les parties d’un même tour ont la même "
        "chance. Les robots : random, greedy, level1 … level5, une recherche avec une limite au "
        "besoin (level5@1s, level4@2000), ceux d’OpenSpiel (openspiel:mcts@1s). Le même robot "
        "partout étudie l’équilibre. Un match arrêté reprend avec --resume.",
    ),
    (
        Arg("game", "which game (see: matou games)", "quel jeu (voir : matou games)", GAME),
        Arg(
            "bots",
            "who plays, one or more",
            "qui joue, un ou plusieurs",
            Words("BOT", "ROBOT"),
            many=True,
        ),
        Arg(
            "--games",
            "how many, made up to whole rounds",
            "combien de parties, par tours entiers",
            N,
            number=(1, 10_000_000),
            otherwise=100,
        ),
        Arg(
            "--seats",
            "how many sit at the table (otherwise: 2)",
            "à combien on joue (sinon : 2)",
            N,
            number=(1, 99),
        ),
        OPTION,
        Arg(
            "--seed",
            "a number for all luck, and for the bots (otherwise: 0)",
            "un nombre pour toute la chance, et pour les robots (sinon : 0)",
            N,
            number=(0, 2**62),
            otherwise=0,
        ),
        Arg(
            "--luck-adjusted",
            "tell the result without luck, too: narrower intervals from the same games (slower)",
            "dire aussi le résultat sans la chance : des intervalles plus étroits avec les mêmes "
            "parties (plus lent)",
        ),
        Arg(
            "--json",
            "the result for machines, on one line",
            "le résultat pour machines, en une ligne",
        ),
        Arg(
            "--report",
            "a page with charts, too",
            "aussi une page avec des graphiques",
            Words("FILE.html", "FICHIER.html"),
        ),
        Arg("--resume", "go on with a match that was stopped", "reprendre un match arrêté"),
        Arg(
            "--journal",
            "where games are kept as they end (otherwise: in the cache)",
            "où sont gardées les parties finies (sinon : dans le cache)",
            FILE,
        ),
        Arg(
            "--processes",
            "how many play (otherwise: one a core)",
            "combien jouent (sinon : un par cœur)",
            N,
            number=(0, 4096),
            otherwise=0,
        ),
        Arg(
            "--ray",
            "play on a Ray cluster",
            "jouer sur une grappe Ray",
            Words("ADDRESS", "ADRESSE"),
        ),
    ),
    (
        (
            "arena {game} level4 level2 --games 200",
            Words("is level 4 stronger than level 2?", "le niveau 4 est-il plus fort que le 2 ?"),
        ),
        (
            "arena {game} level4 --seats {most} --report balance.html",
            Words("what is each seat worth?", "que vaut chaque siège ?"),
        ),
        (
            "arena {game} level5@1s openspiel:mcts@1s --json",
            Words("beside OpenSpiel’s search, in equal time", "face à OpenSpiel, à temps égal"),
        ),
    ),
    run,
)
