"""Builds the package; everything else about it is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SOURCES = Path(__file__).parent / "src"


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


setup(cmdclass={"build_py": BuildWithCatalogues})
