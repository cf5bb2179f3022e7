"""Where the vectors are: the environment variable VECTORS, else the folder `vectors` beside this package."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
VECTORS = Path(os.environ.get("VECTORS") or HERE / "vectors")


def files(ending: str) -> list[str]:
    return sorted(path.name for path in VECTORS.glob(f"*{ending}"))


def cases(name: str) -> Iterator[Any]:
    with open(VECTORS / name, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
