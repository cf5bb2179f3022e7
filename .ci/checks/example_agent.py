"""Plays whole games through the example of an agent, with a scripted model that makes mistakes.

    python example_agent.py SERVER_BINARY FOLDER PYTHON

PYTHON has the client of the Model Context Protocol. Exits with 1 and a list of the failures, or with 0.
"""

import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import threading

from contract import ROOT
from example_games import MOST_TURNS
from expectations import expect, expect_true, finish
from processes import Gone, Replica, end, spawn

AGENT = ROOT / "examples" / "bots" / "agent.py"
GAMES = [
    {"game": "awale", "options": {"seeds": 3, "majority": True, "few": 6, "quiet": 12}},
    {"game": "andada", "options": {"houses": 6}},
    {"game": "anywoli", "options": {"quiet": 8}},
    {"game": "kalah", "options": {"houses": 4, "seeds": 3}},
]


class Model(http.server.BaseHTTPRequestHandler):
    """Begins the game that the person names, and plays the move that they say; as a model does, from the conversation alone."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        message = self.next(asked["messages"], {tool["function"]["name"] for tool in asked["tools"]})
        body = json.dumps({"choices": [{"message": {"role": "assistant", **message}}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def next(self, messages, tools):
        last = messages[-1]
        if last["role"] == "tool":
            return {"content": last["content"].replace("\n", " | ")}
        said = last["content"]
        if said.startswith("{"):
            return self.call("start_game", json.loads(said) | {"level": 1, "seed": 5}, tools)
        handles = [re.search(r"Handle: (\S+)", m["content"]) for m in messages if m["role"] == "tool"]
        handle = [found[1] for found in handles if found][-1]
        # Every other mistake: a board of its own, and a handle with a character changed.
        handle = {"board": "awale 444444/444444 0/0 s", "changed": f"A{handle[1:]}"}.get(said, handle)
        return self.call("play_move", {"handle": handle, "move": said}, tools)

    def call(self, name, arguments, tools):
        expect_true(f"the model is offered {name}", name in tools)
        call = {"id": "1", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        return {"content": None, "tool_calls": [call]}

    def log_message(self, *_):
        pass


def play(agent, game):
    """A whole game, and the number of its turns."""

    def ask(line):
        agent.stdin.write(line + "\n")
        agent.stdin.flush()
        answer = agent.stdout.readline()
        if not answer:
            raise Gone("the agent has ended")
        return answer

    name = game["game"]
    said = ask(json.dumps(game))
    for mistake, answer in {"board": "MALFORMED_TOKEN", "changed": "MALFORMED_TOKEN", "99": "Legal moves"}.items():
        told = ask(mistake)
        expect_true(f"{name}: {mistake} is answered with {answer}: {told}", answer in told)
    for turn in range(MOST_TURNS):
        legal = re.findall(r"(\w+) \(", said.partition("Legal moves: ")[2])
        if not legal:
            return turn, said
        said = ask(legal[turn % len(legal)])
    return MOST_TURNS, said


def main(binary, folder, python):
    folder.mkdir(parents=True, exist_ok=True)
    model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    replica = Replica(binary, folder / "ayla.log", {})
    addresses = f"http://127.0.0.1:{model.server_port}/v1/chat/completions", f"http://127.0.0.1:{replica.port}/mcp"
    with open(folder / "agent.log", "w") as log:
        command = [python, AGENT, addresses[0], "scripted", addresses[1]]
        agent = spawn(command, env=os.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        for game in GAMES:
            turns, said = play(agent, game)
            expect_true(f"{game['game']} is over after {turns} turns: {said}", re.search("wins|draw|Nobody", said))
        agent.stdin.close()
        expect("the agent ends with its input", agent.wait(timeout=20), 0)
    finally:
        for process in (agent, replica.process):
            end(process)
    finish("example_agent")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3])
    except (Gone, OSError) as error:
        sys.exit(f"example_agent: {error!r}")
