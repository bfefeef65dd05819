"""Cut our typeface out of Baloo 2: the letters of eight languages, in two weights.

npm pack @fontsource/baloo-2@5.3.0 && tar xf fontsource-baloo-2-5.3.0.tgz    (in a scratch folder)
python tools/cut_fonts.py SCRATCH/package    (with fonttools and brotli installed)

Writes what docs/typeface.md describes. Needed only for other letters or another typeface.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from fontTools.merge import Merger
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HOME = Path(__file__).parents[1] / "src" / "matou"
WEIGHTS = {"regular": 500, "bold": 700}  # ours, and the original's
FAMILY = "Matou"  # not the original's name, since these are changed
EM = 940  # of the original's 1000 units: its letters are small, and this makes them 6% larger
ASCENT, DESCENT = 920, 320  # letters stand in the middle of their line

LETTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ"  # French
    + "ÄÖÜẞäöüß"  # German
    + "ÁÍÑÓÚáíñóúªº¡¿"  # Spanish
    + "ÌÒìò"  # Italian
    + "ĲĳËÏëï"  # Dutch
    + "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"  # Polish
    + "ÃÕãõ"  # Portuguese
    + "ÅØåøČĎĚŇŘŠŤŮŽčďěňřšťůžÝýŐŰőűĞİŞğışȘȚșțĂăĀāĒēĪīŪūÐðÞþ"  # names from their neighbours
    + "‘’‚“”„«»‹›–—…·•−±×÷½²°€§←↑→↓★"
    + "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{SOFT HYPHEN}"
)
STAR = ((330, 640), (412, 428), (638, 412), (464, 268), (520, 48), (330, 168), (140, 48),
        (196, 268), (22, 412), (248, 428))  # fmt: skip


def cut(package: Path, weight: str) -> TTFont:
    """Returns one weight of the original, cut to our letters, with the symbols it lacks."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for part in ("latin", "latin-ext"):
            font = TTFont(package / "files" / f"baloo-2-{part}-{WEIGHTS[weight]}-normal.woff2")
            font.flavor = None
            parts.append(f"{folder}/{part}.ttf")
            font.save(parts[-1])
        font = Merger().merge(parts)
    make_digits_tabular(font)
    del font["GSUB"]
    subsetter = Subsetter(Options(layout_features=["kern"], hinting=False))
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    add_symbols(font)
    missing = [letter for letter in LETTERS if ord(letter) not in font.getBestCmap()]
    assert not missing, missing
    describe(font, weight.capitalize())
    return font


def make_digits_tabular(font: TTFont) -> None:
    """Makes digits of one width the default, so that nothing has to ask for them."""
    table = font["GSUB"].table
    feature = next(f.Feature for f in table.FeatureList.FeatureRecord if f.FeatureTag == "tnum")
    for index in feature.LookupListIndex:
        for rule in table.LookupList.Lookup[index].SubTable:
            tabular = getattr(rule, "ExtSubTable", rule).mapping
            for table in font["cmap"].tables:
                table.cmap = {code: tabular.get(name, name) for code, name in table.cmap.items()}


def add_symbols(font: TTFont) -> None:
    """Adds a star, arrows to either side (the upward one, turned) and a narrow space."""
    up = font.getBestCmap()[ord("↑")]
    wide, high = font["hmtx"][up][0], font["OS/2"].sCapHeight
    for letter, turn in (("←", 1), ("→", -1)):
        pen = TTGlyphPen(None)
        middle = (wide + turn * high) / 2, (high - turn * wide) / 2
        font.getGlyphSet()[up].draw(TransformPen(pen, (0, turn, -turn, 0, *middle)))
        add(font, letter, pen.glyph(), wide)
    pen = TTGlyphPen(None)
    pen.moveTo(STAR[0])
    for point in STAR[1:]:
        pen.lineTo(point)
    pen.closePath()
    add(font, "★", pen.glyph(), 660)
    add(font, "\N{NARROW NO-BREAK SPACE}", TTGlyphPen(None).glyph(), 130)


def add(font: TTFont, letter: str, glyph: Any, wide: int) -> None:
    name = f"uni{ord(letter):04X}"
    font.setGlyphOrder([*(n for n in font.getGlyphOrder() if n != name), name])
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (wide, getattr(glyph, "xMin", 0))
    for table in font["cmap"].tables:
        table.cmap[ord(letter)] = name


def describe(font: TTFont, style: str) -> None:
    """Sets the names and measures. Copyright and licence stay as they are."""
    names = {1: FAMILY, 2: style, 3: f"{FAMILY} {style}", 4: f"{FAMILY} {style}", 6: FAMILY + style}
    for number, name in names.items():
        font["name"].setName(name, number, 3, 1, 0x409)
    font["head"].unitsPerEm = EM
    line, os2 = font["hhea"], font["OS/2"]
    line.ascent = os2.sTypoAscender = os2.usWinAscent = ASCENT
    os2.usWinDescent = DESCENT
    line.descent = os2.sTypoDescender = -DESCENT
    line.lineGap = os2.sTypoLineGap = 0


class RelativePen(BasePen):  # type: ignore[misc]
    """Writes an outline as an SVG path of relative steps, downwards as SVG counts."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.path, self.at = "", (0, 0)

    def step(self, command: str, *points: tuple[float, float]) -> None:
        x, y = self.at
        numbers = [n for px, py in points for n in (round(px - x), round(y - py))]
        self.path += command + " ".join(map(str, numbers)).replace(" -", "-")
        self.at = round(points[-1][0]), round(points[-1][1])

    def _moveTo(self, to: tuple[float, float]) -> None:
        self.step("m", to)
        self.start = self.at

    def _lineTo(self, to: tuple[float, float]) -> None:
        self.step("l", to)

    def _qCurveToOne(self, by: tuple[float, float], to: tuple[float, float]) -> None:
        self.step("q", by, to)

    def _closePath(self) -> None:
        self.path += "z"
        self.at = self.start


def outlines(font: TTFont) -> dict[str, str]:
    """Returns every letter's outline as an SVG path, in the font's units."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for letter in sorted(LETTERS):
        pen = RelativePen(glyphs)
        glyphs[names[ord(letter)]].draw(pen)
        found[letter] = pen.path
    return found


def main() -> None:
    package = Path(sys.argv[1])
    letters = "".join(sorted(set(LETTERS)))
    table = [f"em = {EM}", f"letters = {json.dumps(letters, ensure_ascii=False)}"]
    drawn = {}
    for weight in WEIGHTS:
        font = cut(package, weight)
        names = font.getBestCmap()
        table.append(f"{weight} = {[font['hmtx'][names[ord(letter)]][0] for letter in letters]}")
        drawn[weight] = outlines(font)
        font.flavor = "woff2"
        font.save(HOME / "web" / "static" / "type" / f"{weight}.woff2")
    shutil.copy(package / "LICENSE", HOME / "web" / "static" / "type" / "OFL.txt")
    (HOME / "paper" / "face.toml").write_text("\n".join(table) + "\n", encoding="utf-8")
    text = json.dumps(drawn, ensure_ascii=False, indent=0)
    (HOME / "paper" / "outlines.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
