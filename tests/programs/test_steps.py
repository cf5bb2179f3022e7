"""Each step of .ci/run names all files that its result depends on. What it runs says which these are: its function, the programs
and Python modules that the function names, and what the compiler has read for the server."""

import ast
import functools
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
CHECKS = "tests/programs"
# Folders of programs that are copied beside the packages of npm, where steps name them without a folder.
COPIED = ("tests/clients", "tests/mcp", "tests/packages")
COMPILES = re.compile(r"\bcargo (bench|build|check|clippy|doc|test)\b")
# Where a word is a command.
COMMANDS = re.compile(r"(?:^|[;&|(!]|\b(?:then|do|if|else))[ \t]*([\w-]+)", re.MULTILINE)
# What names a server that was built before: a variable, or a fixture of conftest.py.
BUILT = re.compile(r"\b[A-Z_]*BINARY\b|/debug/ayla\b")


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@functools.cache
def described():
    """By name, the needs and the pathspecs of each step; and the text of each function."""
    lines, _, functions = output("bash", ".ci/run", "--describe").partition("\n\n")
    rows = [line.split("\t") for line in lines.splitlines()]
    steps = {name: (needs.split(), files.split()) for name, needs, files in rows}
    bodies = re.findall(r"^([\w-]+) \(\) *\n\{ *\n(.*?)^\}", functions, re.MULTILINE | re.DOTALL)
    return steps, dict(bodies)


@functools.cache
def tracked():
    return frozenset(output("git", "ls-files").splitlines())


@functools.cache
def folders():
    return frozenset(str(above) for file in tracked() for above in pathlib.PurePosixPath(file).parents)


@functools.cache
def files_of(*paths):
    return frozenset(output("git", "ls-files", "--", *paths).splitlines()) if paths else frozenset()


@functools.cache
def built():
    """What the compiler has read for the server: all files in the repository that its list names."""
    [line] = [line for line in (ROOT / "target/debug/ayla.d").read_text().splitlines() if "/ayla: " in line]
    files = set()
    for path in re.split(r"(?<!\\) ", line.partition(": ")[2]):
        path = pathlib.Path(path.replace("\\ ", " ")).resolve()
        if path.is_relative_to(ROOT):
            files |= files_of(str(path.relative_to(ROOT))) & tracked()
    assert "src/main.rs" in files and "locales/en/common.ftl" in files
    return frozenset(files | {"Cargo.toml", "Cargo.lock"})


def braces(text):
    """Expands one level of braces, as bash does."""
    match = re.search(r"([^\s\"'{}$]*)\{([^{}\s]+,[^{}\s]*)\}([^\s\"'{}]*)", text)
    if not match:
        return text
    parts = " ".join(f"{match[1]}{part}{match[3]}" for part in match[2].split(","))
    return braces(text.replace(match[0], parts))


def named(text):
    """The files in the repository that a text names, alone, as a folder or by a pattern."""
    files = set()
    for word in re.findall(r"[\w.*/@+-]+", braces(text)):
        word = word.removeprefix("./").rstrip("/.")
        if "*" in word and "/" in word and not word.startswith("/"):
            files |= files_of(f":(glob){word}")
        elif word in tracked():
            files.add(word)
        elif "/" in word and word in folders():
            files |= files_of(word)
        else:
            files |= {path for folder in COPIED if (path := f"{folder}/{word}") in tracked()}
    return files


class Module:
    """What a module of tests/programs runs."""

    def __init__(self, path):
        tree = ast.parse((ROOT / path).read_text())
        self.files = {path}
        self.strings = []
        self.fixtures = {}
        documented = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
        docs = {ast.get_docstring(node, clean=False) for node in documented}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in docs:
                self.strings.append(node.value)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                self.strings.append("/".join(parts(node)))
            elif isinstance(node, ast.FunctionDef):
                self.fixtures[node.name] = {argument.arg for argument in node.args.args}
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
                self.files |= {local for name in names if (local := f"{CHECKS}/{name}.py") in tracked()}


def parts(node):
    """The strings of a path that is joined by slashes."""
    if isinstance(node, ast.BinOp):
        return parts(node.left) + parts(node.right)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


@functools.cache
def module(path):
    return Module(path)


