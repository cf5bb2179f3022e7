"""Plays turns from standard input over gRPC, any number at once: python grpc_worker.py ADDRESS

A line in is a job in JSON, such as {"room": "7", "turn": {"variant": "awale", "text": ["TEXT_FORM_LINE"]}}, with a
PlayTurnRequest as `turn`. A line out has its `room`, what to `say` there, the `moves` by their labels, and the `next` turn, which
lacks only the move. Where the engine has to be asked again, it needs none, and `again` says after how many milliseconds.

The client is generated: python -m grpc_tools.protoc -I proto --python_out=. --grpc_python_out=. proto/mancala/v1/*.proto
"""

import asyncio
import json
import sys

import grpc
from google.protobuf.json_format import MessageToDict, ParseDict
from mancala.v1.mancala_service_pb2 import PlayTurnRequest
from mancala.v1.mancala_service_pb2_grpc import MancalaServiceStub

# A call that was not made, or got no answer, can be sent again as it is.
RETRIES = {"maxAttempts": 5, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 2}
RETRIES["retryableStatusCodes"] = ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
CONFIG = {"methodConfig": [{"name": [{"service": "mancala.v1.MancalaService"}], "retryPolicy": RETRIES}]}
# What the token of the answer takes the place of, and what was for this turn only.
PAST = "position", "setup", "moves", "options", "preset", "first", "move", "seat", "proposed_by"


async def play(service, room, turn):
    """What to say after a turn, and the next one."""
    try:
        answer = await service.PlayTurn(turn, timeout=20)
    except grpc.aio.AioRpcError as error:
        return {"room": room, "say": error.details(), "next": MessageToDict(turn)}
    for field in PAST:
        turn.ClearField(field)
    turn.token = answer.position.token
    if answer.HasField("proposed"):
        turn.proposed_by = answer.proposed.by
    said = {"room": room, "say": answer.text.line, "moves": {move.label: move.move for move in answer.legal_moves}}
    if answer.HasField("unanswered") or answer.truncated:
        said["again"] = answer.unanswered.retry_after_ms
    if not answer.status.over:
        said["next"] = MessageToDict(turn)
    return said


async def work(service, line):
    job = json.loads(line)
    print(json.dumps(await play(service, job["room"], ParseDict(job["turn"], PlayTurnRequest()))), flush=True)


async def main(address):
    options = [("grpc.service_config", json.dumps(CONFIG))]
    jobs = set()
    async with grpc.aio.insecure_channel(address, options) as channel:
        service = MancalaServiceStub(channel)
        while line := await asyncio.to_thread(sys.stdin.readline):
            jobs.add(job := asyncio.create_task(work(service, line)))
            job.add_done_callback(jobs.discard)
        await asyncio.gather(*jobs)


asyncio.run(main(*sys.argv[1:]))
