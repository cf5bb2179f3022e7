"""The package of clients/python-rules, as the step python-rules has built it: by itself, against the server and the reference.

AGREEING_GAMES is the number of random games that are compared with both: 1,000 unless the environment says otherwise.
"""

import ast
import asyncio
import contextlib
import copy
import doctest
import inspect
import io
import json
import os
import pickle
import random
import re
import shutil
import subprocess
import sys
import threading

import ayla_rules
import mancala_reference
import numpy
import pytest
import urllib3
from ayla_client import AsyncClient, AylaError, Client, models
from ayla_rules import Engine, Event, IllegalMove, Local, Position, RulesError, env, games, puzzles, variants, vector
from comparison.questions import standing
from contract import ROOT
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

PAGE = ROOT / "docs/python.md"
NOTEBOOK = ROOT / "examples/research.ipynb"
# A program as a user writes it, for the checkers of types.
PROGRAM = ROOT / "tests/packages/rules_program.py"
# Games of each kind, and of all kinds against the server.
GAMES = 10
COMPARED = 50
AGREEING = int(os.environ.get("AGREEING_GAMES", "1000"))
# Of a hundred games, those of each variant: sowing by laps takes the reference long.
SHARES = {name: 2.5 if name in ("andada", "anywoli") else 19 for name in variants()}
# Some games can go on for ever.
LONGEST = 100
# The most positions in a batch, of which each starts at a line.
LONGEST_COMPARED = 250
# Positions of each preset by enumeration, and steps of as many games from there.
REACHED = 500
STEPS = 30


def documented(thing, name):
    """The texts of a module, a class or a function, and of what is in it, if no other class has that."""
    yield name, inspect.getdoc(thing) or ""
    if inspect.isclass(thing):
        inherited = {inner for base in thing.__mro__[1:] for inner in vars(base)}
        for inner in vars(thing):
            value = getattr(thing, inner)
            if not inner.startswith("_") and inner not in inherited and (callable(value) or inspect.isdatadescriptor(value)):
                yield f"{name}.{inner}", inspect.getdoc(value) or ""


def published():
    """What is public, by its name. The names of types have no text."""
    for name in sorted({*ayla_rules.__all__} - {"Move", "Side"}):
        yield name, getattr(ayla_rules, name)
    for module in (vector, env):
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) == module.__name__ and not name.startswith("_"):
                yield f"{module.__name__}.{name}", value


TEXTS = dict(pair for name, thing in published() for pair in documented(thing, name))
EXAMPLES = {
    "the page": PAGE.read_text().replace("```", ""),
    **{module.__name__: module.__doc__ for module in (ayla_rules, vector, env)},
    **{name: text for name, text in TEXTS.items() if ">>>" in text},
}


@pytest.mark.parametrize(("name", "text"), EXAMPLES.items())
def test_an_example_of_the_documentation_runs(name, text):
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name, None, 0))
    assert runner.summarize(verbose=False).failed == 0


