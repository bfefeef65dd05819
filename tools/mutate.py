"""Plants small faults in the rules, one at a time, and checks whether the quick tests notice.

    python tools/mutate.py                       all games; stop and resume at any time
    python tools/mutate.py clocktowers           one game
    python tools/mutate.py clocktowers/rules.observe     a file, a function or a fault, by name
    python tools/mutate.py --again               survivors without a reason too, after adding tests
    python tools/mutate.py --report              the results so far
    python tools/mutate.py --list chopchop       all faults

A fault that no test notices is a survivor. It gets a test, or a reason in
``mutate_reasons.toml`` why nothing can notice it; one with neither is a failure, and so is a
reason for a fault that does not survive. Results are lines in a journal, by the text of each
function: after an edit, the faults of that function are tried again.

We looked at mutmut and cosmic-ray first. mutmut passes over decorated functions, which ours all
are; cosmic-ray starts a process with all its imports for every fault, some four thousand here.
The faults themselves are in ``mutations.py``.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import json
import os
import resource
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import hypothesis
import numpy  # noqa: F401, tests need it: imported once, before every fork
import pytest
from mutations import GAMES, Mutation, mutations

GAMES_THERE = sorted(path.parent.name for path in GAMES.glob("*/rules.py"))
ROOT = GAMES.parent.parent.parent
REASONS = Path(__file__).with_name("mutate_reasons.toml")
JOURNAL = ROOT / "build" / "mutate.jsonl"
GAMES_EACH = 6  # beside a second implementation, at each table; the tests themselves play more
TEST_SECONDS = 3  # of processor time for one test; the longest takes one
MEMORY = 4 << 30

# The quick tests of rules, without those of pictures and words.
TESTS = (
    "reference",
    "conformance/test_data.py",
    "conformance/test_line.py",
    "conformance/test_results.py",
    "conformance/test_secrecy.py",
    "conformance/test_actions.py",
    "games/{game}",
)
LEFT_OUT = (
    "test_book.py",
    "test_clicks.py",
    "test_drawing.py",
    "test_picture.py",
    "test_words.py",
    "::test_every_legal_action_can_be_clicked",
    "test_reasons.py",
    "test_why.py",
    "::test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know",
    "::test_every_illegal_",
    "::test_why_not_",
    "::test_scores_can_be_asked_at_any_time_and_are_explained",
)
SURVIVED, TIMED_OUT = "", "its time limit"


# --- planting a fault


def code_of(tree: ast.Module, file: Path, function: str) -> CodeType:
    """Returns the compiled body of a function of a module."""
    whole = compile(ast.fix_missing_locations(tree), str(file), "exec")
    return next(c for c in whole.co_consts if isinstance(c, CodeType) and c.co_name == function)


def replace(mutation: Mutation) -> None:
    """Plants a fault in a rule whose module is imported already."""
    with mutation.planted() as tree:
        code = code_of(tree, mutation.file, mutation.function)
    getattr(sys.modules[mutation.module], mutation.function).__code__ = code


class Planter:
    """Imports a module with a fault in it, for code that runs on import."""

    def __init__(self, mutation: Mutation) -> None:
        self.mutation = mutation

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        if name != self.mutation.module:
            return None
        file, mutation = str(self.mutation.file), self.mutation

        class Loader(SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
                with mutation.planted() as tree:
                    return compile(ast.fix_missing_locations(tree), file, "exec")

        return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))


# --- running the tests


@dataclass
class Order:
    """The order of tests: those that notice most in the least time come first."""

    seconds: dict[str, float]
    noticed: Counter[str] = field(default_factory=Counter)

    def sort(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.wait(item.nodeid))

    def wait(self, test: str) -> float:
        return (0.01 + self.seconds.get(test, 1.0)) / (1 + self.noticed[test])


class Trial:
    """A pytest plugin that runs the tests of one game for each fault, in a new process."""

    def __init__(self, game: str, order: Order, late: Sequence[Mutation], journal: Path) -> None:
        self.game = game
        self.order = order
        self.late = late  # planted after collection; if empty, the tests run once as they are
        self.journal = journal
        self.seconds: dict[str, float] = {}
        self.parent = os.getppid()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.fits(item)]
        for module in {item.module for item in items if isinstance(item, pytest.Function)}:
            if hasattr(module, "GAMES_EACH"):
                module.GAMES_EACH = GAMES_EACH

    def fits(self, item: pytest.Item) -> bool:
        if any(part in item.nodeid for part in LEFT_OUT):
            return False
        given = item.callspec.params if hasattr(item, "callspec") else {}
        named = [getattr(v, "name", v) for v in given.values()]
        others = [game for game in GAMES_THERE if game != self.game]
        if any(other in named or other in item.path.name for other in others):
            return False
        # Options change only rules, and the lockstep test covers those at every table.
        needs_all = item.path.name in ("test_lockstep.py", "test_line.py")
        return needs_all or "table" not in given or not given["table"].options

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.late:
            self.run_all(session.items)
        signal.setitimer(signal.ITIMER_PROF, 0)  # no limit for this process
        for mutation in self.late:
            if os.getppid() != self.parent:  # the parent has ended
                break
            by = in_child(self.run_with, mutation, session.items)
            self.order.noticed[by] += 1
            write(self.journal, mutation, by)
        os._exit(0)

    def run_with(self, mutation: Mutation, items: list[pytest.Item]) -> None:
        replace(mutation)
        self.run_all(items)

    def run_all(self, items: list[pytest.Item]) -> None:
        """Runs tests up to the first that fails, and reports its name; if none does, their
        times.
        """
        self.order.sort(items)
        for item, following in zip(items, [*items[1:], None], strict=True):
            signal.setitimer(signal.ITIMER_PROF, TEST_SECONDS)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        report_and_exit(json.dumps(self.seconds))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            report_and_exit(report.nodeid or "the imports")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            report_and_exit(report.nodeid)
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration


_pipe = -1


def report_and_exit(news: str) -> None:
    """Ends this process with a report: which test noticed a fault, or how long all tests took."""
    os.write(_pipe, news.encode())
    os._exit(0)


def in_child(work: Callable[..., None], *given: object) -> str:
    """Runs a function in a child process; returns its report."""
    global _pipe
    ours, theirs = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _pipe = theirs
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.setitimer(signal.ITIMER_PROF, TEST_SECONDS)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        try:
            work(*given)
        except BaseException as error:
            report_and_exit(f"{type(error).__name__}: {error}")
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        answer = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return TIMED_OUT if os.WTERMSIG(status) == signal.SIGPROF else f"signal {status}"
    return answer or "the imports"


def run_tests(game: str, order: Order, journal: Path, late: Sequence[Mutation] = ()) -> None:
    """Collects the tests of a game and runs them; never returns."""
    hypothesis.settings.register_profile(
        "mutate", database=None, derandomize=True, phases=(hypothesis.Phase.generate,)
    )
    hypothesis.settings.load_profile("mutate")
    paths = [ROOT / "tests" / path.format(game=game) for path in TESTS]
    quiet = ["-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:randomly"]
    given = [str(path) for path in paths if path.exists()]
    pytest.main([*quiet, "-W", "ignore", *given], plugins=[Trial(game, order, late, journal)])
    report_and_exit("the imports")


def quick_check(mutation: Mutation) -> None:
    """Plays each table beside the second implementation, and compares encoded lines.

    Notices most faults in code that runs on import, in a fraction of the time that pytest takes to
    collect its tests.
    """
    sys.meta_path.insert(0, Planter(mutation))
    sys.path.insert(0, str(ROOT / "tests"))
    lockstep = importlib.import_module("reference.test_lockstep")
    lines = importlib.import_module("conformance.test_line")
    tables = [table for table in lockstep.TABLES if table.name == mutation.game]
    lines.test_every_part_of_the_line_is_as_in_the_simple_encoder(tables[0])
    for table in tables:
        lockstep.side_by_side(table, 0)
    report_and_exit("{}")


def run_early(mutation: Mutation, order: Order, journal: Path) -> None:
    """Runs the tests with a fault in code that runs on import."""
    sys.meta_path.insert(0, Planter(mutation))
    run_tests(mutation.game, order, journal)


# --- results


def write(journal: Path, mutation: Mutation, by: str) -> None:
    """Writes a fault's line in the journal: the test that noticed it, or none."""
    by = SURVIVED if by.startswith("{") else by
    entry = {"where": mutation.where, "text": mutation.text, "of": mutation.digest, "by": by}
    with journal.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def read(journal: Path) -> dict[tuple[str, str, str], str]:
    """Returns which test noticed each fault; the last line about it counts."""
    lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []
    entries = [json.loads(line) for line in lines]
    return {(e["where"], e["text"], e["of"]): e["by"] for e in entries}


