"""Programs that some tests need and pip does not install.

python tools/programs.py              says in three lines what ./test leaves out on this machine
python tools/programs.py --packages   prints the Debian packages that are missing
python tools/programs.py --names      prints the programs' names

Needs nothing but Python: CI runs it before anything is installed.
"""

from __future__ import annotations

import os
import shutil
import sys

# A program, its Debian package, and what the tests use it for.
PROGRAMS = (
    ("chromium", "chromium", "pages in a browser"),
    ("nginx", "nginx-light", "the site behind a proxy"),
    ("openssl", "openssl", "the site behind a proxy"),
    ("node", "nodejs", "JavaScript"),
    ("npm", "npm", "JavaScript"),
    ("wasm-ld", "lld", "the WebAssembly build"),
)
# Chromium without windows. Tests do without it, but need nearly twice the time in a browser then.
FASTER = "chromium-headless-shell"
ASIDE = ("/usr/sbin", "/usr/local/sbin")  # Debian has nginx there, and not every PATH does


def find(name: str) -> str | None:
    """Returns the path of a program, or None if it is not installed."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(ASIDE))


def missing() -> list[tuple[str, str, str]]:
    """Returns the entries of PROGRAMS that are not installed."""
    return [program for program in PROGRAMS if find(program[0]) is None]


def closing_lines() -> list[str]:
    """Returns what ./test says at the end: nothing if every test could run."""
    absent = missing()
    if not absent:
        return []
    subjects: dict[str, list[str]] = {}
    for name, _, subject in absent:
        subjects.setdefault(subject, []).append(name)
    listed = ", ".join(f"{subject} ({', '.join(names)})" for subject, names in subjects.items())
    return [
        f"Not tested, because programs are missing: {listed}.",
        "Coverage was not compared with its floors: they count every test.",
        f"To test everything, on Debian or Ubuntu: sudo apt install {packages()}",
    ]


def packages() -> str:
    """Returns the packages to install, with the one that only makes tests faster."""
    return " ".join([package for _, package, _ in missing()] + [FASTER] * (find(FASTER) is None))


def main(args: list[str]) -> None:
    if args == ["--packages"]:
        print(packages())
    elif args == ["--names"]:
        print(*(name for name, _, _ in PROGRAMS))
    else:
        for line in closing_lines():
            print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