def shown(cell, names):
    """The outputs of a cell of a notebook, as Jupyter writes them. Of what is drawn the text stands for the picture."""
    *body, last = ast.parse("".join(cell["source"])).body
    is_value = isinstance(last, ast.Expr)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body if is_value else [*body, last], []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if is_value else None
    assert not isinstance(value, Position) or value._repr_svg_().startswith("<svg")
    outputs = [{"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}]
    result = {"data": {"text/plain": [repr(value)]}, "execution_count": None, "metadata": {}, "output_type": "execute_result"}
    return (outputs if printed.getvalue() else []) + ([result] if value is not None else [])


def test_the_notebook_shows_what_its_cells_return():
    """AYLA_MEND=1 writes the outputs again."""
    text = NOTEBOOK.read_text()
    notebook = json.loads(text)
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = shown(cell, names)
    made = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("AYLA_MEND"):
        NOTEBOOK.write_text(made)
    else:
        assert made == text, "the notebook shows other outputs; AYLA_MEND=1 writes them"


def test_what_is_public_has_a_description_and_is_in_an_example():
    assert [name for name, text in TEXTS.items() if not text] == []
    parser = doctest.DocTestParser()
    sources = "".join(example.source for text in EXAMPLES.values() for example in parser.get_examples(text))
    shown = {*re.findall(r"\w+", sources)}
    assert [name for name in TEXTS if name not in EXAMPLES and name.split(".")[-1] not in shown] == []


# Ten games of each variant, a search, a puzzle and a picture.
ALONE = """
import random, sys
sys.path.insert(0, sys.argv[1])
from ayla_rules import Engine, Position, puzzles, variants
draw = random.Random(7)
for name in 10 * variants():
    position = Position(name)
    while not position.is_over and position.ply < 1000:
        position.push(draw.choice(position.legal_moves))
    assert position._repr_svg_().startswith("<svg")
puzzle = puzzles("awale", grade=1)[0]
assert Engine(nodes=50_000).best_move(puzzle.position) == puzzle.solution[0]
assert not [name for name in sys.modules if name.startswith(("numpy", "gymnasium"))]
"""


def test_the_wheel_needs_nothing_but_python():
    """No other package, no program, no variable, and no network where the machine lets us take it away."""
    installed = os.path.dirname(os.path.dirname(ayla_rules.__file__))
    python = [sys.executable, "-I", "-S", "-c", ALONE, installed]
    cut_off = ["unshare", "--net", "--map-root-user"]
    may = shutil.which("unshare") and subprocess.run([*cut_off, "true"], capture_output=True).returncode == 0
    command = [shutil.which("unshare"), *cut_off[1:], *python] if may else python
    subprocess.run(command, env={}, check=True, timeout=120)


def test_the_types_are_those_of_the_module():
    subprocess.run([sys.executable, "-m", "mypy.stubtest", "ayla_rules._rules"], check=True, timeout=120)
    assert "South" in subprocess.check_output([sys.executable, PROGRAM], text=True, timeout=60)


def test_strict_checkers_of_types_find_no_fault(ci_dir, folder):
    """In the program of a user, and in the sources, without other settings."""
    sources = ROOT / "clients/python-rules/python"
    options = {"check": True, "timeout": 240, "cwd": folder}
    for checked, path in ((["--package", "ayla_rules"], {"MYPYPATH": str(sources)}), ([PROGRAM], {})):
        subprocess.run([sys.executable, "-m", "mypy", "--strict", *checked], env=os.environ | path, **options)
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "reportMissingModuleSource": false}')
    environment = os.environ | {"PYRIGHT_PYTHON_CACHE_DIR": str(ci_dir / "pyright")}
    files = [PROGRAM, *(sources / "ayla_rules").glob("*.py")]
    subprocess.run(["pyright", "--pythonpath", sys.executable, *files], env=environment, **options)


def value(option, draw):
    """Any value of an option."""
    match option.type:
        case "flag":
            return draw.random() < 0.5
        case "word":
            return draw.choice(option.values)
        case _:
            numbers = draw.choice(option.ranges)
            return draw.randrange(numbers.min, numbers.max + 1, numbers.step)


with Client(local=True) as asked:
    VARIANTS = {variant.name: variant for variant in asked.list_variants().variants}


def started(seed, name=None):
    """A game by any options that can be together, and what goes on drawing."""
    draw = random.Random(seed)
    variant = VARIANTS[name or draw.choice(variants())]
    while True:
        chosen = [option for option in variant.options if draw.random() < 0.4]
        options = {option.name.replace("-", "_"): value(option, draw) for option in chosen}
        with contextlib.suppress(RulesError):
            return Position(variant.name, first=draw.choice(["south", "north"]), **options), draw


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("variant", variants())
def test_a_game_is_a_value(variant, seed):
    draw = random.Random(f"{variant} {seed}")
    position = Position(variant)
    start = position.copy()
    before = []
    while not position.is_over and len(before) < LONGEST:
        assert position == Position(position.line) == Position(position.token) == eval(repr(position))
        assert hash(position) == hash(Position(position.line))
        assert position.mirror().mirror().text == position.text and position.mirror().turn != position.turn
        assert len(position.mirror().legal_moves) == len(position.legal_moves) == position.perft(1)
        before.append((position.line, move := draw.choice(position.legal_moves)))
        events = position.events(move)
        assert isinstance(move, str) or isinstance(events[0], Event.PickUp)
        position.push(move)
        assert position.peek() == move
    assert position.result is None or position.legal_moves == []
    assert position._repr_svg_().startswith("<svg") and "South" in str(position)
    for twin in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), copy.copy(position), position.copy()):
        assert twin == position and twin.moves == position.moves and twin.ply == position.ply
        assert [(twin.pop(), twin.line) for _ in before] == [(move, line) for line, move in reversed(before)]
        assert twin == start
    with pytest.raises(IndexError):
        position.copy(moves=False).pop()


