"""The release command, .ci/release.py, in a new clone where .ci/run is a script that makes the same artifacts."""

import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import pytest
from contract import ROOT

NEW = "7.8.9"
SECTION = "## [Unreleased]\n\n### Fixed\n\n- A thing.\n"
CHANGELOGS = {"CHANGELOG.md", *(f"clients/{client}/CHANGELOG.md" for client in ("python", "python-rules", "rules", "typescript"))}
# The files that have the version, besides those with tags of images.
VERSIONED = {
    "Cargo.lock",
    "Cargo.toml",
    "openapi/mancala.v1.json",
    "server.json",
    "clients/python/pyproject.toml",
    "clients/rules/package.json",
    "clients/rules/package-lock.json",
    "clients/typescript/package.json",
    "clients/typescript/package-lock.json",
}
# Other files that have what the owner decides, and the examples, decided.
OWNED = {"clients/python-rules/pyproject.toml", "k8s/components/monitoring/alerts.yaml"}
DECIDED = {
    "https://git.example.org/ayla": "https://git.mancala.test/ayla",
    "https://ayla.example.org/docs": "https://mancala.test/docs",
    "registry.example.org/ayla": "registry.mancala.test/ayla",
    "example.games/ayla": "test.mancala/ayla",
    "games.example": "games.mancala.test",
}
# The replacement of .ci/run. Its last command decides whether it passes.
CHECKS = """
mkdir -p target/ci/image/root target/ci/book/html
echo binary >target/ci/image/root/ayla
echo licence >target/ci/image/root/LICENSE
echo '{{}}' >target/ci/ayla-some-target.cdx.json
{last}
"""


class Trial:
    """A clone with a section in its changelog."""

    def __init__(self, folder):
        self.folder = folder
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", "--no-tags", ROOT, folder], check=True)
        for name, value in (("user.name", "Nobody"), ("user.email", "nobody@localhost")):
            self.git("config", name, value)
        for name in ("commit.gpgSign", "tag.gpgSign"):
            self.git("config", name, "false")
        # The repository may have another branch, or none.
        self.git("checkout", "--quiet", "-B", "main")
        self.changelog = self.read("CHANGELOG.md")
        self.write("CHANGELOG.md", self.changelog.replace("## [Unreleased]\n", SECTION, 1))
        self.examples = owner = self.read(".ci/owner.toml")
        for example, value in DECIDED.items():
            assert f'"{example}"' in owner
            owner = owner.replace(example, value)
        self.write(".ci/owner.toml", owner)
        self.start = self.state()[0]

    def git(self, *arguments):
        return subprocess.check_output(["git", *arguments], cwd=self.folder, text=True).strip()

    def read(self, path):
        return (self.folder / path).read_text()

    def write(self, path, text):
        """Writes and commits a file."""
        (self.folder / path).write_text(text)
        self.git("add", "--all", "--force", path)
        self.git("commit", "--quiet", "--allow-empty", "--message", f"change {path}")

    def checks(self, last):
        """Replaces .ci/run by a script that ends with this command."""
        self.write(".ci/run", CHECKS.format(last=last))

    def state(self):
        return self.git("rev-parse", "HEAD"), self.git("tag"), self.git("status", "--porcelain"), self.git("branch")

    def release(self, *arguments):
        command = [sys.executable, ROOT / ".ci/release.py", *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)

    def refuses(self, because, *arguments, left=""):
        """Expects no release, for that reason, and no change but `left`, by the checks."""
        commit, tags, changes, branches = self.state()
        done = self.release(*arguments)
        assert done.returncode != 0 and because in done.stdout + done.stderr, done
        assert self.state() == (commit, tags, left or changes, branches)

    def releases(self, *arguments):
        """Makes a release, and checks all that it changes. Returns what it says, and the message of the tag."""
        old = re.search(r'^version = "(.*)"$', self.read("Cargo.toml"), re.M)[1]
        place = rf'(ayla:|image\.version="){re.escape(old)}\b'
        versioned = VERSIONED | {*self.git("grep", "-lE", place, "--", "k8s", "compose.yaml", "Dockerfile").split()}
        before = self.state()[0]
        done = self.release(NEW, *arguments)
        assert done.returncode == 0, done
        assert self.git("rev-parse", "HEAD^") == before
        assert {*self.git("diff", "--name-only", "HEAD^").split()} == versioned | OWNED | CHANGELOGS
        difference = self.git("diff", "--unified=0", "HEAD^", "--", *sorted(versioned | OWNED)).splitlines()
        lines = [line for line in difference if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]
        known = {"-": [old, *DECIDED], "+": [NEW, *DECIDED.values()]}
        assert [line for line in lines if not any(value in line for value in known[line[0]])] == []
        assert self.git("status", "--porcelain") == ""

        title = rf"## \[Unreleased\]\n\n## \[{re.escape(NEW)}\] - \d{{4}}-\d\d-\d\d\n\n### Fixed\n\n- A thing\.\n"
        assert re.search(title, self.read("CHANGELOG.md"))
        assert self.git("cat-file", "-t", f"v{NEW}") == "tag"
        assert self.git("rev-parse", f"v{NEW}^{{}}") == self.git("rev-parse", "HEAD")
        message = self.git("tag", "--list", "--format=%(contents)", f"v{NEW}")
        assert "### Fixed\n\n- A thing." in message
        read = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
        subprocess.run(read, cwd=self.folder, stdout=subprocess.DEVNULL, check=True)
        return done.stderr, message


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    return Trial(tmp_path_factory.mktemp("release") / "clone")


