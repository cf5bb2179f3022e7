"""The package of clients/rules, as the step webassembly has built it, answers as the server does, in every runtime.

CHROMIUM and FIREFOX are the paths of these browsers.
"""

import os
import pathlib
import subprocess

import pytest
from contract import ROOT

PACKAGE = ROOT / "clients/rules"
# Random turns of each game.
TURNS = os.environ.get("TURNS", "100")


@pytest.fixture(scope="module")
def server(start):
    """Without endgame tables, which the package has not."""
    return start({"AYLA_TABLE_MEMORY": "0", "AYLA_PICTURE_RATE": "1000"})


@pytest.fixture(scope="module")
def digests(node, server):
    """Those of the random turns, in which each answer was that of the server."""
    return node("webassembly.mjs", server.address, PACKAGE, ROOT / "tests/vectors", TURNS)


@pytest.mark.parametrize("browser", ["chrome", "firefox"])
def test_answers_in_a_browser(node, digests, browser):
    executable = os.environ["CHROMIUM" if browser == "chrome" else "FIREFOX"]
    assert node("webassembly_browser.mjs", browser, PACKAGE, TURNS, BROWSER=executable) == digests


def test_answers_in_deno(ci_dir, digests):
    """Which may only read files."""
    deno = [ci_dir / "clients/tools/node_modules/.bin/deno", "run", "--no-lock", "--allow-read"]
    program = pathlib.Path(os.environ["NODE_DIR"]) / "webassembly_deno.mjs"
    assert subprocess.check_output([*deno, program, PACKAGE, TURNS], text=True, timeout=120) == digests