class Api:
    """The answers of the server, which have to be those without one, byte for byte."""

    def __init__(self, address):
        self.server = urllib3.connection_from_url(f"http://{address}")
        self.local = Local()

    def post(self, path, request, accepted="en"):
        body = json.dumps(request).encode()
        headers = {"content-type": "application/json", "accept-language": accepted}
        answer = self.server.request("POST", path, body=body, headers=headers)
        status, content, messages = self.local.call(path, body, accepted=accepted)
        if answer.headers["content-type"].startswith("text/event-stream"):
            data = [line[6:] for line in answer.data.split(b"\n") if line.startswith(b"data: ")]
            # A server leaves out what is found while a message is sent.
            assert (answer.status, data[-1]) == (status, messages[-1]) and set(data) <= set(messages)
            return messages
        found = json.loads(answer.data)
        # Only a server has these.
        found.pop("requestId", None)
        assert answer.status == status and json.dumps(found) == json.dumps(json.loads(content))
        assert status != 200 or answer.data == content
        return found

    def batch(self, requests):
        """The answers of the server about positions."""
        lines = "".join(f"{json.dumps(request)}\n" for request in requests).encode()
        answer = self.server.request("POST", "/v1/batch", body=lines, headers={"content-type": "application/x-ndjson"})
        assert self.local.call("/v1/batch", lines) == (200, answer.data, [])
        return [json.loads(line) for line in answer.data.splitlines()]


@pytest.fixture(scope="module")
def api(start):
    """With a server without endgame tables, as programs have none."""
    return Api(start({"AYLA_TABLE_MEMORY": "0"}).address)


def told(event):
    """An event, as the answers of a server have it; one of many seeds is several of ours."""
    kind, said = next(iter(event.items()))
    if kind == "sow":
        store = [Event.Store(said["store"])] if said.get("store") else []
        return [Event.Sow(house["side"], house["house"]) for house in said.get("houses", [])] + store
    place = said.pop("house", None)
    where = [place["side"], place["house"]] if place else []
    return [getattr(Event, kind[0].upper() + kind[1:])(*where, *said.values())]


@pytest.mark.parametrize("seed", range(COMPARED))
def test_a_random_game_goes_as_on_the_server(api, seed):
    position, draw = started(seed)
    path = f"/v1/variants/{position.variant}"
    for _ in range(LONGEST):
        listed = api.post(f"{path}/legal-moves", {"position": position.line})
        assert [move["move"] for move in listed.get("legalMoves", [])] == list(map(str, position.legal_moves))
        for refused in listed.get("illegalMoves", []):
            why = position.why_not(refused["move"])
            assert (why.reason, why.ruling) == (refused["reason"], refused["ruling"])
        if position.is_over:
            break
        move = draw.choice(position.legal_moves)
        answer = api.post(f"{path}/apply-move", {"position": position.line, "move": str(move)})
        told_events = [ours for event in answer["events"] for ours in told(event)]
        assert answer.get("eventsTruncated") or told_events == position.events(move)
        position.push(move)
        assert answer["position"]["line"] == position.line
        status = answer["status"]
        assert status["over"] == position.is_over
        if result := position.result:
            score = status.get("score")
            assert result.reason == status["reason"] and (result.winner or "none") == status["winner"]
            assert result.score == (score and (score["south"], score["north"]))


