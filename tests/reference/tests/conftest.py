"""Where the vectors are: tests/vectors, with a folder for each game, or the folder that the environment variable VECTORS names,
with all files in it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VECTORS = Path(os.environ.get("VECTORS") or Path(__file__).resolve().parents[2] / "vectors")


def cases_files() -> list[str]:
    return files("*/conformance.jsonl", "*.jsonl")


def perft_files() -> list[str]:
    return files("*/perft.txt", "*.txt")


def files(by_game: str, in_one_folder: str) -> list[str]:
    found = list(VECTORS.glob(by_game)) or list(VECTORS.glob(in_one_folder))
    return sorted(str(path.relative_to(VECTORS)) for path in found)


def cases(name: str) -> Iterator[Any]:
    with open(VECTORS / name, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
