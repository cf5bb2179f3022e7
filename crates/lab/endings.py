"""How well the engine plays and proves endings, judged by exact values. The commands are those of docs/evidence.md:

    cargo build --release
    python3 crates/lab/endings.py optimal [--positions 300] [--seed 5] [--folder FOLDER]
    python3 crates/lab/endings.py proven [--positions 300] [--seed 5] [--folder FOLDER]

optimal  the share of optimal moves of each level in endings of Awalé of 15 to 20 seeds, by its default rules. A position is the first
         of its game with so few seeds; a position counts if a move in it loses something. The judge is a table of 20 seeds. The games
         are of the engine against itself, with 1,000 nodes a move, after eight random moves. The highest level has 40,000 nodes and
         the table of 12 seeds that a server builds.
proven   the share of positions of Kalah with 25 to 30 seeds, reached by random moves, whose value a request proves within its default
         limit of 1,000,000 nodes, with the table of 13 seeds that a server builds.

All limits are nodes, so that the same seed gives the same figures on a busy machine; a search that a clock ended is an error. The
folder keeps games and tables (230 MB) for the next run.
"""

import argparse
import json
import math
import subprocess
from pathlib import Path

BIN = Path("target/release")
# The highest level of Awalé.
HIGHEST = 15


def run(program, *arguments):
    command = [BIN / program, *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def table(folder, name, rules, seeds):
    """Returns a folder with an endgame table."""
    folder = folder / f"{name}-{seeds}"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "table.ayla").exists():
        run("ayla", "tablebase", "build", rules, "--seeds", seeds, "--output", folder / "table.ayla")
    return folder


def endings(folder, positions, seeds, players, *options):
    """Yields the first position with at most so many seeds of each game, unless it has fewer than the least."""
    games = folder / f"{'-'.join(map(str, [*players, *options, positions])).replace(':', '=')}.txt"
    if not games.exists():
        part = games.with_suffix(".part")
        run("ayla-lab", "match", *players, *options, "--games", 2 * positions, "--games-file", part)
        part.rename(games)
    # The second game of an opening has the seats swapped, and may be the same.
    lines = {line.split("opening=")[1].split()[0]: line for line in games.read_text().splitlines()}
    for line in lines.values():
        start, moves = line.split(" # ")[0].split(" moves ")
        moves = moves.split()
        low, high = 1, len(moves)
        while low < high:
            middle = (low + high) // 2
            if seeds_after(start, moves[:middle])[0] <= seeds[1]:
                high = middle
            else:
                low = middle + 1
        left, position, over = seeds_after(start, moves[:low])
        if seeds[0] <= left <= seeds[1] and not over:
            yield position


def seeds_after(start, moves):
    answer = json.loads(run("ayla", "apply", start, *moves, "--json"))
    setup = answer["position"]["setup"]
    return sum(setup["south"]) + sum(setup["north"]), answer["position"]["text"], answer["status"]["over"]


def suggest(position, tables, *limits):
    answer = json.loads(run("ayla", "suggest", position, "--tables", tables, "--json", *limits))
    assert answer["stoppedBy"] != "time", f"a clock ended the search of {position}"
    return answer


def share(count, of):
    """A share with its 95% interval (Wilson)."""
    p, z = count / of, 1.96
    centre = (p + z * z / 2 / of) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / 4 / of / of) / (1 + z * z / of)
    return f"{count} of {of}: {p:.1%} ({centre - half:.1%} to {centre + half:.1%})"


def winner(value):
    """The sign of a value: 1 if the player to move wins, -1 if the opponent does, 0 for a draw."""
    return (value > 0) - (value < 0)


def optimal(folder, positions, seed):
    judge = table(folder, "awale", "awale", 20)
    small = table(folder, "awale", "awale", 12)
    nothing = folder / "none"
    nothing.mkdir(exist_ok=True)
    judged = []
    for position in endings(folder, positions, (15, 20), ["self:nodes=1000"] * 2, "--plies", 8, "--seed", seed):
        candidates = suggest(position, judge, "--nodes", 100_000, "--candidates")["candidates"]
        assert all(it["certainty"] == "proven" for it in candidates), position
        values = {it["move"]: it["value"] for it in candidates}
        if len(set(values.values())) > 1:
            judged.append((position, values))
    for level in range(1, HIGHEST + 1):
        losses = []
        results = 0
        for at, (position, values) in enumerate(judged):
            limits = ["--nodes", 40_000] if level == HIGHEST else ["--level", level, "--seed", at]
            move = suggest(position, small if level == HIGHEST else nothing, *limits)["move"]
            best = max(values.values())
            losses.append(best - values[move])
            results += winner(best) != winner(values[move])
        best_moves = share(losses.count(0), len(losses))
        loss = sum(losses) / len(losses)
        print(f"level {level}: optimal {best_moves}; mean loss {loss:.3f} seeds; result lost {results}", flush=True)


def proven(folder, positions, seed):
    tables = table(folder, "kalah", "kalah", 13)
    nodes = []
    proofs = 0
    for position in endings(folder, positions, (25, 30), ["random"] * 2, "--variant", "kalah", "--seed", seed):
        answer = suggest(position, tables, "--nodes", 1_000_000)
        proofs += answer["certainty"] == "proven"
        nodes.append(answer["nodes"])
    print(f"proven {share(proofs, len(nodes))}; {sum(nodes) / len(nodes):.0f} nodes a position, at most {max(nodes)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["optimal", "proven"])
    parser.add_argument("--positions", type=int, default=300, help="games; most have a position")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--folder", type=Path, default=Path("target/endings"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    {"optimal": optimal, "proven": proven}[arguments.what](arguments.folder, arguments.positions, arguments.seed)


if __name__ == "__main__":
    main()
