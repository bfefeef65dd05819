"""Converts SVG to PNG in a separate process, since rendering blocks the event loop.

``python -I png.py SANS SERIF < picture.svg > picture.png``. It imports nothing from matou, so that
it starts quickly.
"""

from __future__ import annotations

import contextlib
import os
import sys


def main() -> int:
    import resvg_py

    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)  # games have priority
    sans, serif = sys.argv[1:3]
    drawn = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        font_family=sans or None,
        sans_serif_family=sans or None,
        serif_family=serif or None,
    )
    sys.stdout.buffer.write(bytes(drawn))
    return 0


if __name__ == "__main__":
    sys.exit(main())
