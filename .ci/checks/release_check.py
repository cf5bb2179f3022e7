"""Whether `release.py` refuses what it should and changes what it should: `release_check.py REPOSITORY FOLDER BINARY`.

Tries it on a clone in FOLDER, which is made anew, with checks that take no time: the real ones are for real releases.
They leave what the real ones do; BINARY is where these leave that of the image.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

NEW = "7.8.9"
SECTION = "## [Unreleased]\n\n### Fixed\n\n- A thing.\n"
# In place of .ci/run: does what it leaves, and passes or fails.
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
        # Whatever is checked out there, also no branch at all.
        self.git("checkout", "--quiet", "-B", "main")

    def git(self, *arguments):
        done = subprocess.run(["git", *arguments], cwd=self.folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def write(self, path, text):
        """A committed change."""
        (self.folder / path).write_text(text)
        self.git("add", "--all", "--force", path)
        if self.git("status", "--porcelain"):
            self.git("commit", "--quiet", "--message", f"change {path}")

    def checks(self, last):
        """Puts others in place of .ci/run, which end so."""
        self.write(".ci/run", CHECKS.format(folder=self.image, last=last))

    def state(self):
        return self.git("rev-parse", "HEAD"), self.git("tag"), self.git("status", "--porcelain"), self.git("branch")

    def release(self, *arguments):
        command = [sys.executable, self.script, *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)

    def refuses(self, because, *arguments, left=""):
        """No release, for that reason, and nothing changed but what the checks left."""
        commit, tags, changes, branches = self.state()
        wanted = commit, tags, left or changes, branches
        done = self.release(*arguments)
        said = done.stdout + done.stderr
        expect(done.returncode != 0, f"release {arguments} was not refused:\n{said}")
        expect(because in said, f"release {arguments} was not refused because {because!r}:\n{said}")
        expect(self.state() == wanted, f"after a refused release there is {self.state()}, not {wanted}")
        print(f"refused: {because}")


def expect(condition, complaint):
    if not condition:
        sys.exit(complaint)


def refusals(trial):
    changelog = (trial.folder / "CHANGELOG.md").read_text()
    trial.refuses("is not a version", "7.8", "--unchecked")
    trial.refuses("is not a version", "v7.8.9", "--unchecked")
    trial.refuses("Cargo.toml is at", "0.0.1", "--unchecked")
    trial.refuses("releases are made on other", NEW, "--unchecked", "--branch", "other")
    trial.git("tag", f"v{NEW}")
    trial.refuses(f"there is a release {NEW} already", NEW, "--unchecked")
    trial.refuses(f"there is a release {NEW} already", "7.8.8", "--unchecked")
    trial.refuses(f"there is a release {NEW} already", f"{NEW}-rc.1", "--unchecked")
    trial.git("tag", "--delete", f"v{NEW}")
    (trial.folder / "new").write_text("uncommitted")
    trial.refuses("not everything is committed", NEW, "--unchecked")
    (trial.folder / "new").unlink()

    emptied = re.sub(r"(?ms)^## \[Unreleased\]\n.*?(?=^## \[|\Z)", "## [Unreleased]\n\n", changelog)
    trial.write("CHANGELOG.md", emptied)
    trial.refuses("nothing new", NEW, "--unchecked")
    trial.write("CHANGELOG.md", changelog.replace("## [Unreleased]", "## Next"))
    trial.refuses("has no line", NEW, "--unchecked")
    trial.write("CHANGELOG.md", re.sub(r"## \[Unreleased\]\n", SECTION, changelog, count=1))

    trial.checks("false")
    trial.refuses("the checks did not pass", NEW)
    trial.checks("touch new")
    trial.refuses("something else than the commit was checked", NEW, left="?? new")
    (trial.folder / "new").unlink()


def dry_run(trial):
    before = trial.state()
    done = trial.release(NEW, "--dry-run")
    expect(done.returncode == 0, done.stderr)
    expect(f'+version = "{NEW}"' in done.stdout, f"a dry run does not show the change:\n{done.stdout}")
    expect(trial.state() == before, "a dry run changed something")
    print("a dry run changes nothing")


def success(trial, *arguments):
    """A release, and all that it is to have done."""
    old = re.search(r'^version = "(.*)"$', (trial.folder / "Cargo.toml").read_text(), re.M)[1]
    place = rf'(ayla:|image\.version="){re.escape(old)}\b'
    told = set(trial.git("grep", "-lE", place, "--", "k8s", "compose.yaml", "Dockerfile").split())
    before = trial.state()[0]
    done = trial.release(NEW, *arguments)
    expect(done.returncode == 0, f"no release:\n{done.stdout}{done.stderr}")

    expect(trial.git("rev-parse", "HEAD^") == before, "a release is not one commit")
    changed = set(trial.git("diff", "--name-only", "HEAD^").split())
    wanted = {"CHANGELOG.md", "Cargo.lock", "Cargo.toml", "fuzz/Cargo.lock", "openapi/mancala.v1.json"} | told
    expect(changed == wanted, f"it changed {sorted(changed)}, not {sorted(wanted)}")
    difference = trial.git("diff", "--unified=0", "HEAD^", "--", *sorted(wanted - {"CHANGELOG.md"})).splitlines()
    lines = [line for line in difference if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]
    expect(all((old if line[0] == "-" else NEW) in line for line in lines), f"it changed more than versions: {lines}")
    expect(trial.git("status", "--porcelain") == "", "it left changes behind")

    changelog = (trial.folder / "CHANGELOG.md").read_text()
    title = rf"## \[Unreleased\]\n\n## \[{re.escape(NEW)}\] - \d{{4}}-\d\d-\d\d\n\n### Fixed\n\n- A thing\.\n"
    expect(re.search(title, changelog), f"the changelog is not dated:\n{changelog}")
    expect(trial.git("cat-file", "-t", f"v{NEW}") == "tag", "the tag is not annotated")
    expect(trial.git("rev-parse", f"v{NEW}^{{}}") == trial.git("rev-parse", "HEAD"), "the tag is elsewhere")
    message = trial.git("tag", "--list", "--format=%(contents)", f"v{NEW}")
    expect("### Fixed\n\n- A thing." in message, f"the tag does not tell what is new:\n{message}")
    for manifest in ("Cargo.toml", "fuzz/Cargo.toml"):
        read = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1", "--manifest-path", manifest]
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
    trial.refuses(f"there is a release {NEW} already", NEW)


if __name__ == "__main__":
    main(*(pathlib.Path(path).resolve() for path in sys.argv[1:]))
