"""``python -m matou``: the command line."""

import sys

from matou.cli import main

if __name__ == "__main__":
    sys.exit(main())
