"""Clients that call continuously: how they are started and stopped, and their reports."""

import json
import os
import pathlib
import subprocess
import sys

from contract import ROOT, SECONDS
from processes import Gone, end, spawn

HERE = pathlib.Path(__file__).resolve().parent
GRPC = ("grpcio", "grpc-js")
HTTP = ("urllib3",)


class Load:
    """A client in its own process, which calls until it is stopped."""

    def __init__(self, name, target, options):
        # Beside the Node modules.
        node_script = f"{os.environ['NODE_DIR']}/grpc_load.mjs"
        commands = {
            "grpcio": [sys.executable, HERE / "grpc_load.py", target, *options],
            "grpc-js": [os.environ["NODE"], node_script, ROOT / "proto", target, *options],
            "urllib3": [sys.executable, HERE / "http_load.py", target],
        }
        self.name = name
        self.process = spawn(commands[name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ready(self):
        said = self.process.stdout.readline()
        if said != "ready\n":
            raise Gone(f"{self.name} printed {said!r} first, and ended with exit code {end(self.process)}")
        return self

    def stop(self):
        """Stops the client, and prints and returns its report."""
        try:
            said, _ = self.process.communicate(timeout=3 * SECONDS)
        except subprocess.TimeoutExpired:
            raise Gone(f"{self.name} did not stop") from None
        finally:
            end(self.process)
        report = Report(self.name, **json.loads(said))
        print(report, flush=True)
        return report


class Report:
    """The results of a client's calls."""

    # The number of failures that are printed, the most frequent first.
    SHOWN = 20

    def __init__(self, name, answered, failed):
        self.name, self.answered, self.failed = name, answered, failed

    def total(self):
        return sum(self.answered.values())

    def failures(self):
        return sum(failed["count"] for failed in self.failed)

    def __str__(self):
        often = sorted(self.failed, key=lambda failed: -failed["count"])[: self.SHOWN]
        answered = ", ".join(f"{count} {operation}" for operation, count in sorted(self.answered.items()))
        return "\n".join(
            [
                f"      {self.name}: answered {answered or 'nothing'}; failed {self.failures()}",
                *(
                    f"        {failed['count']} {failed['operation']}: {failed['code']}: {failed['details'][:200]}"
                    for failed in often
                ),
            ]
        )
