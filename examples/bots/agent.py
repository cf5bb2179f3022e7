"""Lets a language model play mancala with a person in a terminal: any model behind an endpoint for chat completions.

    pip install mcp
    python agent.py https://models.example/v1/chat/completions MODEL http://127.0.0.1:8080/mcp

The key of the endpoint, if it needs one, is taken from MODEL_KEY. The model gets the tools of the service. It can neither write a
board nor move for the engine, and the game is in its conversation, as the handle of the latest result.
"""

import asyncio
import json
import os
import sys
import urllib.request

from mcp import Client

COMPLETIONS, MODEL, SERVICE = sys.argv[1:]
# A model that calls more tools than this for one message of the person has lost its way.
MOST_CALLS = 10


def complete(messages, tools):
    """The next message of the model."""
    body = json.dumps({"model": MODEL, "messages": messages, "tools": tools}).encode()
    headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ.get('MODEL_KEY', '')}"}
    with urllib.request.urlopen(urllib.request.Request(COMPLETIONS, body, headers), timeout=120) as answer:
        return json.load(answer)["choices"][0]["message"]


async def use(client, call):
    """What the tool answers to the model. A fault is an answer too, from which it can learn."""
    try:
        arguments = json.loads(call["function"]["arguments"] or "{}")
        result = await client.call_tool(call["function"]["name"], arguments)
        said = "\n".join(part.text for part in result.content if part.type == "text")
    except Exception as fault:
        said = f"The call failed: {fault}"
    return {"role": "tool", "tool_call_id": call["id"], "content": said}


async def answer(client, messages, tools):
    """Lets the model call tools until it says something to the person."""
    for _ in range(MOST_CALLS):
        message = await asyncio.to_thread(complete, messages, tools)
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for call in message["tool_calls"]:
            messages.append(await use(client, call))
    return "I have lost my way. What shall we do?"


async def main():
    async with Client(SERVICE) as client:
        described = (await client.list_tools()).tools
        tools = [
            {"type": "function", "function": {"name": t.name, "description": t.description, "parameters": t.input_schema}}
            for t in described
        ]
        messages = [{"role": "system", "content": client.instructions}]
        while line := await asyncio.to_thread(sys.stdin.readline):
            messages.append({"role": "user", "content": line.strip()})
            print(await answer(client, messages, tools), flush=True)


asyncio.run(main())
