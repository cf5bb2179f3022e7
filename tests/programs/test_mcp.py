"""The Model Context Protocol as others implement it: the conformance suite, and games of the official clients and of an agent.

Each turn of the clients is a connection of its own: over HTTP to another of three replicas, of which the one that answered is
killed after the turn and started again, and over standard input and output with a process of its own. The clients check each
result against the schema of its tool.
"""

import asyncio
import http.server
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import threading

import pytest
from contract import ROOT
from games import short_options
from mcp import Client, StdioServerParameters
from servers import spawn

REVISIONS = ["2025-11-25", "2026-07-28"]
MOST_TURNS = 100
AGENT = ROOT / "examples" / "bots" / "agent.py"


@pytest.fixture(scope="module")
def replicas(start):
    return [start() for _ in range(3)]


@pytest.fixture(scope="module")
def urls(replicas):
    return [f"http://{replica.address}/mcp" for replica in replicas]


@pytest.fixture(scope="module")
def fixtures(binary, run):
    """A server with what the suite calls by name."""
    environment = os.environ | {"AYLA_LISTEN": "127.0.0.1:0"}
    server = run(binary.parent / "mcp-fixtures", stdout=subprocess.PIPE, env=environment, text=True)
    return f"http://{server.stdout.readline().strip()}/mcp"


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("of_fixtures", [False, True])
def test_conformance(node, urls, request, folder, revision, of_fixtures):
    """The scenarios that a revision requires; those in a file fail, and no others."""
    url = request.getfixturevalue("fixtures") if of_fixtures else urls[0]
    expected = ROOT / "tests/mcp" / f"expected-failures{'-of-fixtures' * of_fixtures}.yaml"
    suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
    options = ["--requirements", revision, "--expected-failures", expected, "--output-dir", folder / "conformance"]
    assert "✓ " in node(suite, "server", "--url", url, *options)


async def play_in_python(servers, revision, game, options, seed, answered):
    choice = random.Random(seed)
    tool = "start_game"
    arguments = {"variant": game, "level": 1, "seed": seed, "options": options}
    for number in range(MOST_TURNS):
        at = number % len(servers)
        async with Client(servers[at], mode="legacy" if revision == "2025-11-25" else revision) as client:
            assert client.protocol_version == revision
            if number == 0:
                assert len((await client.list_tools()).tools) == 9
            result = await client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        answer = result.structured_content
        assert answer["handle"] in result.content[0].text
        answered(at)
        if answer["turn"]["status"]["over"]:
            return
        tool = "play_move"
        arguments = {"handle": answer["handle"], "move": choice.choice(answer["turn"]["legalMoves"])}
    pytest.fail(f"{game} does not end: {answer}")


@pytest.fixture(params=["http", "stdio"])
def transport(request):
    return request.param


@pytest.fixture
def games(transport, replicas):
    """All over HTTP. The games are the same over the other transport, which starts a process for each turn."""
    options = short_options(replicas[0])
    return options if transport == "http" else {"kalah": options["kalah"]}


@pytest.fixture
def answered(transport, replicas):
    """What happens after a turn."""

    def killed(number):
        replicas[number].kill()
        replicas[number].start()

    return killed if transport == "http" else lambda number: None


@pytest.mark.parametrize("revision", REVISIONS)
def test_games_of_the_python_client(transport, urls, binary, revision, games, answered):
    servers = urls if transport == "http" else [StdioServerParameters(command=str(binary), args=["mcp"])]
    for seed, (game, options) in enumerate(games.items(), 1):
        asyncio.run(play_in_python(servers, revision, game, options, seed, answered))


@pytest.mark.parametrize("revision", REVISIONS)
def test_games_of_the_typescript_client(transport, urls, binary, revision, games, answered):
    """It says whom it has called after each turn, and waits for a line."""
    servers = urls if transport == "http" else [str(binary)]
    program = pathlib.Path(os.environ["NODE_DIR"]) / "play.mjs"
    command = [os.environ["NODE"], program, revision, transport, json.dumps(games), *servers]
    client = spawn(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    turns = 0
    for line in client.stdout:
        turns += 1
        answered(int(line))
        client.stdin.write("\n")
        client.stdin.flush()
    assert client.wait() == 0
    assert turns > len(games)


# ------------------------------------------------------------------------------------------------- the example of an agent


class Model(http.server.BaseHTTPRequestHandler):
    """Begins the game that the person names, and plays the move that they say; as a model does, from the conversation alone."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        assert {"start_game", "play_move"} <= {tool["function"]["name"] for tool in asked["tools"]}
        body = json.dumps({"choices": [{"message": {"role": "assistant", **self.next(asked["messages"])}}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def next(self, messages):
        last = messages[-1]
        if last["role"] == "tool":
            return {"content": last["content"].replace("\n", " | ")}
        said = last["content"]
        if said.startswith("{"):
            return self.call("start_game", json.loads(said) | {"level": 1, "seed": 5})
        handles = [re.search(r"Handle: (\S+)", m["content"]) for m in messages if m["role"] == "tool"]
        handle = [found[1] for found in handles if found][-1]
        # Every other mistake: a board of its own, and a handle with a character changed.
        handle = {"board": "awale 444444/444444 0/0 s", "changed": f"A{handle[1:]}"}.get(said, handle)
        return self.call("play_move", {"handle": handle, "move": said})

    def call(self, name, arguments):
        call = {"id": "1", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        return {"content": None, "tool_calls": [call]}

    def log_message(self, *_):
        pass


@pytest.fixture
def agent(run, urls):
    """Asks the agent, which has a scripted model. At the end it has to end with its input."""
    model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    addresses = [f"http://127.0.0.1:{model.server_port}/v1/chat/completions", "scripted", urls[0]]
    agent = run(sys.executable, AGENT, *addresses, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(line):
        agent.stdin.write(line + "\n")
        agent.stdin.flush()
        return agent.stdout.readline()

    yield ask
    agent.stdin.close()
    assert agent.wait(timeout=20) == 0
    model.shutdown()


def test_whole_games_of_an_agent_with_mistakes(agent, replicas):
    for game, options in short_options(replicas[0]).items():
        said = agent(json.dumps({"variant": game, "options": options}))
        assert "MALFORMED_TOKEN" in agent("board")
        assert "MALFORMED_TOKEN" in agent("changed")
        assert "Legal moves" in agent("99")
        for turn in range(MOST_TURNS):
            legal = re.findall(r"(\w+)(?: \(.*?\))?[,.]", said.partition("Legal moves: ")[2].partition("\n")[0])
            if not legal:
                break
            said = agent(legal[turn % len(legal)])
        assert re.search("wins|draw|Nobody", said), said
