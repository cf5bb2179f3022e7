"""Prints the public address of a server that was told to listen on port 0: `find_server.py LOG SECONDS`.

Servers log the addresses they bound. Each address in the log is asked; the public one is the one that knows the service.
"""

import http.client
import pathlib
import re
import sys
import time
import urllib.request

LOOPBACK = re.compile(r"127\.0\.0\.1:([1-9][0-9]*)")


def answers(port):
    """Whether the public side of the service answers on this port."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/server-info", timeout=5) as answer:
            return answer.status == 200
    except (OSError, http.client.HTTPException):
        return False


def main(log, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        text = log.read_text(errors="replace") if log.exists() else ""
        for port in dict.fromkeys(LOOPBACK.findall(text)):
            if answers(port):
                print(f"127.0.0.1:{port}")
                return
        time.sleep(0.1)
    sys.exit(f"no address in {log} answered GET /v1/server-info within {seconds:g} seconds")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), float(sys.argv[2]))
