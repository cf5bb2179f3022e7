"""Plays whole games with the official Python client of the Model Context Protocol.

    python play.py REVISION http URL... | stdio BINARY

Each turn is a connection of its own, over HTTP to the next of the servers. After each turn this prints the number of the
server that was called, and waits for a line. The client checks each result against the schema of its tool.
"""

import asyncio
import random
import sys

from mcp import Client, StdioServerParameters

# Options by which games end soon.
GAMES = [
    ("awale", {"seeds": 3, "majority": True, "few": 6, "quiet": 12}),
    ("andada", {"houses": 6}),
    ("anywoli", {"quiet": 8}),
    ("kalah", {"houses": 4, "seeds": 3}),
]
MOST_TURNS = 100

revision, transport, *servers = sys.argv[1:]


def connect(number):
    server = servers[number % len(servers)]
    if transport == "stdio":
        server = StdioServerParameters(command=server, args=["mcp"])
    return Client(server, mode="legacy" if revision == "2025-11-25" else revision)


async def turn(number, tool, arguments):
    async with connect(number) as client:
        assert client.protocol_version == revision, client.protocol_version
        if number == 0:
            assert len((await client.list_tools()).tools) == 7
        result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    answer = result.structured_content
    assert answer["handle"] in result.content[0].text
    print("turn", number % len(servers), flush=True)
    sys.stdin.readline()
    return answer


async def play(game, options, seed):
    choice, number = random.Random(seed), 0
    answer = await turn(0, "start_game", {"game": game, "level": 1, "seed": seed, "options": options})
    while not answer["turn"]["status"]["over"]:
        number += 1
        assert number < MOST_TURNS, answer
        move = choice.choice(answer["turn"]["legalMoves"])["move"]
        answer = await turn(number, "play_move", {"handle": answer["handle"], "move": move})
    print("game", game, answer["ply"], "moves,", answer["turn"]["status"]["reason"], flush=True)


for seed, (game, options) in enumerate(GAMES, 1):
    asyncio.run(play(game, options, seed))
