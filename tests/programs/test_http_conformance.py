"""Answers over HTTP follow the OpenAPI document, whatever schemathesis asks."""

import os
import subprocess

from contract import ROOT


def test_answers_follow_the_document(start, folder):
    # Low limits, because it often asks for the largest searches; and it asks for many pictures.
    server = start({"AYLA_SUGGEST_NODES": 200_000, "AYLA_SUGGEST_TIME_MS": 1000, "AYLA_PICTURE_RATE": 1_000_000})
    command = ["schemathesis", "--config-file", ROOT / ".ci/schemathesis.toml", "--no-color", "run"]
    hooks = os.environ | {"SCHEMATHESIS_HOOKS": str(ROOT / "tests/programs/schemathesis_hooks.py")}
    # It writes files into the working directory.
    subprocess.run([*command, f"http://{server.address}/openapi.json"], cwd=folder, env=hooks, check=True)
