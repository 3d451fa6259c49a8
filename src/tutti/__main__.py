"""``python -m tutti`` is the same as ``tutti``."""

import sys

from tutti.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
