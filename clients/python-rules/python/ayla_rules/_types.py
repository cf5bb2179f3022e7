"""Names of types."""

from typing import Literal, TypeAlias

# The number of a house, or a word such as "pass".
Move: TypeAlias = int | str
Side: TypeAlias = Literal["south", "north"]
