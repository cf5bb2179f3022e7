"""What the programs beside the server count and build: lines of play by `ayla-lab perft`, if it stands beside the server, and endgame
tables by `ayla tablebase`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import mancala_reference as m
from mancala_reference.notation import position_text

from .sweep import bare

DEPTHS = {"andada": 2, "anywoli": 2}
DEPTH = 3
"""The depth of perft, in games whose plies the reference plays fast."""
TABLES = ("awale", "awale:capture=two,limit=3,over-limit=none", "anywoli", "kalah")
SEEDS = 6
SECONDS = 60


def check_programs(binary: Path) -> list[str]:
    """What is wrong with the lines that are counted, and with the tables that are built."""
    lab = binary.with_name("ayla-lab")
    return [*(check_perft(lab) if lab.exists() else ()), *check_tables(binary)]


def check_perft(lab: Path) -> list[str]:
    wrong = []
    for name, game in m.GAMES.items():
        position, depth = bare(game, seeds=2), DEPTHS.get(name, DEPTH)
        text = position_text(game, position)
        counted = json.loads(run(lab, "perft", "--json", text, str(depth)).stdout or "{}")
        by_service = {of["move"]: of["lines"] for of in counted.get("moves", ())}
        by_reference = {move: m.perft(m.play(position, move)[0], depth - 1) for move in m.legal_moves(position)}
        if by_service != {move: lines for move, lines in by_reference.items() if lines}:
            wrong.append(f"perft {depth} of {text}: the reference has {by_reference}, the program {by_service}")
    return wrong


def check_tables(binary: Path) -> list[str]:
    """Each entry of a table has to agree with those to which the moves lead, and some with a search."""
    wrong = []
    with TemporaryDirectory() as folder:
        for rules in TABLES:
            file = f"{folder}/table"
            for arguments in (("build", rules, "--seeds", str(SEEDS), "--output", file), ("verify", file)):
                done = run(binary, "tablebase", *arguments)
                if done.returncode:
                    wrong.append(f"tablebase {arguments[0]} of {rules}: {done.stderr.strip()[-500:]}")
                    break
    return wrong


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=SECONDS, check=False)
