"""Plays all games through the example of a worker, which is given the turns of all rooms at once.

    python example_worker.py SERVER_BINARY FOLDER

Exits with 1 and a list of the failures, or with 0.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

from contract import ROOT
from example_games import (
    AGREED, BUSY, DECLINED, EMPTY, ENDED, FAMILY, GAMES, LEVEL, LOCALES, MOST_TURNS, PROPOSED, SHOWN, TURNED, cycled, turns_of,
)
from expectations import expect, expect_true, finish
from processes import Gone, Replica, end, spawn

WORKER = ROOT / "examples" / "bots" / "grpc_worker.py"
NAMES = {"south": FAMILY, "north": TURNED}


def generate(folder):
    """The client, as the head of the example says."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = [str(file.relative_to(ROOT / "proto")) for file in (ROOT / "proto").rglob("*.proto")]
    outputs = [f"--python_out={folder}", f"--grpc_python_out={folder}"]
    subprocess.run([sys.executable, "-m", "grpc_tools.protoc", "-I", ROOT / "proto", *outputs, *files], check=True)


class Worker:
    """A worker, and the jobs that it is given."""

    def __init__(self, client, replica, log):
        environment = os.environ | {"PYTHONPATH": str(client)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": log, "text": True}
        self.process = spawn([sys.executable, WORKER, f"127.0.0.1:{replica.port}"], env=environment, **pipes)

    def give(self, room, turn):
        self.process.stdin.write(json.dumps({"room": room, "turn": turn}) + "\n")
        self.process.stdin.flush()

    def take(self):
        """The answer to some job."""
        line = self.process.stdout.readline()
        if not line:
            raise Gone("the worker has ended")
        return json.loads(line)

    def ask(self, turn, **added):
        """The answer to this job, with no other under way."""
        self.give("ask", turn | added)
        return self.take()

    def finish(self):
        """Ends the worker as the end of its input does. Returns its exit code."""
        self.process.stdin.close()
        return self.process.wait(timeout=20)


def new_game(locale, variant, preset, **turn):
    return {"variant": variant, "preset": preset, "locale": locale, "names": NAMES, "text": ["TEXT_FORM_LINE"], **turn}


def play_against_engine(worker):
    """Whole games of all rooms at once, and the number of turns."""
    reply = {"level": LEVEL, "seed": "1"}
    rooms = {f"{variant}, {locale}": locale for locale in LOCALES for variant, _ in GAMES}
    for locale in LOCALES:
        for variant, preset in GAMES:
            worker.give(f"{variant}, {locale}", new_game(locale, variant, preset, side="SIDE_SOUTH", reply=reply))
    turns, said = dict.fromkeys(rooms, 0), {}
    while rooms.keys() - said.keys():
        answer = worker.take()
        room = answer["room"]
        if "next" not in answer or turns[room] == MOST_TURNS:
            said[room] = answer["say"]
            continue
        turns[room] += 1
        worker.give(room, answer["next"] | {"move": cycled([*answer["moves"].values()], turns[room])})
    for room, locale in rooms.items():
        expect_true(f"{room}: the game ends after {turns[room]} turns", ENDED[locale] in said[room], said[room])
        expect_true(f"{room}: the name is whole", FAMILY in said[room], said[room])
    return sum(turns.values()) + len(rooms)


def play_while_busy(worker):
    """Eight turns at once, of which one is searched at a time: the others are asked for again."""
    reply = {"level": 10, "nodes": "100000"}
    for room in range(8):
        worker.give(room, new_game("en", "awale", "tournament", side="SIDE_SOUTH", move="3", reply=reply))
    again, replied = 0, 0
    while replied < 8 and again < MOST_TURNS:
        answer = worker.take()
        if "again" in answer:
            again += 1
            # Sooner than the service asks for.
            time.sleep(answer["again"] / 20_000)
            worker.give(answer["room"], answer["next"])
        else:
            replied += 1
            expect_true("the engine has replied", f"{SHOWN} plays" in answer["say"], answer["say"])
    expect_true(f"the engine was asked {again} times more", again > 0)
    expect("all turns have a reply", replied, 8)


def propose_to_engine(worker, locale):
    """Proposes to stop before each move of a game, until the engine declines."""
    answer = worker.ask(new_game(locale, "awale", "tournament", side="SIDE_SOUTH", reply={"level": LEVEL, "seed": "1"}))
    for turn in range(20):
        said = worker.ask(answer["next"], move="agree")["say"]
        if DECLINED[locale] in said:
            return True
        answer = worker.ask(answer["next"], move=cycled([*answer["moves"].values()], turn))
    return said


def play_between_people(worker, locale):
    """A move that is refused, and an end by agreement."""
    start = worker.ask(new_game(locale, "awale", "tournament", side="SIDE_SOUTH"))
    first = worker.ask(start["next"], move=[*start["moves"]][2])
    said = first["say"]
    expect_true(f"the label is a move, and the name is turned back: {said!r}", SHOWN in said and "\u202e" not in said)
    refused = worker.ask(first["next"], move="4")
    expect_true("not the other's turn", refused["say"] != first["say"] and SHOWN in refused["say"])
    expect("nothing has changed", refused["next"], first["next"])
    proposed = worker.ask(first["next"], side="SIDE_SOUTH", move="agree")
    expect_true("a proposal in the other's turn", PROPOSED[locale] in proposed["say"], proposed["say"])
    lapsed = worker.ask(proposed["next"], side="SIDE_NORTH", move="3")
    expect_true("a move lets it lapse", "proposedBy" not in lapsed["next"], lapsed)
    empty = worker.ask(lapsed["next"], side="SIDE_SOUTH", move="3")
    expect_true("an empty house is refused", EMPTY[locale] in empty["say"], empty["say"])
    proposed = worker.ask(lapsed["next"], side="SIDE_SOUTH", move="agree")
    agreed = worker.ask(proposed["next"], side="SIDE_NORTH", move={"en": "I agree", "fr": "d'accord"}[locale])
    expect_true("the other agrees", AGREED[locale] in agreed["say"] and "next" not in agreed, agreed["say"])
    fault = worker.ask({"variant": "oware", "locale": locale})
    expect_true("a game that does not exist", "oware" in fault["say"] and "awale" in fault["say"], fault)


def main(binary, folder):
    generate(folder / "client")
    replica, busy = Replica(binary, folder / "ayla.log", {}), Replica(binary, folder / "busy.log", BUSY)
    with open(folder / "worker.log", "w") as log:
        workers = [Worker(folder / "client", server, log) for server in (replica, busy)]
    try:
        turns = play_against_engine(workers[0])
        expect(f"calls for {turns} turns", turns_of(replica), turns)
        for locale in LOCALES:
            expect("the engine declines a proposal", propose_to_engine(workers[0], locale), True)
            play_between_people(workers[0], locale)
        play_while_busy(workers[1])
        expect("the workers end with their input", [worker.finish() for worker in workers], [0, 0])
    finally:
        for process in (*(worker.process for worker in workers), replica.process, busy.process):
            end(process)
    finish("example_worker")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]))
    except (Gone, OSError) as error:
        sys.exit(f"example_worker: {error!r}")