@dataclass(frozen=True)
class Reason:
    """The reason why no test can notice some faults, by text or beginning of the name."""

    where: str
    why: str
    changes: Sequence[str] = ()
    begins: str | None = None

    def is_for(self, m: Mutation) -> bool:
        begins = self.begins is not None and m.text.replace("{", "").startswith(self.begins)
        return m.where == self.where and (m.text in self.changes or begins)


def reasons() -> list[Reason]:
    return [
        Reason(**table) for table in tomllib.loads(REASONS.read_text(encoding="utf-8"))["reason"]
    ]


def key(mutation: Mutation) -> tuple[str, str, str]:
    return mutation.where, mutation.text, mutation.digest


def try_all(todo: list[Mutation], journal: Path) -> None:
    """Plants each fault, runs the tests, and records which test noticed it."""
    orders: dict[str, Order] = {}
    for game in dict.fromkeys(m.game for m in todo):
        alone = in_child(run_tests, game, Order({}), journal)
        if not alone.startswith("{"):
            sys.exit(f"without any fault, {game} does not pass: {alone}")
        orders[game] = Order(json.loads(alone))
        late = [m for m in todo if m.game == game and m.is_rule]
        if late:
            in_child(run_tests, game, orders[game], journal, late)
    for mutation in todo:
        if not mutation.is_rule:
            by = in_child(quick_check, mutation)
            if by == "{}":
                by = in_child(run_early, mutation, orders[mutation.game], journal)
                orders[mutation.game].noticed[by] += 1
            write(journal, mutation, by)


