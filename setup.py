"""Builds the package; everything else about it is in pyproject.toml."""

import re
import sys
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SOURCES = ROOT / "src"
LINK = re.compile(r"(?P<before>(?P<picture>!?)\[[^]]*\]\()(?!https?:)(?P<path>[^)]+)")
PICTURE = re.compile(r"(?P<before>(?P<picture><img src=\"))(?!https?:)(?P<path>[^\"]+)")


def readme() -> str:
    """Returns the README with absolute links and pictures, as a package index shows it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link["picture"] else "blob"
        return f"{link['before']}{project['urls']['Repository']}/{kind}/main/{link['path']}"

    return PICTURE.sub(absolute, LINK.sub(absolute, (ROOT / "README.md").read_text("utf-8")))


class BuildWithCatalogues(build_py):
    """Compiles the translations: an installed package has ``.mo`` files in place of ``.po``."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        sys.path.insert(0, str(SOURCES))
        from matou.core.catalogues import compiled

        for po in SOURCES.rglob("locale/*.po"):
            mo = Path(self.build_lib, po.relative_to(SOURCES)).with_suffix(".mo")
            mo.parent.mkdir(parents=True, exist_ok=True)
            mo.write_bytes(compiled(po.read_text("utf-8")))


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildWithCatalogues},
        long_description=readme(),
        long_description_content_type="text/markdown",
    )
