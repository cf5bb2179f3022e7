"""Measures the throughput of one core, for docs/evidence.md.

    python sizing.py AYLA_BINARY [SECONDS [rules | turns | batches | tools | client]]
    python sizing.py WHEEL SECONDS module

With `rules`, only calls of the rules and suggestions; with `turns`, only what a turn of each level costs; with `batches`, only
positions in batches; with `tools`, only the sizes of what the tools for language models send; with `client`, only the processor time
of calls of the Python client, which is installed. With `module`, games in the process of a program, by a wheel of ayla-rules, beside
OpenSpiel.

A replica is pinned to the first core, h2load to the second. A rate is answers per second of CPU time of the replica,
system time included. A figure is the median of six runs of SECONDS (1 by default), with the least and the greatest. This is
not a test, and .ci/run does not run it.
"""

import http.client
import json
import pathlib
import random
import statistics
import sys
import tempfile
import threading
import time
import zipfile
from functools import partial

import grpc
import numpy
import trustme
import urllib3
from contract import ROOT, SECONDS, pb, services
from servers import Replica, h2load, h2load_grpc

AWALE = [
    line
    for line in (ROOT / "tests/positions/awale-middle.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
# The number of levels of each.
VARIANTS = {"awale": 15, "andada": 13, "anywoli": 10}
RULES = {
    "validate-move": ("ValidateMove", pb.ValidateMoveRequest(position="awale 000000/000122 13/7 n", move="4")),
    "legal-moves": ("LegalMoves", pb.LegalMovesRequest(position="awale 055554/444443 0/0 n")),
    "apply-move": ("ApplyMove", pb.ApplyMoveRequest(position="awale 055554/444443 0/0 n", move="6")),
    "start-game": ("StartGame", pb.StartGameRequest(variant="awale")),
}
NODES = (20_000, 200_000, 1_000_000)
# The least and the greatest of six runs have the median of all runs between them with a probability of 97%.
RUNS = 6
# Arguments of h2load.
HTTP2 = ("--clients=4", "--max-concurrent-streams=32")
HTTP1 = ("--h1", "--clients=32")


def tls(folder):
    """The settings of a server with TLS. h2load does not verify the certificate."""
    leaf = trustme.CA().issue_cert("localhost")
    leaf.cert_chain_pems[0].write_to_path(str(folder / "tls.pem"))
    leaf.private_key_pem.write_to_path(str(folder / "tls.key"))
    return {"AYLA_TLS_CERT": str(folder / "tls.pem"), "AYLA_TLS_KEY": str(folder / "tls.key")}


class Sized:
    """A replica, and the folder for the files of h2load."""

    def __init__(self, binary, folder, seconds, secured=False):
        self.folder, self.seconds = folder, seconds
        settings = {"AYLA_SEARCH_SLOTS": "1", "AYLA_LOG": "error"} | (tls(folder) if secured else {})
        self.replica = Replica(binary, folder / "ayla.log", settings, cores="0")
        self.address = self.replica.address
        self.base = f"{'https' if secured else 'http'}://{self.address}"

    def answers(self):
        """The number of answers without an error so far."""
        return self.replica.calls(status="OK") + self.replica.calls(status="200")

    def rate(self, call):
        """Answers per second of CPU time, during `call`."""
        before, spent = self.answers(), self.replica.processor_seconds()
        call()
        return (self.answers() - before) / (self.replica.processor_seconds() - spent)

    def h2load(self, *arguments):
        return self.rate(lambda: h2load(self.folder / "h2load.log", self.seconds, arguments, cores="1"))

    def rules_by_grpc(self, operation):
        return self.h2load(*HTTP2, *h2load_grpc(self.folder / "body", self.base, *RULES[operation]))

    def rules_by_json(self, operation, how):
        _, message = RULES[operation]
        fields = {descriptor.json_name: value for descriptor, value in message.ListFields()}
        variant = fields.pop("variant", "awale")
        body = self.folder / "body"
        body.write_text(json.dumps(fields))
        url = f"{self.base}/v1/variants/{variant}/{operation}"
        return self.h2load(*how, "--header=content-type: application/json", f"--data={body}", url)

    def nodes(self, nodes):
        """With two clients, each for half of the positions, so that the search never waits for one."""
        over = time.monotonic() + self.seconds

        def ask(positions):
            with grpc.insecure_channel(self.address) as channel:
                stub = services.MancalaServiceStub(channel)
                while time.monotonic() < over:
                    for position in positions:
                        stub.SuggestMove(pb.SuggestMoveRequest(position=position, nodes=nodes), timeout=SECONDS)

        def both():
            callers = [threading.Thread(target=ask, args=[AWALE[half::2]], daemon=True) for half in (0, 1)]
            for caller in callers:
                caller.start()
            for caller in callers:
                caller.join(timeout=10 * SECONDS)

        return self.rate(both)

    def call(self, variant, operation, **fields):
        answer = self.replica.call(f"/v1/variants/{variant}/{operation}", fields)
        assert answer.status == 200, answer.data
        return answer.json()

    def turns(self, variant, level, person):
        """Plays games against this level, as a bot does. The moves of the person are those of level 4 of another replica.
        Returns the CPU time of a turn in seconds, and the turns of each game that ended."""
        chance = random.Random(level)
        over, count, lengths = time.monotonic() + self.seconds, 0, []
        before = self.replica.processor_seconds()
        while time.monotonic() < over:
            game, begun = self.call(variant, "start-game"), count
            seed = chance.randrange(1_000_000)
            while not game["status"]["over"] and time.monotonic() < over:
                fields = {"token": game["position"]["token"], "side": "south", "text": ["line"], "record": True}
                if game["status"]["turn"] == "south":
                    asked = {"token": fields["token"], "level": 4, "seed": seed}
                    fields["move"] = person.call(variant, "suggest-move", **asked)["move"]
                game = self.call(variant, "play-turn", reply={"level": level, "seed": seed}, **fields)
                assert not game.get("unanswered") and not game.get("refused"), game
                count += 1
            if game["status"]["over"]:
                lengths.append(count - begun)
        return (self.replica.processor_seconds() - before) / count, lengths


def figure(measure):
    """The median of some runs, with the least and the greatest, with three digits."""
    rates = [measure() for _ in range(RUNS)]

    def written(rate):
        return f"{float(f'{rate:.3g}'):,.0f}" if rate >= 100 else f"{rate:.3g}"

    return f"{written(statistics.median(rates))} ({written(min(rates))} to {written(max(rates))})"


def rate(play, seconds):
    """How often a second of CPU time of this process does what `play` does as often as it returns."""
    begin, count = time.process_time(), 0
    while time.process_time() < begin + seconds:
        count += play()
    return count / (time.process_time() - begin)


def show(title, runs):
    """Prints a row of figures: of what each run has in the same place."""
    print(f"| {title} | {' | '.join(figure(iter(column).__next__) for column in zip(*runs, strict=True))} |", flush=True)


def measure_turns(sized, person):
    games = {variant: [] for variant in VARIANTS}

    def turn(variant, level):
        cost, ended = sized.turns(variant, level, person)
        games[variant] += ended
        return cost * 1e3

    print("\n| CPU time of a turn, ms | Awalé | Andada | Anywoli |\n|---|--:|--:|--:|")
    for level in range(1, max(VARIANTS.values()) + 1):
        costs = [figure(partial(turn, variant, level)) if level <= VARIANTS[variant] else "" for variant in VARIANTS]
        print(f"| {level} | {' | '.join(costs)} |", flush=True)
    lengths = [f"{statistics.mean(lengths or [0]):.0f} ({len(lengths)} games)" for lengths in games.values()]
    print(f"| turns of a game | {' | '.join(lengths)} |")


def turns(binary, seconds):
    with tempfile.TemporaryDirectory() as folder:
        sized, person = (Sized(binary, pathlib.Path(folder), seconds) for _ in range(2))
        try:
            measure_turns(sized, person)
        finally:
            sized.replica.kill()
            person.replica.kill()


def single(stub, requests):
    """The answers to a batch of one request in each message."""
    return stub.Batch(iter(requests), timeout=SECONDS)


def packed(stub, requests):
    """The answers to a batch in one message."""
    answers = stub.PackedBatch(iter([pb.PackedBatchRequest(requests=requests)]), timeout=SECONDS)
    return (answer for message in answers for answer in message.responses)


def batch(stub, form):
    """Asks about as many positions as a batch may have, reads what the answers say, and returns how many there were."""
    requests = [pb.BatchRequest(id=str(at), position=AWALE[at % len(AWALE)]) for at in range(1_000)]
    said = [
        (answer.id, answer.position, answer.status.over, answer.status.turn, [legal.move for legal in answer.legal_moves])
        for answer in form(stub, requests)
    ]
    assert [id for id, *_ in said] == [request.id for request in requests]
    return len(said)


def batches(binary, _):
    """Positions a second of CPU time, of this process as a client of grpcio and of the server, in fifty batches on a connection."""
    print("\n| positions a second of CPU time | client | server |\n|---|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        replica = Replica(binary, pathlib.Path(folder) / "ayla.log", {"AYLA_LOG": "error"})

        def rates(form):
            with grpc.insecure_channel(replica.address) as channel:
                stub = services.MancalaServiceStub(channel)
                batch(stub, form)
                spent, server_spent = time.process_time(), replica.processor_seconds()
                count = sum(batch(stub, form) for _ in range(50))
                return count / (time.process_time() - spent), count / (replica.processor_seconds() - server_spent)

        try:
            for form in (single, packed):
                runs = [rates(form) for _ in range(RUNS)]
                show(form.__name__, runs)
        finally:
            replica.kill()


def tools(binary, _):
    """The bytes of JSON that a host gets, which are the same in each run."""
    headers = {"accept": "application/json, text/event-stream"}
    with tempfile.TemporaryDirectory() as folder:
        replica = Replica(binary, pathlib.Path(folder) / "ayla.log", {})

        def result(method, **params):
            body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            url = f"http://{replica.address}/mcp"
            return urllib3.request("POST", url, json=body, headers=headers, timeout=SECONDS).json()["result"]

        def written(value):
            return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())

        try:
            started = result("tools/call", name="start_game", arguments={"variant": "awale", "level": 1})
            move = {"handle": started["structuredContent"]["handle"], "move": "3"}
            print("\n| sent to a host | bytes |\n|---|--:|")
            print(f"| all tools | {written(result('tools/list')['tools']):,} |")
            print(f"| a turn of Awalé | {written(result('tools/call', name='play_move', arguments=move)):,} |")
            board = result("resources/read", uri="ui://ayla/board")["contents"][0]["text"]
            print(f"| the board | {len(board.encode()):,} |")
        finally:
            replica.kill()


def client(binary, seconds):
    """Calls of apply-move a second, by the client and by http.client, which reads the JSON too."""
    import ayla_client

    with tempfile.TemporaryDirectory() as folder:
        replica = Replica(binary, pathlib.Path(folder) / "ayla.log", {"AYLA_LOG": "error"}, cores="1")
        plain = http.client.HTTPConnection(replica.address)

        def by_http():
            body = json.dumps({"token": token, "move": "3"})
            plain.request("POST", "/v1/variants/awale/apply-move", body, {"content-type": "application/json"})
            return bool(json.loads(plain.getresponse().read())["position"])

        def by_client():
            return bool(calls.apply_move("awale", ayla_client.models.ApplyMoveRequest(token=token, move="3")).position)

        def costs():
            """In turns, so that other programs weigh on both."""
            turns = [[1e3 / rate(call, seconds / 20) for call in (by_client, by_http)] for _ in range(20)]
            ours, theirs = map(statistics.mean, zip(*turns, strict=True))
            return ours, theirs, ours / theirs

        try:
            with ayla_client.Client(f"http://{replica.address}") as calls:
                token = calls.start_game("awale").position.token
                print("\n| ms of CPU time | client | http.client | ratio |\n|---|--:|--:|--:|")
                show("apply-move", [costs() for _ in range(RUNS)])
        finally:
            replica.kill()


# The games of OpenSpiel, their names there, and the presets by which they are those of Ayla.
PEERS = {"kalah": ("mancala", "default"), "awale": ("oware", "tournament")}
GAMES = 1024


def module(wheel, seconds):
    """Random moves a second: of many games with observations and masks, and of single games with legal moves and results."""
    print(f"\nThe wheel has {pathlib.Path(wheel).stat().st_size:,} bytes.")
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        sys.path.insert(0, folder)
        import ayla_rules
        import ayla_rules.vector
        import pyspiel
        from open_spiel.python import rl_environment, vector_env
        from open_spiel.python.rl_agent import StepOutput

        draw = random.Random(1)
        numbers = numpy.random.default_rng(1)

        def games(variant, preset):
            envs = ayla_rules.vector.make(variant, GAMES, preset=preset)
            mask = envs.reset(seed=1)[0]["action_mask"]

            def step():
                nonlocal mask
                mask = envs.step((numbers.random(mask.shape) * mask).argmax(axis=1))[0]["action_mask"]
                return GAMES

            return rate(step, seconds)

        def games_of_peer(name):
            envs = vector_env.SyncVectorEnv([rl_environment.Environment(name) for _ in range(GAMES)])
            seen = envs.reset()

            def step():
                nonlocal seen
                legal = [each.observations["legal_actions"][each.observations["current_player"]] for each in seen]
                seen, *_ = envs.step([StepOutput(draw.choice(actions), None) for actions in legal], reset_if_done=True)
                return GAMES

            return rate(step, seconds)

        def states_of_peer(name):
            """The same, without its environment: only what it computes."""
            game = pyspiel.load_game(name)
            states = [game.new_initial_state() for _ in range(GAMES)]

            def step():
                for index, state in enumerate(states):
                    state.apply_action(draw.choice(state.legal_actions()))
                    if state.is_terminal():
                        state.returns()
                        states[index] = state = game.new_initial_state()
                    state.observation_tensor()
                    state.legal_actions_mask()
                return GAMES

            return rate(step, seconds)

        def positions(variant, preset):
            start = ayla_rules.Position(variant, preset=preset)

            def game():
                position = start.copy()
                while not position.is_over and position.ply < 1000:
                    position.push(draw.choice(position.legal_moves))
                assert position.is_over == (position.result is not None)
                return position.ply

            return rate(game, seconds)

        def positions_of_peer(name):
            loaded = pyspiel.load_game(name)

            def game():
                state = loaded.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(draw.choice(state.legal_actions()))
                state.returns()
                return state.move_number()

            return rate(game, seconds)

        print("\n| many games, moves a second | ours | SyncVectorEnv | ratio | its states alone | ratio |\n|---|--:|--:|--:|--:|--:|")
        for variant, (name, preset) in PEERS.items():
            rates = [(games(variant, preset), games_of_peer(name), states_of_peer(name)) for _ in range(RUNS)]
            show(variant, [(ours, envs, ours / envs, states, ours / states) for ours, envs, states in rates])
        print("\n| single games, moves a second | ours | pyspiel.State | ratio |\n|---|--:|--:|--:|")
        for variant, (name, preset) in PEERS.items():
            rates = [(positions(variant, preset), positions_of_peer(name)) for _ in range(RUNS)]
            show(variant, [(ours, theirs, ours / theirs) for ours, theirs in rates])
        print("\n| moves a second | many games | single games |\n|---|--:|--:|")
        for variant in ayla_rules.variants():
            show(variant, [(games(variant, "default"), positions(variant, "default")) for _ in range(RUNS)])


def rules(binary, seconds):
    with tempfile.TemporaryDirectory() as folder:
        sized = Sized(binary, pathlib.Path(folder), seconds)
        secured = Sized(binary, pathlib.Path(folder), seconds, secured=True)
        try:
            print("| calls per second | gRPC | gRPC, TLS | JSON, HTTP/2 | JSON, HTTP/1.1 |\n|---|--:|--:|--:|--:|")
            for operation in RULES:
                ways = [
                    partial(sized.rules_by_grpc, operation),
                    partial(secured.rules_by_grpc, operation),
                    partial(sized.rules_by_json, operation, HTTP2),
                    partial(sized.rules_by_json, operation, HTTP1),
                ]
                print(f"| {operation} | {' | '.join(map(figure, ways))} |", flush=True)
            secured.replica.stop()
            print("\n| suggestions per second | Awalé |\n|---|--:|")
            for nodes in NODES:
                print(f"| {nodes:,} nodes | {figure(partial(sized.nodes, nodes))} |", flush=True)
        finally:
            for replica in (sized.replica, secured.replica):
                replica.kill()


if __name__ == "__main__":
    parts = {"rules": rules, "turns": turns, "batches": batches, "tools": tools, "client": client, "module": module}
    if len(sys.argv) not in (2, 3, 4) or not parts.keys() >= set(sys.argv[3:]):
        sys.exit(__doc__)
    for name in sys.argv[3:] or [name for name in parts if name not in ("client", "module")]:
        parts[name](sys.argv[1], *map(int, sys.argv[2:3] or [1]))
