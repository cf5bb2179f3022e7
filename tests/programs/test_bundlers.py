"""A page of both npm packages, built as their users build it and opened in Chromium: a game without a server, its board, and a move that
a server suggests.

The step bundlers leaves the bundlers in CI_DIR/clients/bundlers, with the packages as npm packs them. CHROMIUM is the path of the browser.
"""

import contextlib
import http.server
import json
import os
import shutil
import subprocess
import threading

import pytest
from contract import ROOT
from servers import await_true, free_port, listens

SOURCES = ROOT / "tests/packages/bundlers"
# What each bundler is called with. Those that leave the other files of @ayla/rules alone get them copied beside the page.
BUILDS = {
    "vite": (["vite", "build", "--logLevel=warn"], "dist"),
    "webpack": (["webpack", "--mode=production", "--entry=./main.js", "--output-path=dist"], "dist"),
    "rollup": (["rollup", "main.js", "--plugin=node-resolve", "--dir=dist", "--format=es", "--silent"], "dist"),
    "esbuild": (["esbuild", "main.js", "--bundle", "--format=esm", "--outdir=dist", "--log-level=warning"], "dist"),
}
COPYING = {"rollup", "esbuild"}
# What a page needs: to compile WebAssembly, its worker, and the server.
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self' {server}; style-src 'self' 'unsafe-inline'"


@pytest.fixture(scope="module")
def project(ci_dir):
    """The sources of the page, beside the bundlers and the packages: some bundlers look at nothing outside the folder."""
    return shutil.copytree(SOURCES, ci_dir / "clients/bundlers", dirs_exist_ok=True)


@pytest.fixture(scope="module")
def server(start):
    return start({"AYLA_CORS_ORIGINS": "*"})


@pytest.fixture(scope="module")
def environment(project):
    """In which the programs of npm are found: those of the project first."""
    return os.environ | {"PATH": f"{project / 'node_modules/.bin'}:{os.environ['PATH']}", "NEXT_TELEMETRY_DISABLED": "1"}


@pytest.fixture
def run(project, environment):
    """Runs a program of npm to its end."""

    def run(*command):
        ended = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, timeout=300)
        assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"

    return run


@pytest.fixture
def site(project, environment):
    """Starts a program of npm that serves the page on a port, and returns its address."""
    with contextlib.ExitStack() as ends:

        def site(*command):
            port = free_port()
            process = subprocess.Popen([*command, "--port", str(port)], cwd=project, env=environment)
            ends.callback(process.wait, timeout=30)
            ends.callback(process.terminate)
            await_true(f"{command[0]} listens", lambda: listens(port))
            return f"http://127.0.0.1:{port}"

        yield site


@contextlib.contextmanager
def served(folder, policy):
    """The address of a server of these files, with this content security policy."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", "": "application/octet-stream"}

        def __init__(self, *arguments):
            super().__init__(*arguments, directory=folder)

        def end_headers(self):
            self.send_header("content-security-policy", policy)
            super().end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{files.server_port}"
        files.shutdown()


def assert_plays(node, url, server):
    """Both moves that are suggested are the same, and the house 9 is refused."""
    said, boards, errors = json.loads(node("bundled.mjs", f"{url}/?server=http://{server.address}"))
    reason, offline, online = said.split()
    assert (reason, boards, errors, offline == online) == ("NO_SUCH_HOUSE", 1, [], True), said


@pytest.mark.parametrize("bundler", BUILDS)
def test_a_page_is_built_and_plays(node, project, run, server, bundler):
    command, name = BUILDS[bundler]
    shutil.rmtree(project / name, ignore_errors=True)
    run(*command)
    built = project / name
    if not (built / "index.html").exists():
        (built / "index.html").write_text((SOURCES / "index.html").read_text())
    if bundler in COPYING:
        shutil.copytree(project / "node_modules/@ayla/rules/dist", built, dirs_exist_ok=True, ignore=shutil.ignore_patterns("index.*"))
    with served(built, POLICY.format(server=f"http://{server.address}")) as url:
        assert_plays(node, url, server)


def test_vite_serves_the_sources(node, site, server):
    """While somebody develops."""
    assert_plays(node, site("vite", "--host", "127.0.0.1"), server)


def test_next_builds_and_serves_a_page(node, run, site, server):
    run("next", "build")
    assert_plays(node, site("next", "start", "--hostname", "127.0.0.1"), server)
