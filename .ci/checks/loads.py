"""Clients that call without a pause: how they are started and ended, and what they report."""

import json
import os
import pathlib
import subprocess
import sys

from processes import ROOT, SECONDS, Gone, end, spawn

HERE = pathlib.Path(__file__).resolve().parent
GRPC = ("grpcio", "grpc-js")
HTTP = ("urllib3",)


class Load:
    """A client in a process of its own, which calls until it is told to stop."""

    def __init__(self, name, target, options):
        # Beside its modules.
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
            raise Gone(f"{self.name} said {said!r} at first, and ended with exit code {end(self.process)}")
        return self

    def stop(self):
        """Its report, which is printed too."""
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
    """What came of a load's calls."""

    # The most frequent failures are shown.
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
