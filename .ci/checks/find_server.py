"""Prints an address of a server that was told to listen on port 0: `find_server.py LOG SECONDS [PATH]`.

Servers log the addresses they bound. Each address in the log is asked for the path; the wanted one is the one that
answers with 200. The path is by default one that the public side of the service knows.
"""

import http.client
import pathlib
import re
import sys
import time
import urllib.request

LOOPBACK = re.compile(r"127\.0\.0\.1:([1-9][0-9]*)")


def answers(port, path):
    """Whether this path is known on this port."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status == 200
    except (OSError, http.client.HTTPException):
        return False


def main(log, seconds, path="/v1/server-info"):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        text = log.read_text(errors="replace") if log.exists() else ""
        for port in dict.fromkeys(LOOPBACK.findall(text)):
            if answers(port, path):
                print(f"127.0.0.1:{port}")
                return
        time.sleep(0.1)
    sys.exit(f"no address in {log} answered GET {path} within {seconds:g} seconds")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:])