def report(
    everything: list[Mutation], chosen: list[Mutation], found: dict[tuple[str, str, str], str]
) -> bool:
    """Prints the survivors; returns whether each has a test or a reason."""
    tried = [m for m in chosen if key(m) in found]
    survivors = [m for m in tried if found[key(m)] == SURVIVED]
    known = reasons()
    unexplained = [m for m in survivors if not any(reason.is_for(m) for reason in known)]
    for m in unexplained:
        print(f"{m.file.relative_to(ROOT)}:{m.line}  {m.name}\n    {m.text}")
    alive = {(m.where, m.text) for m in everything if found.get(key(m), SURVIVED) == SURVIVED}
    idle = [(r.where, text) for r in known for text in r.changes if (r.where, text) not in alive]
    for where, text in idle:
        print(f"a reason for a fault that does not exist or is noticed:\n    {where}  {text}")
    print(
        f"{len(tried)} of {len(chosen)} faults tried, {len(tried) - len(survivors)} noticed, "
        f"{len(survivors) - len(unexplained)} survive for a reason, {len(unexplained)} without"
    )
    return not unexplained and not idle and len(tried) == len(chosen)


def main() -> None:
    parser = argparse.ArgumentParser(description="Plant faults in the rules; do tests notice?")
    parser.add_argument("names", nargs="*", help="games, files, functions or faults; all")
    parser.add_argument(
        "--again", action="store_true", help="try survivors without a reason once more"
    )
    parser.add_argument("--list", action="store_true", help="show the faults, try nothing")
    parser.add_argument("--report", action="store_true", help="show what was found, try nothing")
    parser.add_argument("--journal", type=Path, default=JOURNAL)
    given = parser.parse_args()
    everything = [m for game in GAMES_THERE for m in mutations(game)]
    chosen = [m for name in given.names or [""] for m in everything if m.is_called(name)]
    if given.list:
        for m in chosen:
            print(f"{m.name}  {m.line}  {m.text}")
        return
    os.chdir(ROOT)
    given.journal.parent.mkdir(parents=True, exist_ok=True)
    found = read(given.journal)
    known = reasons() if given.again else []
    todo = [
        m
        for m in chosen
        if key(m) not in found
        or (given.again and found[key(m)] == SURVIVED and not any(r.is_for(m) for r in known))
    ]
    if not given.report:
        try_all(todo, given.journal)
    sys.exit(0 if report(everything, chosen, read(given.journal)) else 1)


if __name__ == "__main__":
    main()
