"""`python -m narrator` is the command `narrator`."""

import sys

from narrator.cli import main

if __name__ == "__main__":
    sys.exit(main())
