"""`python -m moustaches`: the same as the command `moustaches`."""

import sys

from moustaches.cli import main

sys.exit(main())
