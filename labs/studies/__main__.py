"""``python -m labs.studies STUDY``."""

from __future__ import annotations

import sys

from labs.studies import main

if __name__ == "__main__":
    sys.exit(main())
