"""Replicas of two builds behind one address, as in the middle of a rolling update or of a rollback (docs/upgrading.md).

The old build is PREVIOUS_BINARY. Each turn of a game is played on both builds, going on from the token or the line that one of
them answered: both must accept what the other wrote, and say the same about each position.
"""

import os
import random

import pytest

GAMES = 6
TURNS = 40
# What the service says about a position, which is the same in both builds.
SAME = ("status", "legalMoves", "illegalMoves", "events", "position")
BASE64_URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@pytest.fixture(scope="module")
def builds(start):
    return {"old": start(executable=os.environ["PREVIOUS_BINARY"]), "new": start()}


def later_token():
    """A token of a build with more games: version 2, of the last game that there is room for, with its checksum."""
    bits = "0010" + "1111" + "0000"
    checksum = 0
    for bit in bits:
        is_odd = checksum >> 11 ^ int(bit)
        checksum = checksum << 1 & 0xFFF ^ (0x80F if is_odd else 0)
    bits += f"{checksum:012b}"
    return "".join(BASE64_URL[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


@pytest.mark.parametrize("seed", range(GAMES))
def test_games_of_every_variant_change_between_builds(builds, seed):
    replicas = [*builds.values()]
    for variant in replicas[0].call("/v1/variants").json()["variants"]:
        presets = [{}, *({"preset": preset["name"]} for preset in variant["presets"])]
        play(replicas, f"/v1/variants/{variant['name']}", presets[seed % len(presets)], random.Random(seed))


def play(replicas, path, preset, choice):
    answer = choice.choice(replicas).call(f"{path}/start-game", preset).json()
    for turn in range(TURNS):
        if answer["status"]["over"]:
            break
        # By turns, what the other build wrote: its token, or its line.
        written = {"token": answer["position"]["token"]} if turn % 2 else {"position": answer["position"]["line"]}
        body = {**written, "move": choice.choice(answer["legalMoves"])["move"]}
        answers = [replica.call(f"{path}/apply-move", body) for replica in replicas]
        assert [answer.status for answer in answers] == [200, 200], body
        old, new = (answer.json() for answer in answers)
        assert {field: old.get(field) for field in SAME} == {field: new.get(field) for field in SAME}, body
        answer = new if turn % 2 else old


@pytest.mark.parametrize("build", ["old", "new"])
@pytest.mark.parametrize(
    ("path", "body", "status", "reason"),
    [
        ("awale/start-game", {"fieldOfALaterBuild": 1}, 400, "UNKNOWN_FIELD"),
        ("awale/start-game", {"options": {"option-of-a-later-build": 1}}, 400, "UNKNOWN_OPTION"),
        ("awale/start-game", {"preset": "preset-of-a-later-build"}, 404, "UNKNOWN_PRESET"),
        ("awale/legal-moves", {"token": later_token()}, 400, "MALFORMED_TOKEN"),
        ("awale/operation-of-a-later-build", {}, 404, "NOT_FOUND"),
        ("game-of-a-later-build/start-game", {}, 404, "UNKNOWN_VARIANT"),
    ],
)
def test_requests_of_a_later_build_are_refused(builds, build, path, body, status, reason):
    answer = builds[build].call(f"/v1/variants/{path}", body)
    assert (answer.status, answer.json()["reason"]) == (status, reason)
