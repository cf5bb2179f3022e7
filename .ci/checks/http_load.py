"""Calls a service continuously over JSON with urllib3, until the standard input ends.

    python http_load.py HOST:PORT

Prints `ready` and a report as grpc_load.py does. The code of a failed call is its HTTP status, or the name of an
exception.
"""

import sys

import urllib3
from contract import SECONDS, START
from tally import Tally, call_until_stopped

# One of them uses GET, the others POST, which clients and proxies do not retry by themselves.
CALLERS = 4


class Caller:
    def __init__(self, pool, tally):
        self._pool, self._tally = pool, tally

    def _call(self, operation, right, method, **request):
        try:
            answer = self._pool.request(method, f"/v1/variants/awale/{operation}", **request)
        except urllib3.exceptions.HTTPError as error:
            self._tally.failed(operation, type(error).__name__, str(error))
            return
        if answer.status != 200:
            self._tally.failed(operation, str(answer.status), answer.data.decode(errors="replace"))
        elif not right(answer.json()):
            self._tally.failed(operation, "WRONG", answer.data.decode())
        else:
            self._tally.answered(operation)

    def apply_move(self):
        def right(answer):
            return answer["position"]["text"] == "awale 440555/544444 0/0 n q1"

        self._call("apply-move", right, "POST", json={"position": START, "move": "3"})

    def validate_move(self):
        self._call("validate-move", lambda answer: answer["legal"], "GET", fields={"position": START, "move": "3"})


def main(address):
    pool = urllib3.HTTPConnectionPool(*address.split(":"), maxsize=CALLERS, block=True, timeout=SECONDS, retries=False)
    if pool.request("GET", "/v1/server-info").status != 200:
        sys.exit(f"nothing answers on {address}")
    tally = Tally()
    caller = Caller(pool, tally)
    call_until_stopped([caller.apply_move] * (CALLERS - 1) + [caller.validate_move], SECONDS)
    tally.report()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
