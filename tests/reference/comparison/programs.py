"""What the programs draw, count and build: boards by `ayla board`, endgame tables by `ayla tablebase`, and lines of play by
`ayla-lab perft`, if it stands beside the server."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import mancala_reference as m
from mancala_reference.frame import NORTH, SOUTH
from mancala_reference.notation import position_text

from .sweep import bare

DEPTHS = {"andada": 2, "anywoli": 2}
DEPTH = 3
"""The depth of perft, in games whose plies the reference plays fast."""
TABLES = ("awale", "awale:capture=two,limit=3,over-limit=none", "anywoli", "kalah")
BOARDS = (
    "togyzqumalaq 000000301/215005550 63/60 n tuz=4/-",
    "togyzqumalaq 0000000k0/010000000 60/60 s tuz=3/2",
    "congklak 7777777/0007777 21/0 n burnt=-/1,2,3",
)
"""Boards with houses that have no number of seeds."""
SEEDS = 6
SECONDS = 60


def check_programs(binary: Path) -> list[str]:
    """What is wrong with the boards, the lines that are counted, and the tables that are built."""
    lab = binary.with_name("ayla-lab")
    return [*check_boards(binary), *(check_perft(lab) if lab.exists() else ()), *check_tables(binary)]


def check_boards(binary: Path) -> list[str]:
    """A drawn house has its seeds, the letter of the player whose tuzdik it is, or a cross if it is burnt."""
    wrong = []
    for text in (*(position_text(game, bare(game, seeds=2)) for game in m.GAMES.values()), *BOARDS):
        position = m.read(text)
        rows = [[str(seeds) for seeds in row] for row in position.rows]
        for owner, house in enumerate(position.tuzdiks):
            if house:
                rows[1 - owner][house - 1] = "SN"[owner]
        for row, burnt in zip(rows, position.burnt, strict=True):
            for house in burnt:
                row[house - 1] = "x"
        drawn = dict(line.split(maxsplit=1) for line in run(binary, "board", text).stdout.splitlines())
        # The store stands before the houses.
        shown = [drawn.get(side, "").split()[-len(rows[SOUTH]) :] for side in ("South", "North")]
        if shown != [rows[SOUTH], rows[NORTH][::-1]]:
            wrong.append(f"board of {text}: the reference has {rows}, the program {shown}, North's from its last house")
    return wrong


def check_perft(lab: Path) -> list[str]:
    wrong = []
    for name, game in m.GAMES.items():
        position, depth = bare(game, seeds=2), DEPTHS.get(name, DEPTH)
        text = position_text(game, position)
        counted = json.loads(run(lab, "perft", "--json", text, str(depth)).stdout or "{}")
        by_service = {of["move"]: of["lines"] for of in counted.get("moves", ())}
        by_reference = {move: m.perft(m.play(position, move)[0], depth - 1) for move in m.legal_moves(position)}
        total = counted.get("total")
        if by_service != {move: lines for move, lines in by_reference.items() if lines} or total != sum(by_reference.values()):
            wrong.append(f"perft {depth} of {text}: the reference has {by_reference}, the program {by_service}, {total} in all")
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