@pytest.fixture
def trial(clone):
    """The clone as it was at first."""
    for tag in clone.git("tag").split():
        clone.git("tag", "--delete", tag)
    clone.git("clean", "--quiet", "--force", "-d", "-x")
    clone.git("reset", "--quiet", "--hard", clone.start)
    return clone


@pytest.mark.parametrize(
    ("because", "arguments"),
    [
        ("is not a version", ["7.8"]),
        ("is not a version", ["v7.8.9"]),
        ("Cargo.toml is already at", ["0.0.1"]),
        ("releases are made on other", [NEW, "--branch", "other"]),
    ],
)
def test_refused_arguments(trial, because, arguments):
    trial.refuses(because, *arguments, "--unchecked")


@pytest.mark.parametrize("version", [NEW, "7.8.8", f"{NEW}-rc.1"])
def test_refused_versions_up_to_the_last(trial, version):
    trial.git("tag", f"v{NEW}")
    trial.refuses(f"there is already a release {NEW}", version, "--unchecked")


def test_refused_with_uncommitted_changes(trial):
    (trial.folder / "new").write_text("uncommitted")
    trial.refuses("uncommitted changes", NEW, "--unchecked")


def test_refused_without_a_section_of_the_changelog(trial):
    emptied = re.sub(r"(?ms)^## \[Unreleased\]\n.*?(?=^## \[|\Z)", "## [Unreleased]\n\n", trial.changelog)
    trial.write("CHANGELOG.md", emptied)
    trial.refuses("is empty", NEW, "--unchecked")
    trial.write("CHANGELOG.md", trial.changelog.replace("## [Unreleased]", "## Next"))
    trial.refuses("has no line", NEW, "--unchecked")


def test_refused_by_the_checks(trial):
    trial.checks("false")
    trial.refuses("the checks failed", NEW)
    trial.checks("touch new")
    trial.refuses("the checks have changed files", NEW, left="?? new")


def test_refused_while_the_owner_has_not_decided(trial):
    trial.write(".ci/owner.toml", trial.examples)
    trial.refuses("has examples", NEW)
    done = trial.release(NEW, "--dry-run")
    assert done.returncode == 0 and "https://git.example.org/ayla" in done.stderr


def test_a_dry_run_shows_the_change_and_makes_none(trial):
    before = trial.state()
    done = trial.release(NEW, "--dry-run")
    assert done.returncode == 0 and f'+version = "{NEW}"' in done.stdout
    assert trial.state() == before


def test_an_unchecked_release_says_so(trial):
    for text in trial.releases("--unchecked"):
        assert "UNCHECKED" in text


def test_a_checked_release_has_artifacts_which_its_tag_makes_again(trial):
    trial.checks("true")
    _, message = trial.releases()
    assert "UNCHECKED" not in message
    artifacts = trial.folder / "target/release-artifacts"
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=artifacts, check=True)
    [archive] = artifacts.glob(f"ayla-{NEW}-*-musl.tar.gz")
    assert {pathlib.Path(name).name for name in tarfile.open(archive).getnames()} == {"LICENSE", "ayla"}
    assert (artifacts / f"ayla-{NEW}-some-target.cdx.json").exists() and (artifacts / f"ayla-{NEW}-site.tar.gz").exists()
    trial.refuses(f"there is already a release {NEW}", NEW)

    names = sorted(path.name for path in artifacts.iterdir())
    shutil.rmtree(artifacts)
    done = trial.release(NEW, "--tagged")
    assert done.returncode == 0, done
    assert sorted(path.name for path in artifacts.iterdir()) == names
    notes = trial.read("target/release-notes.md")
    assert notes.startswith("### Fixed\n\n- A thing.\n") and "## [" not in notes

    trial.refuses("unknown revision", "7.8.8", "--tagged")
    trial.git("tag", "v7.8.8")
    trial.refuses("has no section 7.8.8", "7.8.8", "--tagged")
    trial.checks("false")
    trial.refuses("is not the commit that is checked out", NEW, "--tagged")
    trial.git("tag", "--force", "--annotate", "--message", "moved", f"v{NEW}")
    trial.refuses("the checks failed", NEW, "--tagged")
