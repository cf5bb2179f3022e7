"""Tests `release.py`: `release_check.py REPOSITORY FOLDER BINARY`.

Makes trial releases of a new clone in FOLDER. `.ci/run` is replaced by a script that writes the same artifacts; BINARY is
the path of the binary among them.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

NEW = "7.8.9"
SECTION = "## [Unreleased]\n\n### Fixed\n\n- A thing.\n"
CHANGELOGS = {"CHANGELOG.md", "clients/python/CHANGELOG.md", "clients/typescript/CHANGELOG.md"}
# The files of the packages that have the version.
PACKAGES = {
    "clients/python/pyproject.toml",
    "clients/typescript/package.json",
    "clients/typescript/package-lock.json",
}
# The replacement of .ci/run. Its last command decides whether it passes.
CHECKS = """
mkdir -p {folder}
echo binary >{folder}/ayla
echo licence >{folder}/LICENSE
echo '{{}}' >target/ci/ayla-some-target.cdx.json
{last}
"""


class Trial:
    def __init__(self, repository, folder, binary):
        self.script, self.folder = repository / ".ci/release.py", folder
        self.image = binary.parent.relative_to(repository)
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", "--no-tags", repository, folder], check=True)
        self.git("config", "user.name", "Nobody")
        self.git("config", "user.email", "nobody@localhost")
        self.git("config", "commit.gpgSign", "false")
        self.git("config", "tag.gpgSign", "false")
        # The repository may have another branch, or none.
        self.git("checkout", "--quiet", "-B", "main")

    def git(self, *arguments):
        done = subprocess.run(["git", *arguments], cwd=self.folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def write(self, path, text):
        """Writes and commits a file."""
        (self.folder / path).write_text(text)
        self.git("add", "--all", "--force", path)
        if self.git("status", "--porcelain"):
            self.git("commit", "--quiet", "--message", f"change {path}")

    def checks(self, last):
        """Replaces .ci/run by a script that ends with this command."""
        self.write(".ci/run", CHECKS.format(folder=self.image, last=last))

    def state(self):
        return self.git("rev-parse", "HEAD"), self.git("tag"), self.git("status", "--porcelain"), self.git("branch")

    def release(self, *arguments):
        command = [sys.executable, self.script, *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)

    def refuses(self, because, *arguments, left=""):
        """Expects no release, for that reason, and no change but `left`, by the checks."""
        commit, tags, changes, branches = self.state()
        expected = commit, tags, left or changes, branches
        done = self.release(*arguments)
        output = done.stdout + done.stderr
        expect(done.returncode != 0, f"release {arguments} was not refused:\n{output}")
        expect(because in output, f"release {arguments} was not refused because {because!r}:\n{output}")
        expect(self.state() == expected, f"after a refused release there is {self.state()}, not {expected}")
        print(f"refused: {because}")


def expect(condition, complaint):
    if not condition:
        sys.exit(complaint)


def refusals(trial):
    changelog = (trial.folder / "CHANGELOG.md").read_text()
    trial.refuses("is not a version", "7.8", "--unchecked")
    trial.refuses("is not a version", "v7.8.9", "--unchecked")
    trial.refuses("Cargo.toml is already at", "0.0.1", "--unchecked")
    trial.refuses("releases are made on other", NEW, "--unchecked", "--branch", "other")
    trial.git("tag", f"v{NEW}")
    trial.refuses(f"there is already a release {NEW}", NEW, "--unchecked")
    trial.refuses(f"there is already a release {NEW}", "7.8.8", "--unchecked")
    trial.refuses(f"there is already a release {NEW}", f"{NEW}-rc.1", "--unchecked")
    trial.git("tag", "--delete", f"v{NEW}")
    (trial.folder / "new").write_text("uncommitted")
    trial.refuses("uncommitted changes", NEW, "--unchecked")
    (trial.folder / "new").unlink()

    emptied = re.sub(r"(?ms)^## \[Unreleased\]\n.*?(?=^## \[|\Z)", "## [Unreleased]\n\n", changelog)
    trial.write("CHANGELOG.md", emptied)
    trial.refuses("is empty", NEW, "--unchecked")
    trial.write("CHANGELOG.md", changelog.replace("## [Unreleased]", "## Next"))
    trial.refuses("has no line", NEW, "--unchecked")
    trial.write("CHANGELOG.md", re.sub(r"## \[Unreleased\]\n", SECTION, changelog, count=1))

    trial.checks("false")
    trial.refuses("the checks failed", NEW)
    trial.checks("touch new")
    trial.refuses("the checks have changed files", NEW, left="?? new")
    (trial.folder / "new").unlink()


def dry_run(trial):
    before = trial.state()
    done = trial.release(NEW, "--dry-run")
    expect(done.returncode == 0, done.stderr)
    expect(f'+version = "{NEW}"' in done.stdout, f"a dry run does not show the change:\n{done.stdout}")
    expect(trial.state() == before, "a dry run changed something")
    print("a dry run changes nothing")


def success(trial, *arguments):
    """Makes a release, and checks all its effects."""
    old = re.search(r'^version = "(.*)"$', (trial.folder / "Cargo.toml").read_text(), re.M)[1]
    place = rf'(ayla(-lab)?:|image\.version="){re.escape(old)}\b'
    tagged = set(trial.git("grep", "-lE", place, "--", "k8s", "compose.yaml", "Dockerfile").split())
    before = trial.state()[0]
    done = trial.release(NEW, *arguments)
    expect(done.returncode == 0, f"no release:\n{done.stdout}{done.stderr}")

    expect(trial.git("rev-parse", "HEAD^") == before, "a release is not one commit")
    changed = set(trial.git("diff", "--name-only", "HEAD^").split())
    expected = {"Cargo.lock", "Cargo.toml", "openapi/mancala.v1.json", "server.json", *PACKAGES} | tagged
    expect(changed == expected | CHANGELOGS, f"it changed {sorted(changed)}, not {sorted(expected | CHANGELOGS)}")
    difference = trial.git("diff", "--unified=0", "HEAD^", "--", *sorted(expected)).splitlines()
    lines = [line for line in difference if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]
    expect(all((old if line[0] == "-" else NEW) in line for line in lines), f"it changed more than versions: {lines}")
    expect(trial.git("status", "--porcelain") == "", "it left uncommitted changes")

    changelog = (trial.folder / "CHANGELOG.md").read_text()
    title = rf"## \[Unreleased\]\n\n## \[{re.escape(NEW)}\] - \d{{4}}-\d\d-\d\d\n\n### Fixed\n\n- A thing\.\n"
    expect(re.search(title, changelog), f"the changelog is not dated:\n{changelog}")
    expect(trial.git("cat-file", "-t", f"v{NEW}") == "tag", "the tag is not annotated")
    expect(trial.git("rev-parse", f"v{NEW}^{{}}") == trial.git("rev-parse", "HEAD"), "the tag is not on the release")
    message = trial.git("tag", "--list", "--format=%(contents)", f"v{NEW}")
    expect("### Fixed\n\n- A thing." in message, f"the tag does not have the section of the changelog:\n{message}")
    read = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
    subprocess.run(read, cwd=trial.folder, stdout=subprocess.DEVNULL, check=True)
    return done, message


def main(repository, folder, binary):
    trial = Trial(repository, folder, binary)
    refusals(trial)
    dry_run(trial)

    before = trial.state()[0]
    done, message = success(trial, "--unchecked")
    expect("UNCHECKED" in done.stderr and "UNCHECKED" in message, "it does not say that it is unchecked")
    print("an unchecked release says so")

    trial.git("tag", "--delete", f"v{NEW}")
    trial.git("reset", "--quiet", "--hard", before)
    trial.checks("true")
    _, message = success(trial)
    expect("UNCHECKED" not in message, "a checked release says that it is unchecked")
    artifacts = folder / "target/release-artifacts"
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=artifacts, check=True)
    (archive,) = artifacts.glob(f"ayla-{NEW}-*.tar.gz")
    names = {pathlib.Path(name).name for name in tarfile.open(archive).getnames()}
    expect(names == {"LICENSE", "ayla"}, f"the archive holds {names}")
    expect((artifacts / f"ayla-{NEW}-some-target.cdx.json").exists(), "the bill of materials is missing")
    print("a checked release has its artifacts")
    trial.refuses(f"there is already a release {NEW}", NEW)
    of_a_tag(trial, artifacts)


def of_a_tag(trial, artifacts):
    """Makes the artifacts of the release again, from its tag."""
    names = sorted(path.name for path in artifacts.iterdir())
    shutil.rmtree(artifacts)
    done = trial.release(NEW, "--tagged")
    expect(done.returncode == 0, f"no artifacts of a tag:\n{done.stdout}{done.stderr}")
    made = sorted(path.name for path in artifacts.iterdir())
    expect(made == names, f"the artifacts of the tag are {made}, not {names}")
    notes = (trial.folder / "target/release-notes.md").read_text()
    expected = notes.startswith("### Fixed\n\n- A thing.\n") and "## [" not in notes
    expect(expected, f"the notes are not the section of the changelog:\n{notes}")
    print("a tag has the same artifacts, and its section of the changelog")

    trial.refuses("unknown revision", "7.8.8", "--tagged")
    trial.git("tag", "v7.8.8")
    trial.refuses("has no section 7.8.8", "7.8.8", "--tagged")
    trial.checks("false")
    trial.refuses("is not the commit that is checked out", NEW, "--tagged")
    trial.git("tag", "--force", "--annotate", "--message", "moved", f"v{NEW}")
    trial.refuses("the checks failed", NEW, "--tagged")


if __name__ == "__main__":
    main(*(pathlib.Path(path).resolve() for path in sys.argv[1:]))
