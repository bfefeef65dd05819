"""``python -m labs.training``."""

from __future__ import annotations

import sys

from labs.training import main

if __name__ == "__main__":
    sys.exit(main())
