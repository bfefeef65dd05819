"""Optional packages, and the command that installs them."""

import sys
from pathlib import Path

# The root of a clone. In a page the package is right under "/", its own parent.
ROOT = Path(__file__).parent.parent.parent.parent


def install(extra: str) -> str:
    """Returns the command that installs an extra of ``pyproject.toml``.

    A clone has its own Python, which ``./matou`` runs; elsewhere pip installed Matou.
    """
    if not (ROOT / "pyproject.toml").is_file():
        return f"pip install 'matou[{extra}]'"
    if Path.cwd() == ROOT and Path(sys.executable).is_relative_to(ROOT):
        return f"{Path(sys.executable).relative_to(ROOT)} -m pip install -e '.[{extra}]'"
    return f"{sys.executable} -m pip install -e '{ROOT}[{extra}]'"
