"""Makes a release: `release.py VERSION [--dry-run] [--unchecked] [--branch NAME]`, from the root of the repository.

Sets the version wherever it stands, dates what is new in CHANGELOG.md, commits, has `.ci/run` check that commit, puts
what that built into target/release-artifacts, and makes an annotated tag. Nothing is pushed. When something fails, the
repository is as it was. docs/releasing.md tells when and how.
"""

import argparse
import datetime
import difflib
import hashlib
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile

VERSION = r"(?P<version>[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z.-]+)?)"
# Where the version stands: files, and what is around it. The first is where everything else has it from. That all agree
# is what the tests are for.
PLACES = [
    ("Cargo.toml", rf'(?m)^\[workspace\.package\]\nversion = "{VERSION}"'),
    ("Cargo.lock", rf'(?m)^name = "ayla[a-z-]*"\nversion = "{VERSION}"'),
    ("fuzz/Cargo.lock", rf'(?m)^name = "ayla[a-z-]*"\nversion = "{VERSION}"'),
    ("openapi/mancala.v1.json", rf'"info": \{{[^{{}}]*\{{[^{{}}]*\}}[^{{}}]*"version": "{VERSION}"'),
    ("Dockerfile", rf'image\.version="{VERSION}"'),
    ("compose.yaml", rf"\bayla:{VERSION}"),
    ("k8s/**/*.yaml", rf"\bayla:{VERSION}"),
]
UNRELEASED = "## [Unreleased]\n"
ARTIFACTS = pathlib.Path("target/release-artifacts")
IMAGE = pathlib.Path("target/ci/image/root")


class Refused(Exception):
    """Why there is no release."""


def git(*arguments, **options):
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Refused(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def order(version):
    """A key by which versions are in order. What comes before a release has a word behind its number."""
    number, _, word = version.partition("-")
    parts = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in word.split(".")]
    return [int(part) for part in number.split(".")], word == "", parts


def check_state(version, branch):
    """Refuses what would make a release of something else than what is committed on the branch, or a step back."""
    if not re.fullmatch(VERSION, version):
        raise Refused(f"{version} is not a version such as 1.2.3 or 1.2.3-rc.1")
    if (here := git("rev-parse", "--abbrev-ref", "HEAD")) != branch:
        raise Refused(f"releases are made on {branch}, and this is {here}")
    if changes := git("status", "--porcelain"):
        raise Refused(f"not everything is committed:\n{changes}")
    tags = [tag.removeprefix("v") for tag in git("tag", "--list", "v[0-9]*").split()]
    if late := [tag for tag in tags if order(tag) >= order(version)]:
        raise Refused(f"there is a release {max(late, key=order)} already")
    now = re.search(PLACES[0][1], pathlib.Path(PLACES[0][0]).read_text())["version"]
    if order(version) < order(now):
        raise Refused(f"Cargo.toml is at {now} already")


def numbered(version):
    """The files that tell the version, as they are to be."""
    changed = {}
    for pattern, place in PLACES:
        for path in sorted(pathlib.Path().glob(pattern)):
            text = changed.get(path, path.read_text())
            parts, end = [], 0
            for match in re.finditer(place, text):
                parts += [text[end : match.start("version")], version]
                end = match.end("version")
            if not parts and "*" not in pattern:
                raise Refused(f"{path} does not tell the version where it used to")
            changed[path] = "".join(parts) + text[end:]
    return changed


def dated(version, text):
    """The changelog with a section for this release, and that section."""
    before, found, after = text.partition(UNRELEASED)
    if not found:
        raise Refused(f"CHANGELOG.md has no line {UNRELEASED.strip()}")
    section = re.split(r"(?m)^## \[", after, maxsplit=1)[0].strip()
    if not section:
        raise Refused("CHANGELOG.md has nothing new")
    title = f"## [{version}] - {datetime.datetime.now(datetime.timezone.utc).date()}\n"
    return f"{before}{UNRELEASED}\n{title}{after}", section


def show(changed):
    for path, text in changed.items():
        old = path.read_text().splitlines(keepends=True)
        sys.stdout.writelines(difflib.unified_diff(old, text.splitlines(keepends=True), str(path), str(path), n=1))


def collect(version):
    """What the checks have built and checked, with a sum for each file."""
    shutil.rmtree(ARTIFACTS, ignore_errors=True)
    ARTIFACTS.mkdir(parents=True)
    name = f"ayla-{version}-{platform.machine()}-unknown-linux-musl"
    with tarfile.open(ARTIFACTS / f"{name}.tar.gz", "w:gz") as archive:
        for path in sorted(IMAGE.iterdir()):
            archive.add(path, f"{name}/{path.name}", filter=nobodys)
    for bill in sorted(pathlib.Path("target/ci").glob("ayla-*.cdx.json")):
        shutil.copy(bill, ARTIFACTS / bill.name.replace("ayla-", f"ayla-{version}-", 1))
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(ARTIFACTS.iterdir())]
    (ARTIFACTS / "SHA256SUMS").write_text("".join(sums))
    print(f"in {ARTIFACTS}:", *sorted(path.name for path in ARTIFACTS.iterdir()), sep="\n    ")


def nobodys(entry):
    """An archive does not tell who packed it."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def release(version, branch, dry_run, unchecked):
    check_state(version, branch)
    changed = numbered(version)
    changelog = pathlib.Path("CHANGELOG.md")
    changed[changelog], section = dated(version, changelog.read_text())
    changed = {path: text for path, text in changed.items() if text != path.read_text()}
    if dry_run:
        show(changed)
        print(f"\nnothing was changed; without --dry-run: commit, .ci/run, artifacts, tag v{version}")
        return
    before = git("rev-parse", "HEAD")
    try:
        for path, text in changed.items():
            path.write_text(text)
        git("add", "--", *map(str, changed))
        git("commit", "--message", f"release {version}")
        if unchecked:
            print("UNCHECKED: .ci/run was not asked, and there are no artifacts", file=sys.stderr)
            section = f"UNCHECKED: .ci/run was not asked.\n\n{section}"
        else:
            if subprocess.run(["bash", ".ci/run"]).returncode != 0:
                raise Refused("the checks did not pass")
            if changes := git("status", "--porcelain"):
                raise Refused(f"something else than the commit was checked:\n{changes}")
            collect(version)
        message = f"Ayla {version}\n\n{section}\n"
        git("tag", "--annotate", f"v{version}", "--cleanup", "whitespace", "--file", "-", input=message)
    except BaseException:
        # The tree was clean: what differs from then is ours.
        git("reset", "--quiet", "--soft", before)
        git("restore", "--staged", "--worktree", "--source", before, "--", *map(str, changed))
        print("the repository is as it was", file=sys.stderr)
        raise
    print(f"v{version} is made; to publish it: git push --atomic ORIGIN {branch} v{version}")


def main():
    parser = argparse.ArgumentParser(description="Makes a release: version, changelog, checks, artifacts, tag.")
    parser.add_argument("version", metavar="VERSION")
    parser.add_argument("--dry-run", action="store_true", help="show what would be changed, and change nothing")
    parser.add_argument("--unchecked", action="store_true", help="without .ci/run and artifacts; the tag says so")
    parser.add_argument("--branch", default="main", help="the branch that releases are made on (main)")
    arguments = parser.parse_args()
    try:
        release(**vars(arguments))
    except Refused as refused:
        sys.exit(f"no release: {refused}")


if __name__ == "__main__":
    main()
