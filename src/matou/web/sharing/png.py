"""Converts SVG to PNG in a separate process, since rendering blocks the event loop.

``python -I png.py < picture.svg > picture.png``. It imports nothing from matou, so that it starts
quickly.
"""

import contextlib
import os
import sys


def main() -> int:
    import resvg_py

    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)  # games have priority
    drawing = sys.stdin.buffer.read().decode()
    # Text comes as outlines. Only names in letters that our typeface lacks need others.
    drawn = resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts="<text" not in drawing)
    sys.stdout.buffer.write(bytes(drawn))
    return 0


if __name__ == "__main__":
    sys.exit(main())
