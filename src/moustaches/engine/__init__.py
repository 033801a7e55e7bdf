"""The rules of the three games and nothing else: one module per game, a `State` of integers and bit masks.

mypyc compiles the modules of this room when the package is built; where there is no C compiler, the same
sources run as they are.
"""

from __future__ import annotations

from typing import Final

from . import bits

COMPILED: Final[bool] = not (bits.__file__ or "").endswith(".py")
"""Whether the compiled engine is running, or the same sources interpreted."""