def of_module(path):
    """The files that a module depends on, and whether it asks for a server."""
    seen, queue, strings, functions = set(), [path, f"{CHECKS}/conftest.py", f"{CHECKS}/pytest.ini"], [], {}
    own = {}
    while queue:
        each = queue.pop()
        if each in seen:
            continue
        seen.add(each)
        if each.endswith(".py"):
            found = module(each)
            queue += found.files
            functions |= found.fixtures
            if not each.endswith("conftest.py"):
                own |= found.fixtures
                strings += found.strings
    asked, wanted = set(), set().union(*own.values(), own)
    while wanted:
        name = wanted.pop()
        asked.add(name)
        wanted |= functions.get(name, set()) - asked
    return seen | named("\n".join(strings)), "binary" in asked


def depends_on(step):
    """The files that the result of a step depends on, as far as what it runs says."""
    steps, bodies = described()
    files, uses_server = set(), False
    names, seen = [step, *steps[step][0]], set()
    while names:
        name = names.pop()
        if name in seen:
            continue
        seen.add(name)
        text = bodies.get(name.replace("-", "_"), f"check {name}" if name in steps else "")
        names += [word for word in COMMANDS.findall(text) if word in bodies]
        files |= named(text)
        uses_server |= bool(COMPILES.search(text) or BUILT.search(text))
        for check in re.findall(r"\bcheck ([\w-]+)", text):
            path = f"{CHECKS}/test_{check.replace('-', '_')}.py"
            if path in tracked():
                of_check, starts = of_module(path)
                files |= of_check
                uses_server |= starts
        if "run_buildah" in text and "build" in text:
            files |= copied_into_image()
    return files | (built() if uses_server else set()), uses_server


def copied_into_image():
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    return files_of(*(word for line in lines for word in line.split())) | {"Dockerfile"}


def left_out(step, pathspecs):
    return sorted(depends_on(step)[0] - files_of(*pathspecs))


STEPS = sorted(name for name in described()[0])


@pytest.mark.parametrize("step", STEPS)
def test_a_step_names_all_files_that_it_depends_on(step):
    assert left_out(step, described()[0][step][1]) == []


@pytest.mark.parametrize("step", [step for step in STEPS if depends_on(step)[1]])
def test_a_step_that_starts_or_builds_the_server_cannot_leave_out_its_code(step):
    pathspecs = described()[0][step][1]
    for folder in ("src", "crates", "proto", "locales", "Cargo.lock"):
        kept = [path for path in pathspecs if path not in (folder, ".")]
        assert left_out(step, kept), folder


@pytest.fixture
def clone(folder):
    """A clone of this repository, and what `.ci/run --why` says there of the step format, with a cache of its own."""
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), "clone"], cwd=folder, check=True)

    def run(*arguments, **settings):
        own = {name: value for name, value in os.environ.items() if name != "CI"}
        environment = own | {"XDG_CACHE_HOME": str(folder / "cache"), "GIT_CONFIG_GLOBAL": os.devnull} | settings
        command = ["bash", ".ci/run", *arguments]
        done = subprocess.run(command, cwd=folder / "clone", env=environment, check=True, capture_output=True, text=True)
        return done.stdout

    def why(**settings):
        reasons = dict(line.split(maxsplit=1) for line in run("--why", **settings).splitlines())
        return reasons["format"].removeprefix("landing").strip()

    return folder / "clone", run, why


def test_a_result_is_remembered_for_the_same_files_and_the_same_kind_of_run(clone):
    folder, run, why = clone
    steps = {name for name in described()[0] if f"step {name} landing" in (ROOT / ".ci/steps/rust.sh").read_text()}
    reasons = run("--why")
    assert all(re.search(rf"^{name} .* runs, because it has not passed yet$", reasons, re.MULTILINE) for name in steps)
    run("format")
    assert why() == "does not run, because it has passed on the same files"
    assert why(CI="true") == "runs, because it has not passed yet"
    file = folder / "src/main.rs"
    file.write_text(file.read_text() + "\n// Changed.\n")
    assert why() == "runs, because of what is not committed: src/main.rs"
    commit = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--all", "--message", "change"]
    subprocess.run(commit, cwd=folder, check=True)
    assert why() == "runs, because this has changed since it passed: src/main.rs"
    subprocess.run(["git", "reset", "--quiet", "--hard", "HEAD~"], cwd=folder, check=True)
    assert why() == "does not run, because it has passed on the same files"
