"""The games in OpenSpiel: ``pyspiel.load_game("matou_clocktowers(players=3)")``.

Importing this module registers each game as a Python game, ``matou_`` before its name.

- Parameters: ``players``, and each option of the game (``ladder=player``); an option whose
  default depends on the number of players is empty by default.
- Actions and chance outcomes have the numbers they have everywhere in Matou.
- Utilities are returns from 0 to 1: 1 for a win, also for each member of a winning team; an
  equal share of a shared victory; one half for a draw. With two players they add up to 1, and
  the game says that it is constant-sum; with more it is general-sum. ``zero_sum=true``, for two
  players, counts from -1 to 1 instead, since many algorithms ask for a zero-sum game.
- Perfect information is declared where every seat sees the whole record: what chance has not
  decided yet does not exist. A game with secrets declares imperfect information.
- Observers are public, private or both, as tensors (``encode`` of the game, part by part) and
  as strings (the fields of the record that a seat may know). With perfect recall there is only
  a string: every action as the seat saw it. A spectator's view is the public one.
- ``resample_from_infostate`` returns a state that fits all that a seat has seen.

Not supported: information states as tensors, since games can be thousands of actions long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import numpy as np

from matou.core.game import Game, Value
from matou.core.position import Secret
from matou.core.refusals import missing
from matou.core.registry import find, names
from matou.kit.layout import clone, field_names
from matou.kit.linking import CHANCE, OVER
from matou.kit.rng import rng_words
from matou.research.observations import Numbers, encoder_of, line, named

try:
    import pyspiel
except ImportError:
    raise missing("OpenSpiel") from None

PREFIX = "matou_"
ZERO_SUM = "zero_sum"
UNSEEN = -1


class Step:
    """One action, and the record before it. Its name is made when somebody asks for it."""

    __slots__ = ("action", "before", "last", "story")

    def __init__(self, last: Step | None, before: bytes, action: int) -> None:
        self.last = last
        self.before = before
        self.action = action
        self.story: dict[int, str] = {}


class Table:
    """A record and its history. A copy copies the record's bytes and shares the steps."""

    __slots__ = ("game", "listed", "s", "step", "weights")

    def __init__(self, game: Game, s: Any, step: Step | None = None) -> None:
        self.game = game
        self.s = s
        self.step = step
        self.listed: list[int] | None = None
        self.weights: list[int] = []

    def __deepcopy__(self, memo: object) -> Table:  # OpenSpiel clones with it
        return Table(self.game, clone(self.s), self.step)

    def __reduce__(self) -> tuple[Any, ...]:  # OpenSpiel serialises with it
        chosen = self.game.settings(self.s.seats)
        return restored, (self.game.name, chosen, self.s.seats, self.actions())

    def actions(self) -> list[int]:
        return [step.action for step in self.steps()][::-1]

    def steps(self) -> Iterator[Step]:
        """Yields the steps so far, the latest first."""
        step = self.step
        while step is not None:
            yield step
            step = step.last

    def secret(self, step: Step) -> tuple[Any, Secret | None]:
        """Returns the record before a step, and the secret of its action, if it has one."""
        s = self.game.rules.State.from_buffer_copy(step.before)
        return s, self.game.notation.secret(s, step.action)

    def legal(self) -> list[int]:
        """Returns the legal actions; at CHANCE also sets their weights."""
        if self.listed is None:
            rules = self.game.rules
            out = [0] * rules.MAX_LEGAL
            weights = [0] * rules.MAX_LEGAL
            n = 0 if rules.actor(self.s) == OVER else rules.legal(self.s, out, weights)
            self.listed = out[:n]
            self.weights = weights[:n]
        return self.listed

    def apply(self, action: int) -> None:
        self.step = Step(self.step, bytes(self.s), action)
        self.game.rules.apply(self.s, action)
        self.listed = None

    def story(self, seat: int) -> str:
        """Returns every action as a seat saw it."""
        fresh = [*takewhile(lambda step: seat not in step.story, self.steps())]
        before = fresh[-1].last if fresh else self.step
        text = before.story[seat] if before is not None else ""
        for step in reversed(fresh):
            s, secret = self.secret(step)
            if secret is None or secret.owner == seat:
                name = self.game.notation.name(s, step.action)
            else:
                name = secret.name
            text = step.story[seat] = f"{text} {name}" if text else name
        return text


