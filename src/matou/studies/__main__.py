"""``python -m matou.studies``: a study of a game."""

from __future__ import annotations

import sys

from matou.studies import main

if __name__ == "__main__":
    sys.exit(main())
