"""Puts faults into the rules of the service, one after the other, and tells which of them the comparison finds.

    cargo install --locked cargo-mutants
    python3 mutants.py
    python3 mutants.py --mutants 5 --seed 7

The mutants are those of cargo-mutants in crates/rules, but for those in .cargo/mutants.toml, which change nothing that anybody can
see. Which of them are tried, the digest of the commit decides, unless --seed does. Each is built in a worktree below
target/mutants, in about a minute, and is compared for --seconds. What does not compile is replaced by another.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypedDict

ROOT = Path(__file__).resolve().parents[2]
TREE = ROOT / "target/mutants/tree"
BUILD = ROOT / "target/mutants/build"


class Mutant(TypedDict):
    """A mutant as cargo-mutants lists it."""

    name: str
    file: str
    diff: str


def output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def run(command: Sequence[str], given: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"CARGO_TARGET_DIR": str(BUILD), "CARGO_PROFILE_DEV_DEBUG": "0"}
    return subprocess.run(command, cwd=TREE, env=environment, input=given, capture_output=True, text=True, check=False)


def is_built(mutant: Mutant) -> bool:
    """Whether the server and the lab are there with this fault."""
    run(["git", "checkout", "--quiet", "--", "crates/rules"])
    # The header of a diff of cargo-mutants names no second file.
    run(["patch", "--quiet", mutant["file"]], mutant["diff"]).check_returncode()
    return run(["cargo", "build", "--locked", "--package", "ayla", "--package", "ayla-lab", "--bin", "ayla", "--bin", "ayla-lab"]).returncode == 0


def is_found(seconds: float, seed: int) -> bool:
    """Whether the comparison finds a difference."""
    binary = str(BUILD / "debug/ayla")
    compare = ["tests/reference/compare.py", "--binary", binary, "--seconds", str(seconds), "--seed", str(seed)]
    return run([sys.executable, *compare]).returncode != 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=60, help="how many that compile (default: 60)")
    parser.add_argument("--seed", type=int, help="what decides which (default: the digest of the commit)")
    parser.add_argument("--seconds", type=float, default=30, help="of each comparison (default: 30)")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    commit = output("git", "rev-parse", "HEAD").strip()
    random = Random(int(commit, 16) if asked.seed is None else asked.seed)
    mutants: list[Mutant] = json.loads(output("cargo", "mutants", "--list", "--json", "--diff", "--package", "ayla-rules"))
    random.shuffle(mutants)
    if not TREE.exists():
        output("git", "worktree", "add", "--quiet", "--detach", str(TREE), commit)
    run(["git", "checkout", "--quiet", "--force", "--detach", commit]).check_returncode()
    missed: list[str] = []
    tried = 0
    for mutant in mutants:
        if tried == asked.mutants:
            break
        if not is_built(mutant):
            continue
        tried += 1
        found = is_found(asked.seconds, random.randrange(10**9))
        print("found " if found else "MISSED", mutant["name"], flush=True)
        missed += [] if found else [mutant["name"]]
    output("git", "worktree", "remove", "--force", str(TREE))
    print(f"{tried - len(missed)} of {tried} found, at {commit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