@pytest.mark.parametrize("variant", variants())
def test_random_games_agree_with_the_server_and_the_reference(api, variant):
    """After each move: the line, the legal moves, why another move is none, and how the game stands."""
    plies = 0
    for number in range(round(AGREEING * SHARES[variant] / 100)):
        position, draw = started(f"{variant} {number}", variant)
        reference = mancala_reference.read(position.line)
        requests, expected = [], [standing(reference)]
        while not position.is_over and len(requests) < LONGEST_COMPARED:
            assert list(map(str, position.legal_moves)) == mancala_reference.legal_moves(reference)
            other = draw.randrange(1, len(reference.rows[0]) + 2)
            why = position.why_not(other)
            assert (why and (why.reason, why.ruling)) == mancala_reference.why_illegal(reference, str(other))
            move = draw.choice(position.legal_moves)
            requests.append({"position": position.line, "move": str(move)})
            position.push(move)
            reference, _ = mancala_reference.play(reference, str(move))
            expected.append(standing(reference))
            assert (position.line, position.text) == (expected[-1]["position"], mancala_reference.text(reference))
            status = expected[-1]["status"]
            assert (position.is_over, position.turn) == (status["over"], status.get("turn", position.turn))
            if result := position.result:
                score = status.get("score")
                assert (result.reason, result.winner or "none") == (status["reason"], status["winner"])
                assert result.score == (score and (score["south"], score["north"]))
        found = api.batch([{"position": requests[0]["position"]}, *requests]) if requests else expected
        assert [{name: each[name] for name in each if name != "value"} for each in found] == expected, number
        plies += len(requests)
    print(f"{variant}: {plies} plies of {round(AGREEING * SHARES[variant] / 100)} games agree")


def test_errors_and_searches_are_those_of_the_server(api):
    path = "/v1/variants/awale"
    position = {"position": "awale 000100/004000 20/23 s"}
    for move, accepted in (("9", "fr"), ("x", "en"), ("1", "fr")):
        api.post(f"{path}/apply-move", position | {"move": move}, accepted)
    api.post(f"{path}/apply-move", {"position": "awale 0/0 s"})
    api.post(f"{path}/suggest-move", position | {"nodes": 5_000, "candidates": True})
    assert len(api.post(f"{path}/suggest-move-stream", position | {"nodes": 5_000})) > 1
    assert api.post(f"{path}/review-game", position | {"moves": ["4"], "nodes": 50_000})


def test_a_client_needs_no_server():
    request = models.SuggestMoveRequest(nodes=2_000)

    async def find():
        async with AsyncClient(local=True) as client:
            request.token = (await client.start_game("kalah")).position.token
            found = [message async for message in client.suggest_move_stream("kalah", request)]
            return (await client.suggest_move("kalah", request)), found

    suggested, found = asyncio.run(find())
    assert found[-1].suggestion.move == suggested.move
    with Client(local=True, locale="fr") as client:
        assert client.suggest_move("kalah", request) == suggested
        [asked] = client.batch([models.BatchRequest(token=request.token)])
        assert asked.legal_moves and len(asked.legal_moves) == 6
        assert client.render_board("kalah", "svg", {"token": request.token}).startswith(b"<svg")
        with pytest.raises(AylaError, match="case 7") as raised:
            client.apply_move("kalah", models.ApplyMoveRequest(token=request.token, move="7"))
        assert raised.value.reason == "NO_SUCH_HOUSE"


def test_other_threads_run_during_a_search():
    searching = threading.Thread(target=Engine(time=3600, nodes=2_000_000).analyse, args=[Position("awale")])
    searching.start()
    # It would have ended, if this thread had waited for it.
    assert searching.is_alive()
    searching.join()


def test_a_search_ends_when_nobody_listens():
    search = Engine(nodes=10**12).search(Position("awale"))
    first = next(search)
    assert first.best.move in range(1, 7) and first.stopped_by == "nothing"


def test_a_level_plays_the_same_game_again():
    def play():
        position = Position("kalah")
        while not position.is_over:
            position.push(Engine(level=1, seed=position.ply).best_move(position))
        return position

    assert play() == play()


@pytest.mark.parametrize("variant", variants())
def test_a_puzzle_has_the_best_move_of_the_engine(variant):
    puzzle = puzzles(variant, grade=1)[0]
    analysis = Engine(nodes=300_000).analyse(puzzle.position)
    assert analysis.best.move == puzzle.solution[0]


