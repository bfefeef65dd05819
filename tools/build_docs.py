"""Builds the documentation site: ``python tools/build_docs.py OUT``.

Gathers the pages of ``docs``, the guides beside the README and a page for each game in one folder,
and runs Sphinx over it. A broken link or reference fails the build, and so does a page that would
load something from another site. Needs the packages of ``requirements-docs.lock``.
"""

from __future__ import annotations

import argparse
import html
import itertools
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

import game_page  # noqa: E402

import matou  # noqa: E402
from matou.paper import palette  # noqa: E402
from matou.web.pages.pictures import favicon  # noqa: E402

PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
PAGES |= {"SECURITY.md": "security.md", "CODE_OF_CONDUCT.md": "conduct.md"}
LINK = re.compile(r"(?<=\]\()([^)#\s:]+)(?=[)#])")
NAMED_BY_FILE = re.compile(r"\[[\w./-]+\.md\](?=\([^):]+\.md[)#])")  # Sphinx puts in the title
FIGURE = re.compile(
    r"(?<=\d) (?=[±×]|to [-+]?\d|s\b|games\b)|(?<=of) (?=\d)|(?<=[±×]) (?=[-+]?\d)"
    r"|(?<=\d to) (?=[-+]?\d)|(?<=seat) (?=\d)|(?<=seat \d:) |(?<=seat \d: \d\d\.\d%) "
)
TABLE = re.compile(r'<table class="docutils .*?</table>', re.DOTALL)
REPORT = re.compile(r' download=""(?= href="[^"]+\.html")')  # a page to look at, not to save
WIDE = 5  # columns, from which on a table does not fit on a phone
FROM_ELSEWHERE = re.compile(
    r"<(?:script|img|iframe|source)[^>]+src=\"(?:https?:)?//|<link[^>]+(?:stylesheet|preconnect|icon)[^>]+href=\"(?:https?:)?//|url\(['\"]?https?:"
)


ROLES = """
    --font-stack: system-ui, sans-serif; --color-brand-primary: var(--teal);
    --color-brand-content: var(--teal); --color-brand-visited: var(--violet);
    --color-background-primary: var(--paper); --color-background-secondary: var(--card);
    --color-foreground-primary: var(--ink); --color-foreground-secondary: var(--quiet);
    --color-background-border: var(--line);
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write the site to")
    out = parser.parse_args().out
    with tempfile.TemporaryDirectory() as folder:
        gather(Path(folder))
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-q",
            "-W",
            "--keep-going",
            "-b",
            "dirhtml",
            "-j",
            "auto",
        ]
        done = subprocess.run([*command, folder, str(out)], check=False)
    pages, foreign = [*out.rglob("*.html")], 0
    for page in pages:
        text = page.read_text("utf-8")
        page.write_text(TABLE.sub(widened, REPORT.sub("", text)), "utf-8")
        if FROM_ELSEWHERE.search(text):
            print(f"{page}: loads something from another site", file=sys.stderr)
            foreign += 1
    print(f"{len(pages)} pages in {out}")
    return done.returncode or foreign


def gather(folder: Path) -> None:
    """Writes what Sphinx reads: pages with their links made to fit, drawings and styles."""
    shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True)
    for page in [*folder.rglob("*.md")]:
        home = ROOT / "docs" / page.relative_to(folder)
        page.write_text(fitted(page.read_text("utf-8"), home, page.relative_to(folder)), "utf-8")
    for name, copy in PAGES.items():
        text = (ROOT / name).read_text("utf-8")
        (folder / copy).write_text(fitted(text, ROOT / name, Path(copy)), "utf-8")
    for name in matou.available():
        (folder / "games").mkdir(exist_ok=True)
        (folder / "games" / f"{name}.svg").write_text(picture(name), "utf-8")
        page = folder / "games" / f"{name}.md"
        page.write_text(unbroken(game_page.page(matou.game(name))), "utf-8")
    static = folder / "static"
    shutil.copytree(ROOT / "src/matou/web/static/type", static / "type")
    (static / "icon.svg").write_text(favicon(), "utf-8")
    (static / "matou.css").write_text(styles(), "utf-8")


def fitted(text: str, home: Path, page: Path) -> str:
    """Returns a page's text with links to files that are not pages of the site made absolute."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    up = "../" * (len(page.parts) - 1)

    def fit(link: re.Match[str]) -> str:
        target = (home.parent / link[1]).resolve()
        name = target.relative_to(ROOT).as_posix()
        if name in PAGES:
            return up + PAGES[name]
        if name.startswith("docs/"):
            return up + name.removeprefix("docs/")
        kind = "tree" if target.is_dir() else "blob"
        return f"{project['urls']['Repository']}/{kind}/main/{name}"

    return unbroken(LINK.sub(fit, NAMED_BY_FILE.sub("[]", text)))


def unbroken(text: str) -> str:
    """Returns a page whose tables break no line inside figures such as ``12 ± 3``, ``3 to 5``."""
    return re.sub(
        r"^\|.*", lambda row: FIGURE.sub("\N{NO-BREAK SPACE}", row[0]), text, flags=re.MULTILINE
    )


def widened(table: re.Match[str]) -> str:
    """Marks a wide table, and names the column of each of its cells, for ``layout.css``."""
    heads = re.findall(r"<th class=\"head[^>]*><p>(.*?)</p>", table[0])
    if len(heads) < WIDE:
        return table[0]
    names = itertools.cycle(html.escape(re.sub("<.*?>", "", head)) for head in heads)
    rows = re.sub("<td", lambda _: f'<td data-head="{next(names)}"', table[0])
    return rows.replace('class="docutils', 'class="wide docutils', 1)


def picture(name: str) -> str:
    """Returns a position of a game of two, in the middle of it, as its first player sees it."""
    state, rng = matou.game(name).start(seats=2), random.Random(5)
    bots = [matou.bot(name, level=4, seed=seat) for seat in range(2)]
    while not state.over and state.played < 60:
        actor = state.actor
        state.play(state.sample(rng) if actor < 0 else bots[actor].choose(state.observe(actor)))
    return state.svg(seat=0)


def styles() -> str:
    """Returns the site's styles: our typeface, and the colours of the games."""
    faces = "".join(
        f"@font-face {{ font-family: Matou; font-weight: {weight}; font-display: swap;"
        f" src: url(type/{file}.woff2) format('woff2'); }}\n"
        for file, weight in (("regular", "400 599"), ("bold", "600 900"))
    )
    light, dark = (palette.css(theme) for theme in palette.THEMES)
    return (
        faces
        + f"body {{ {light} {ROLES} }}\n"
        + f"body[data-theme=dark] {{ {dark} }}\n"
        + f"@media (prefers-color-scheme: dark) {{ body:not([data-theme=light]) {{ {dark} }} }}\n"
        + "h1, h2, h3, .sidebar-brand-text { font-family: Matou, sans-serif; }\n"
    )


if __name__ == "__main__":
    sys.exit(main())
