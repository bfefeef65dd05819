"""``python -m matou.training``: learn values anew."""

from __future__ import annotations

import sys

from matou.training import main

if __name__ == "__main__":
    sys.exit(main())