def test_what_is_wrong_is_said():
    position = Position("kalah")
    for wrong, reason in ((9, "NO_SUCH_HOUSE"), (-1, "MALFORMED_MOVE"), ("pass", "NOT_IN_THIS_GAME"), ("x", "MALFORMED_MOVE")):
        with pytest.raises(RulesError) as raised:
            position.push(wrong)
        assert raised.value.reason == reason and pickle.loads(pickle.dumps(raised.value)).args == raised.value.args
        assert isinstance(raised.value, IllegalMove) == (reason != "MALFORMED_MOVE")
    for text, options in (("kalahh", {}), ("kalah", {"houzes": 4}), ("kalah", {"preset": "x"}), ("kalah 0/0", {})):
        with pytest.raises(RulesError):
            Position(text, **options)
    with pytest.raises(RulesError):
        Position(position.line, preset="default")
    with pytest.raises(TypeError):
        position.push(1.5)
    with pytest.raises(RulesError, match="1:1"):
        games("?")
    with pytest.raises(OSError):
        Engine(tables=[PAGE])

def without_quiet(position):
    """The text of a position. Where no rule looks at the quiet moves, they make no difference."""
    return re.sub(r" q\d+", "", position.text) if position.options.get("quiet") == 0 else position.text


def consequences(position):
    """What must not differ where an observation is the same: the turn, the result, and what each legal move leads to."""
    nexts = []
    for move in position.legal_moves:
        position.push(move)
        nexts.append((move, without_quiet(position), position.is_over))
        position.pop()
    return without_quiet(position), repr(position.result), nexts


def reached(start):
    """The first positions that can be reached, by breadth."""
    found = [start]
    texts = {without_quiet(start)}
    for position in found:
        for move in position.legal_moves:
            position.push(move)
            if len(found) < REACHED and without_quiet(position) not in texts:
                texts.add(without_quiet(position))
                found.append(position.copy(moves=False))
            position.pop()
    return found


def presets(variant):
    with Client(local=True) as client:
        [listed] = [listed for listed in client.list_variants().variants if listed.name == variant]
        return [preset.name for preset in listed.presets]


@pytest.mark.parametrize("variant", variants())
def test_an_observation_has_all_that_the_rules_look_at(variant):
    """By enumeration from the start, and by random play, with each preset."""
    for preset in presets(variant):
        known = {}
        positions = reached(Position(variant, preset=preset))
        envs = vector.make(variant, len(positions), preset=preset, longest=LONGEST)
        assert len(set(envs.columns)) == len(envs.columns)
        draw = numpy.random.default_rng(7)
        observations, _ = envs.reset(options={"position": positions})
        for step in range(STEPS):
            # Later some of many: Python is what takes time here.
            for index in draw.integers(0, len(positions), 64) if step else range(len(positions)):
                seen = observations["observation"][index]
                position = envs.position(index)
                assert known.setdefault(seen.tobytes(), expected := consequences(position)) == expected
                legal = [envs.actions[action] for action in numpy.flatnonzero(observations["action_mask"][index])]
                assert legal == position.legal_moves
            masks = observations["action_mask"]
            observations, *_ = envs.step((draw.random(masks.shape) * masks).argmax(axis=1))


def test_games_of_an_environment_end_as_games_do():
    envs = vector.make("kalah", 32, houses=4)
    envs.reset(seed=3)
    games = [envs.position(index) for index in range(32)]
    draw = numpy.random.default_rng(3)
    ended = 0
    observations, _ = envs.reset()
    for _ in range(60):
        masks = observations["action_mask"]
        actions = (draw.random(masks.shape) * masks).argmax(axis=1)
        movers = [game.turn for game in games]
        observations, rewards, over, truncated, infos = envs.step(actions)
        for index, game in enumerate(games):
            game.push(envs.actions[actions[index]])
            assert (game.is_over, False) == (over[index], truncated[index])
            if game.is_over:
                winner = game.result.winner
                assert rewards[index] == (0 if winner is None else 1 if winner == movers[index] else -1)
                assert infos["_final_obs"][index] and not infos["final_obs"]["action_mask"][index].any()
                games[index] = game = Position("kalah", houses=4)
                ended += 1
            assert envs.position(index) == game
    assert ended > 32


