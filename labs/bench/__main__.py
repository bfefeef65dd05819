"""``python -m labs.bench``, the same as ``./matou bench``."""

from __future__ import annotations

import sys

from matou.cli import main

if __name__ == "__main__":
    sys.exit(main(["--lang", "en", "bench", *sys.argv[1:]]))
