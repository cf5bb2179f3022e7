"""All games through the example of a worker, which is given the turns of all rooms at once."""

import json
import os
import subprocess
import sys
import time

import pytest
from contract import ROOT
from example_games import (
    AGREE, AGREED, BUSY, DECLINED, EMPTY, ENDED, FAMILY, LEVEL, LOCALES, LOST, MOST_TURNS, PROPOSED, SHOWN, TURNED,
    Turns, cycled, with_lost_game,
)
from games import presets

WORKER = ROOT / "examples" / "bots" / "grpc_worker.py"
NAMES = {"south": FAMILY, "north": TURNED}


class Worker:
    """A worker, and the jobs that it is given."""

    def __init__(self, process):
        self._process = process

    def give(self, room, turn):
        self._process.stdin.write(json.dumps({"room": room, "turn": turn}) + "\n")
        self._process.stdin.flush()

    def take(self):
        """The answer to some job."""
        return json.loads(self._process.stdout.readline())

    def ask(self, turn, **added):
        """The answer to this job, with no other under way."""
        self.give("ask", turn | added)
        return self.take()

    def finish(self):
        """Ends the worker as the end of its input does. Returns its exit code."""
        self._process.stdin.close()
        return self._process.wait(timeout=20)


@pytest.fixture(scope="module")
def server(start, folder):
    return with_lost_game(start, folder)


@pytest.fixture(scope="module")
def open_worker(run, tmp_path_factory):
    """Starts a worker, with the client that is generated as the head of the example says."""
    client = tmp_path_factory.mktemp("client")
    files = [str(file.relative_to(ROOT / "proto")) for file in (ROOT / "proto").rglob("*.proto")]
    outputs = [f"--python_out={client}", f"--grpc_python_out={client}"]
    subprocess.run([sys.executable, "-m", "grpc_tools.protoc", "-I", ROOT / "proto", *outputs, *files], check=True)

    def opened(replica):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        return Worker(run(sys.executable, WORKER, replica.address, env=os.environ | {"PYTHONPATH": str(client)}, **pipes))

    return opened


@pytest.fixture
def worker(open_worker, server):
    worker = open_worker(server)
    yield worker
    assert worker.finish() == 0


def new_game(locale, variant, preset, **turn):
    return {"variant": variant, "preset": preset, "locale": locale, "names": NAMES, "text": ["TEXT_FORM_LINE"], **turn}


REPLY = {"level": LEVEL, "seed": "1"}


def test_whole_games_of_all_rooms_at_once(worker, server):
    played = Turns(server)
    rooms = {}
    for locale in LOCALES:
        for variant, preset in presets(server):
            room = f"{variant}, {locale}"
            rooms[room] = locale
            worker.give(room, new_game(locale, variant, preset, side="SIDE_SOUTH", reply=REPLY))
    turns = dict.fromkeys(rooms, 0)
    said = {}
    while rooms.keys() - said.keys():
        answer = worker.take()
        room = answer["room"]
        if "next" not in answer or turns[room] == MOST_TURNS:
            said[room] = answer["say"]
            continue
        turns[room] += 1
        # An engine that was busy is asked again.
        move = {} if "again" in answer else {"move": cycled([*answer["moves"].values()], turns[room])}
        worker.give(room, answer["next"] | move)
    for room, locale in rooms.items():
        assert ENDED[locale] in said[room] and FAMILY in said[room]
    assert played.are(sum(turns.values()) + len(rooms))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_engine_declines_a_proposal(worker, locale):
    answer = worker.ask(new_game(locale, *LOST, side="SIDE_SOUTH", reply=REPLY))
    assert DECLINED[locale] in worker.ask(answer["next"], move="agree")["say"]


@pytest.mark.parametrize("locale", LOCALES)
def test_two_people(worker, locale):
    """A move that is refused, and an end by agreement."""
    start = worker.ask(new_game(locale, "awale", "tournament", side="SIDE_SOUTH"))
    first = worker.ask(start["next"], move=[*start["moves"]][2])
    assert SHOWN in first["say"] and "\u202e" not in first["say"]
    refused = worker.ask(first["next"], move="4")
    assert refused["say"] != first["say"] and SHOWN in refused["say"], "it is the other's turn"
    assert refused["next"] == first["next"]
    proposed = worker.ask(first["next"], side="SIDE_SOUTH", move="agree")
    assert PROPOSED[locale] in proposed["say"], "in the other's turn"
    lapsed = worker.ask(proposed["next"], side="SIDE_NORTH", move="3")
    assert "proposedBy" not in lapsed["next"]
    assert EMPTY[locale] in worker.ask(lapsed["next"], side="SIDE_SOUTH", move="3")["say"]
    proposed = worker.ask(lapsed["next"], side="SIDE_SOUTH", move="agree")
    agreed = worker.ask(proposed["next"], side="SIDE_NORTH", move=AGREE[locale])
    assert AGREED[locale] in agreed["say"] and "next" not in agreed
    fault = worker.ask({"variant": "chess", "locale": locale})["say"]
    assert "chess" in fault and "awale" in fault


def test_a_busy_engine_is_asked_again(start, open_worker):
    """Eight turns at once, of which one is searched at a time."""
    worker = open_worker(start(BUSY))
    reply = {"level": 10, "nodes": "100000"}
    for room in range(8):
        worker.give(room, new_game("en", "awale", "tournament", side="SIDE_SOUTH", move="3", reply=reply))
    again = 0
    replied = 0
    while replied < 8 and again < MOST_TURNS:
        answer = worker.take()
        if "again" in answer:
            again += 1
            # Sooner than the service asks for.
            time.sleep(answer["again"] / 20_000)
            worker.give(answer["room"], answer["next"])
        else:
            replied += 1
            assert f"{SHOWN} plays" in answer["say"]
    assert again > 0 and replied == 8
    assert worker.finish() == 0