@pytest.mark.parametrize("opponent", ["random", 1, lambda position: position.legal_moves[0]])
@pytest.mark.parametrize("side", ["south", "north", None])
def test_an_opponent_plays_the_other_side_the_same_way_again(opponent, side):
    def play(envs, steps):
        observations, infos = envs.reset(seed=5)
        turn = envs.columns.index("turn")
        for _ in range(steps):
            turns = observations["observation"][:, turn]
            assert side is None or (turns == ["south", "north"].index(side)).all()
            observations, *results = envs.step(observations["action_mask"].argmax(axis=1))
        return observations["observation"].tolist(), results[0].tolist(), envs

    seen, rewards, envs = play(vector.make("mangala", 4, opponent=opponent, side=side, longest=60), 30)
    assert play(vector.make("mangala", 4, opponent=opponent, side=side, longest=60, copy=False), 30)[:2] == (seen, rewards)
    twins = envs.clone([0, 0, 3])
    before = envs.position(0)
    twins.step(twins._observations()["action_mask"].argmax(axis=1))
    assert envs.position(0) == before and (twins.position(0) == twins.position(1) or opponent == "random")


def test_games_against_a_level_are_not_alike():
    envs = vector.make("kalah", 64, opponent=1, side="north")
    first = envs.reset(seed=1)[0]["observation"]
    assert len({tuple(row) for row in first}) > 4
    assert (envs.reset(seed=1)[0]["observation"] == first).all()


def test_an_environment_is_copied_and_pickled():
    envs = vector.make("awale", 8, preset="tournament", opponent="random")
    observations, _ = envs.reset(seed=1)
    for _ in range(5):
        observations, *_ = envs.step(observations["action_mask"].argmax(axis=1))
    for twin in (pickle.loads(pickle.dumps(envs)), copy.deepcopy(envs), envs.clone()):
        assert [twin.position(index) for index in range(8)] == [envs.position(index) for index in range(8)]
        assert (twin.step(observations["action_mask"].argmax(axis=1))[0]["observation"] >= 0).all()


def test_what_an_environment_cannot_do_is_said():
    envs = vector.make("awale", 2)
    envs.reset(seed=1, options={"position": Position("awale 000120/000030 20/22 s")})
    assert envs.position(1).stores == (20, 22)
    with pytest.raises(IllegalMove) as raised:
        envs.step(numpy.array([3, 0]))
    assert raised.value.__notes__ == ["in environment 1"] and envs.position(0).ply == 0
    for wrong in ({"positions": []}, {"position": [Position("awale")]}, {"position": Position("kalah")}):
        with pytest.raises(ValueError):
            envs.reset(options=wrong)
    for wrong in ({"num_envs": 0}, {"side": "east"}, {"opponent": "randm"}):
        with pytest.raises(ValueError, match="no"):
            vector.make("awale", **wrong)
    for actions in ([9, 3], [3], [-2, 3]):
        with pytest.raises(ValueError):
            envs.step(numpy.array(actions))


# An observation with a mask is no box, and our agents are called south and north.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", variants())
def test_pettingzoo_and_gymnasium_find_no_fault(variant):
    game = env.aec(variant, longest=40, render_mode="ansi")
    api_test(game, num_cycles=120)
    game.reset()
    assert "South" in game.render()
    check_env(env.make(variant, opponent=1, longest=40, render_mode="ansi"))


def test_a_single_game_is_that_of_its_position():
    """With both environments, to the end and with the last position."""
    game = env.make("kalah", side="south")
    observation, info = game.reset(seed=3)
    over = False
    while not over:
        twin = game.clone()
        action = observation["action_mask"].argmax()
        observation, reward, over, truncated, info = game.step(action)
        assert (twin.step(action)[2], truncated) == (over, False)
    assert info["position"].is_over and reward == {"south": 1, "north": -1, "none": 0}[info["position"].result.winner or "none"]
    assert not observation["action_mask"].any()
    turns = env.aec("kalah")
    turns.reset()
    for agent in turns.agent_iter():
        twin = turns.clone()
        assert twin.agent_selection == agent and twin.last()[4] == turns.last()[4]
        observation, _, over, truncated, info = turns.last()
        turns.step(None if over or truncated else observation["action_mask"].argmax())
    assert info["position"].is_over and sum(turns.rewards.values()) == 0
