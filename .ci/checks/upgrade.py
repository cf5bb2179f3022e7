"""Replicas of two builds behind one address, as in the middle of a rolling update or of a rollback.

    python upgrade.py OLD_BINARY NEW_BINARY FOLDER

Plays games of every variant that the old build has, each turn on the other build, going on from the token or the line
that the build before it answered. Both must accept what the other wrote, and say the same about each position. Then
checks what each build answers to a request that only a later one could answer. Exits with 1 and a list of faults, or
with 0. docs/upgrading.md describes what is checked here.
"""

import json
import pathlib
import random
import sys
import urllib.error
import urllib.request

from processes import Replica, end

GAMES = 6
TURNS = 40
# What the service says about a position, which is the same in both builds.
SAME = ("status", "legalMoves", "illegalMoves", "events")
BASE64_URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

faults = []


def call(replica, path, body=None):
    """The status and the body of an answer."""
    data = None if body is None else json.dumps(body).encode()
    url = f"http://127.0.0.1:{replica.port}{path}"
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def later_token():
    """A token of a build with more games: version 2, of the last game that there is room for, with its checksum."""
    bits, checksum = "0010" + "1111" + "0000", 0
    for bit in bits:
        is_odd = checksum >> 11 ^ int(bit)
        checksum = checksum << 1 & 0xFFF ^ (0x80F if is_odd else 0)
    bits += f"{checksum:012b}"
    return "".join(BASE64_URL[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


def expect(holds, fault):
    if not holds:
        faults.append(fault)


def play(replicas, variant, preset, seed):
    """A random game, each move on the other build; returns the number of moves."""
    choice = random.Random(seed)
    path = f"/v1/variants/{variant}"
    status, answer = call(choice.choice(replicas), f"{path}/start-game", {"preset": preset} if preset else {})
    expect(status == 200, f"{variant} {preset}: start-game is {status}")
    for turn in range(TURNS):
        legal = answer["legalMoves"]
        if answer["status"]["over"] or not legal:
            return turn
        # By turns, what the other build wrote: its token, or its line.
        written = {"token": answer["position"]["token"]} if turn % 2 else {"position": answer["position"]["line"]}
        body = {**written, "move": choice.choice(legal)["move"]}
        answers = [call(replica, f"{path}/apply-move", body) for replica in replicas]
        for number, (status, _) in enumerate(answers):
            expect(status == 200, f"{variant}: build {number} answers {status} to {body}")
        (_, old), (_, new) = answers
        for field in (*SAME, "position"):
            expect(old.get(field) == new.get(field), f"{variant}: {field} differs after {body}")
        answer = answers[turn % 2][1]
    return TURNS


def check_later_requests(replica, name):
    """What a build answers to a request of a later one."""
    path = "/v1/variants/awale"
    for what, called, body, expected in (
        ("field", f"{path}/start-game", {"fieldOfALaterBuild": 1}, (400, "UNKNOWN_FIELD")),
        ("option", f"{path}/start-game", {"options": {"option-of-a-later-build": 1}}, (400, "UNKNOWN_OPTION")),
        ("preset", f"{path}/start-game", {"preset": "preset-of-a-later-build"}, (404, "UNKNOWN_PRESET")),
        ("token", f"{path}/legal-moves", {"token": later_token()}, (400, "MALFORMED_TOKEN")),
        ("operation", f"{path}/operation-of-a-later-build", {}, (404, "NOT_FOUND")),
        ("game", "/v1/variants/game-of-a-later-build/start-game", {}, (404, "UNKNOWN_VARIANT")),
    ):
        status, answer = call(replica, called, body)
        expect((status, answer.get("reason")) == expected, f"{name}: a later {what} is {status} {answer.get('reason')}")


def main():
    old_binary, new_binary, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    builds = {"old": old_binary, "new": new_binary}
    replicas = [Replica(binary, folder / f"{name}.log", {}) for name, binary in builds.items()]
    variants = call(replicas[0], "/v1/variants")[1]["variants"]
    moves = games = 0
    for variant in variants:
        presets = [None, *(preset["name"] for preset in variant["presets"])]
        for seed in range(GAMES):
            moves += play(replicas, variant["name"], presets[seed % len(presets)], seed)
            games += 1
    for name, replica in zip(builds, replicas, strict=True):
        check_later_requests(replica, name)
        end(replica.process)
    print(f"{games} games, {moves} moves, each move on both builds")
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