def restored(name: str, chosen: dict[str, Value], seats: int, actions: list[int]) -> Table:
    """Returns a table from its list of actions."""
    game = find(name).having(**chosen)
    table = Table(game, game.start(seats).s)
    for action in actions:
        table.apply(action)
    return table


def type_of(game: Game, utility: Any = None) -> Any:
    """Returns OpenSpiel's description of a game; without a utility, for any number of players."""
    from pyspiel import GameType

    spec: dict[str, object] = {"players": game.min_seats, ZERO_SUM: False}
    for option in game.options:
        spec[option.name] = "" if option.default is not None else option.values[0]
    kinds = GameType.Information
    return GameType(
        short_name=PREFIX + game.name,
        long_name=game.words.TITLE.say(),
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if game.hindsight else kinds.PERFECT_INFORMATION,
        utility=utility or GameType.Utility.GENERAL_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=spec,
    )


class MatouGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, plain: Game, params: dict[str, Any] | None) -> None:
        given = dict(params or {})
        self.seats = plain.check_seats(given.pop("players", plain.min_seats))
        self.is_zero_sum = bool(given.pop(ZERO_SUM, False))
        if self.is_zero_sum and self.seats != 2:
            raise ValueError(f"zero_sum is for two players, not {self.seats}")
        by_seats = {option.name for option in plain.options if option.default is not None}
        chosen = {k: v for k, v in given.items() if not (k in by_seats and v == "")}
        self.game = plain.having(**chosen)
        self.opening = plain.rules.State()
        plain.rules.setup(self.opening, self.seats, self.game.codes(self.seats))
        encoder = encoder_of(plain)
        self.events: int = encoder.EVENTS
        info = pyspiel.GameInfo(
            num_distinct_actions=plain.rules.ACTIONS,
            max_chance_outcomes=plain.rules.ACTIONS,
            num_players=self.seats,
            min_utility=-1.0 if self.is_zero_sum else 0.0,
            max_utility=1.0,
            utility_sum=None if self.seats > 2 else 0.0 if self.is_zero_sum else 1.0,
            max_game_length=encoder.DECISIONS,
        )
        super().__init__(type_of(plain, self.utility()), info, params or {})

    def utility(self) -> Any:
        """Returns what the utilities of all players add up to, in OpenSpiel's terms."""
        kinds = pyspiel.GameType.Utility
        if self.seats > 2:
            return kinds.GENERAL_SUM
        return kinds.ZERO_SUM if self.is_zero_sum else kinds.CONSTANT_SUM

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (str(self),)

    def new_initial_state(self) -> MatouState:
        return MatouState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MatouObserver:
        """Returns an observer; by default of what a seat sees now, public and private."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return MatouObserver(self, kind, params)

    def max_chance_nodes_in_history(self) -> int:
        return self.events

    def retold(self, whole: Any, seen: Sequence[int]) -> MatouState:
        """Returns a state with its history, from a record and its actions (UNSEEN if not known)."""
        hindsight = self.game.hindsight
        state = self.new_initial_state()
        for known in seen:
            action = known
            if action == UNSEEN:
                assert hindsight is not None  # games without hidden actions show all of them
                action = hindsight(state.table.s, whole)
            state.apply_action(action)
        return state


def loaded(text: str) -> MatouGame:
    game: MatouGame = pyspiel.load_game(text)
    return game


class MatouState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: MatouGame) -> None:
        super().__init__(game)
        # The only attribute: OpenSpiel clones a state by deep copies of its attributes.
        self.table = Table(game.game, clone(game.opening))

    def current_player(self) -> int:
        """Returns a seat, or OpenSpiel's numbers for chance and the end."""
        who = self.table.game.rules.actor(self.table.s)
        if who >= 0:
            return who
        player: int = pyspiel.PlayerId.CHANCE if who == CHANCE else pyspiel.PlayerId.TERMINAL
        return player

    def is_terminal(self) -> bool:
        return self.table.game.rules.actor(self.table.s) == OVER

    def _legal_actions(self, _player: int) -> list[int]:
        return self.table.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        actions = self.table.legal()
        total = sum(self.table.weights)
        return [(a, w / total) for a, w in zip(actions, self.table.weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.table.game.notation.name(self.table.s, action)

    def returns(self) -> list[float]:
        """Returns each player's utility; zeros while the game goes on."""
        table = self.table
        out = [0.0] * table.s.seats
        if table.game.rules.actor(table.s) == OVER:
            table.game.rules.returns(table.s, out)
            if self.get_game().is_zero_sum:
                out = [2 * x - 1 for x in out]
        return out

    def __str__(self) -> str:
        return fields(self.table.s)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Returns what a seat sees, by default the one to act.

        OpenSpiel's own method starts a game to learn the length.
        """
        who = self.current_player() if player is None else player
        if not 0 <= who < self.num_players():
            return super().observation_tensor(who)  # type: ignore[no-any-return]  # its own error
        return line(self.table.game, self.table.s, who).astype(np.float32).tolist()  # type: ignore[no-any-return]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatouState:
        """Returns a state, with its history, that fits all that a seat has seen."""
        table = self.table
        if table.game.hindsight is None:
            twin: MatouState = self.clone()
            return twin
        whole = clone(table.s)
        table.game.rules.observe(whole, player)
        table.game.rules.imagine(whole, rng_words(int(sampler() * (1 << 48))))
        seen: list[int] = []
        for step in table.steps():
            _, secret = table.secret(step)
            is_known = secret is None or secret.owner == player
            seen.append(step.action if is_known else UNSEEN)
        game: MatouGame = self.get_game()
        return game.retold(whole, seen[::-1])


def fields(s: Any, other: Any = None) -> str:
    """Returns a record's fields that are not all 0, or that differ from another record's."""
    usual, shown = type(s)() if other is None else other, []
    for name in field_names(type(s)):
        value = plain_list(getattr(s, name))
        if value != plain_list(getattr(usual, name)):
            shown.append(f"{name}={value}".replace(" ", ""))
    return " ".join(shown)


def plain_list(value: Any) -> Any:
    """Returns a field as a number, a list or a list of lists."""
    if isinstance(value, int):
        return value
    flat = value[:]  # a row of numbers at once; a table row by row
    return flat if isinstance(flat[0], int) else [row[:] for row in flat]


class MatouObserver:
    """An observer for ``open_spiel.python.observation``."""

    def __init__(self, game: MatouGame, kind: Any, params: object) -> None:
        if params:
            raise ValueError(f"observers take no parameters here; passed {params}")
        self.is_public = bool(kind.public_info)
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recalls = bool(kind.perfect_recall)
        encoder = encoder_of(game.game)
        self.game = game.game
        parts = [p for p in encoder.PARTS if (self.is_private if p.is_private else self.is_public)]
        self.parts = parts
        self.shown = np.concatenate([np.full(p.size, p in parts) for p in encoder.PARTS])
        self.tensor: Numbers | None = None
        self.dict: dict[str, Numbers] = {}
        if not self.recalls:
            self.tensor = np.zeros(sum(p.size for p in parts), np.float32)
            self.dict = named(parts, self.tensor)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if self.tensor is not None:
            self.dict = named(self.parts, self.tensor)  # views of this tensor, not of a copy

    def set_from(self, state: MatouState, player: int) -> None:
        """Fills ``tensor``, and with it ``dict``, with what a seat sees."""
        if self.tensor is not None:
            self.tensor[:] = line(self.game, state.table.s, player)[self.shown]

    def string_from(self, state: MatouState, player: int) -> str:
        """Returns what a seat sees as text."""
        table = state.table
        if self.recalls and self.is_public:
            return f"seat {player}: {table.story(player if self.is_private else -1)}".rstrip()
        observe = table.game.rules.observe
        public = clone(table.s)
        observe(public, -1)
        if not self.is_private:
            return fields(public) if self.is_public else ""
        own = clone(table.s)
        observe(own, player)
        return fields(own) if self.is_public else fields(own, public)


def register(name: str) -> None:
    plain = find(name)
    kind = type_of(plain)

    class Loaded(MatouGame):
        """The game under its name. OpenSpiel needs a class that lives as long as the program."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(plain, params)

    pyspiel.register_game(kind, Loaded)


for _name in names():
    register(_name)
