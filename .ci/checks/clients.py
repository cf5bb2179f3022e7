"""Uses the packages of clients/ as they were built, in every runtime, and runs the programs of their pages.

    python clients.py SERVER_BINARY RUST_EXAMPLE FOLDER NODE_DIR

In FOLDER, `python` is an environment with the wheel, `typescript` a folder with the package of npm, and `tools` a folder with
the tools that this package is developed with. NODE_DIR has other tools of npm. NODE and CHROMIUM in the environment are the
paths of these programs. Exits with 1 and a list of what failed, or with 0.
"""

import hashlib
import os
import pathlib
import subprocess
import sys
import urllib.request

from code_blocks import ADDRESS, blocks
from contract import ROOT
from expectations import expect, expect_true, finish
from processes import Gone, Replica, await_true, end, free_port, listens, spawn

PAGE = ROOT / "docs" / "clients.md"
PACKAGES = ROOT / ".ci" / "packages"
RUST_EXAMPLE = ROOT / "examples" / "first_game.rs"
KEY = "the key of the tests"
KEYS = f"""[tests]
sha256 = ["{hashlib.sha256(KEY.encode()).hexdigest()}"]
calls-per-second = 20
burst = 5
"""
SECONDS = 120


class Tools:
    """The programs that run the packages, by language."""

    def __init__(self, folder, node_dir, rust):
        self.folder, self.node_dir, self.rust = folder, node_dir, rust
        self.node = os.environ["NODE"]
        self.python = folder / "python" / "bin" / "python"
        self.typescript = folder / "typescript"
        self.programs = folder / "tools" / "node_modules" / ".bin"

    def run(self, what, *command, **environment):
        """The output of a program; a failure is reported with it."""
        done = subprocess.run(
            [str(part) for part in command],
            capture_output=True,
            text=True,
            cwd=self.typescript,
            timeout=SECONDS,
            env={**os.environ, "PYTHONPATH": str(ROOT / ".ci" / "checks"), **environment},
        )
        output = done.stdout + done.stderr
        expect_true(what, done.returncode == 0, f"exit code {done.returncode}\n{output}")
        return done.stdout

    def typed(self, *files):
        """Checks the types of TypeScript files, against those of the package."""
        strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck", "false"]
        library = ["--lib", "es2022,dom,dom.iterable", "--allowImportingTsExtensions", "--target", "es2022"]
        node = os.path.dirname(self.node)
        self.run(
            "types",
            self.programs / "tsc",
            *["--noEmit", "--module", "nodenext", *strict, *library, *files],
            PATH=f"{node}:{os.environ['PATH']}",
        )

    def run_block(self, what, language, text):
        """Runs a program of a page, and returns its output; None if the language is not a program's."""
        match language:
            case "bash":
                return self.run(what, "bash", "-euc", text)
            case "python":
                return self.run(what, self.python, "-c", text)
            case "ts":
                self.typescript.joinpath("block.ts").write_text(text)
                self.typed("block.ts")
                return self.run(what, self.node, "block.ts")
            case "go":
                program = self.folder / "first_game.go"
                program.write_text(text)
                cache = {"GOCACHE": str(self.folder / "go"), "GO111MODULE": "off", "GOPROXY": "off"}
                return self.run(what, "go", "run", program, **cache)
            case _:
                return None


def check_first_game(tools, address):
    """The programs of docs/clients.md print what it says."""
    found = blocks(PAGE, address)
    expected = next(text for language, text in found if language == "text")
    languages = []
    for language, text in found:
        if language == "rust":
            shown = text.replace(address, ADDRESS)
            expect(f"the program in {language} is the example", shown, RUST_EXAMPLE.read_text())
            output = tools.run(f"run {language}", tools.rust, f"http://{address}")
        else:
            output = tools.run_block(f"run {language}", language, text)
        if output is not None:
            languages.append(language)
            expect(f"the game in {language}", output, expected)
    expect("languages", languages, ["bash", "python", "ts", "go", "rust"])


def check_pages(tools, address):
    """The programs of the packages' own pages run."""
    for folder, kind, programs in [("python", "python", 4), ("typescript", "ts", 2)]:
        page = ROOT / "clients" / folder / "README.md"
        texts = [text for language, text in blocks(page, address) if language == kind]
        expect(f"programs of {folder}", len(texts), programs)
        for number, text in enumerate(texts):
            output = tools.run_block(f"program {number} of {folder}", kind, text)
            print(output)


def check_python(tools, address, keyed):
    document = ROOT / "openapi" / "mancala.v1.json"
    script = PACKAGES / "python_package.py"
    print(tools.run("the Python package", tools.python, script, document, address, keyed, KEY).splitlines()[-1])
    print(tools.run("the learning environments", tools.python, PACKAGES / "environments.py", address))


def check_typescript(tools, address):
    """The same program in Node, Deno, a worker and a browser: each game ends in the same way."""
    for file in PACKAGES.glob("*.ts"):
        tools.typescript.joinpath(file.name).write_text(file.read_text())
    tools.typed("run.ts", "worker.ts")
    in_node = tools.run("Node", tools.node, "run.ts", address)
    print(in_node)
    deno = tools.run("Deno", tools.programs / "deno", "run", "--no-lock", "--allow-net=127.0.0.1", "run.ts", address)
    expect("the games in Deno", deno, in_node)
    for name, entry in {"worker": "worker.ts", "browser": "games.ts"}.items():
        bundler = tools.node_dir / "node_modules" / "esbuild" / "bin" / "esbuild"
        bundle = ["--bundle", "--format=esm", "--log-level=warning", f"--outfile={name}.mjs"]
        tools.run(f"the bundle for a {name}", tools.node, bundler, entry, *bundle)
    expect("the games in a worker", f"{in_worker(tools, address)}\n", in_node)
    script = tools.node_dir / "browser.mjs"
    script.write_text((PACKAGES / "browser.mjs").read_text())
    in_browser = tools.run("a browser", tools.node, script, address, tools.typescript / "browser.mjs")
    expect("the games in a browser", in_browser, in_node)


def in_worker(tools, address):
    configuration = tools.typescript / "worker.capnp"
    configuration.write_text((PACKAGES / "worker.capnp").read_text())
    port = free_port()
    with open(tools.folder / "worker.log", "w") as log:
        worker = spawn(
            [tools.programs / "workerd", "serve", configuration, f"--socket-addr=http=127.0.0.1:{port}"],
            stdout=log,
            stderr=log,
        )
    try:
        await_true("the worker listens", lambda: listens(port))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/?server={address}", timeout=SECONDS) as answer:
            return answer.read().decode()
    finally:
        end(worker)


def main(binary, rust, folder, node_dir):
    keys = folder / "keys.toml"
    keys.write_text(KEYS)
    settings = {"AYLA_CORS_ORIGINS": "http://page.example", "AYLA_PICTURE_RATE": "1000"}
    server = Replica(binary, folder / "server.log", settings)
    keyed = Replica(binary, folder / "keyed-server.log", {"AYLA_KEYS": str(keys)})
    tools = Tools(folder, node_dir, rust)
    address = f"127.0.0.1:{server.port}"
    check_first_game(tools, address)
    check_pages(tools, address)
    check_python(tools, address, f"127.0.0.1:{keyed.port}")
    check_typescript(tools, address)
    for replica in (server, keyed):
        expect("a server's exit code", end(replica.process, seconds=60), 0)
    finish("clients")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        main(*(pathlib.Path(path).resolve() for path in sys.argv[1:]))
    except (Gone, OSError, subprocess.TimeoutExpired) as error:
        sys.exit(f"clients: {error!r}")
