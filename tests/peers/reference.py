"""Positions and the text notation, as the second implementation of the rules in tests/reference reads them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "reference"))

from mancala_reference import Position, play, read, start, text
from mancala_reference.frame import Value
from mancala_reference.notation import row_text

__all__ = ["Position", "Value", "play", "read", "row_text", "start", "text"]
