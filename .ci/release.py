"""Makes a release: `release.py VERSION [--dry-run | --unchecked | --tagged] [--branch NAME]`, from the root of the repository.

Sets the version, and what .ci/owner.toml decides, in all files, dates the section Unreleased of CHANGELOG.md, commits, runs
`.ci/run whole` on that commit, puts its artifacts into target/release-artifacts, and creates an annotated tag. Nothing is pushed. If
something fails, the repository is restored. With --tagged, checks the commit of an existing tag and makes its artifacts. See
docs/releasing.md.
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
import tomllib

VERSION = r"(?P<version>[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z.-]+)?)"
# What the owner decides: a URL or a name.
OWNER = pathlib.Path(".ci/owner.toml")
REPOSITORY, SITE, SERVER, HOST = (rf'(?P<{name}>[^"\s]+)' for name in ("repository", "site", "server", "host"))
# Domains that nobody can have (RFC 2606).
EXAMPLE = re.compile(r"\bexample(\.(com|net|org|games))?\b|\.example\b")
# The files that contain the version or what the owner decides, as the group of that name, and the text around it. The first file is
# the source of the version in the others, and tests check that all agree.
PLACES = [
    ("Cargo.toml", rf'(?m)^\[workspace\.package\]\nversion = "{VERSION}"'),
    ("Cargo.lock", rf'(?m)^name = "ayla[a-z-]*"\nversion = "{VERSION}"'),
    ("openapi/mancala.v1.json", rf'"info": \{{[^{{}}]*\{{[^{{}}]*\}}[^{{}}]*"version": "{VERSION}"'),
    ("clients/python/pyproject.toml", rf'(?m)^name = "ayla-client"\nversion = "{VERSION}"'),
    ("clients/typescript/package.json", rf'"name": "ayla-client",\s+"version": "{VERSION}"'),
    ("clients/typescript/package-lock.json", rf'"name": "ayla-client",\s+"version": "{VERSION}"'),
    ("clients/rules/package.json", rf'"name": "@ayla/rules",\s+"version": "{VERSION}"'),
    ("clients/rules/package-lock.json", rf'"name": "@ayla/rules",\s+"version": "{VERSION}"'),
    ("server.json", rf'(?m)^  "version": "{VERSION}"'),
    ("Dockerfile", rf'image\.version="{VERSION}"'),
    ("compose.yaml", rf"\bayla:{VERSION}"),
    ("k8s/**/*.yaml", rf"\bayla:{VERSION}"),
    ("Cargo.toml", rf'(?m)^ayla-(?:rules|steps) = \{{.* version = "{VERSION}"'),
    ("Cargo.toml", rf'(?m)^repository = "{REPOSITORY}"'),
    ("clients/python*/pyproject.toml", rf'(?m)^Repository = "{REPOSITORY}"'),
    ("clients/*/package.json", rf'"url": "git\+{REPOSITORY}\.git"'),
    ("server.json", rf'(?m)^  "name": "{SERVER}"'),
    ("server.json", rf'"default": "{HOST}"'),
    ("Cargo.toml", rf'(?m)^homepage = "{SITE}"'),
    ("k8s/components/monitoring/alerts.yaml", rf"runbook_url: {SITE}/alerts\.html#"),
]
UNRELEASED = "## [Unreleased]\n"
ARTIFACTS = pathlib.Path("target/release-artifacts")
# The section of the changelog, beside the artifacts.
NOTES = pathlib.Path("target/release-notes.md")
IMAGE = pathlib.Path("target/ci/image/root")
# What the steps publishing and clients have built. The second one has tested its packages, which replace those of the same name.
PACKAGES = ("target/ci/publishing/built", "target/ci/clients/built")
SITE_FILES = pathlib.Path("target/ci/book/html")


class Refused(Exception):
    """The reason why there is no release."""


def git(*arguments, **options):
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Refused(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def order(version):
    """A sort key for versions. Pre-releases come before the release with the same number."""
    number, _, word = version.partition("-")
    parts = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in word.split(".")]
    return [int(part) for part in number.split(".")], word == "", parts


def check_state(version, branch):
    """Refuses anything but a newer version of what is committed on the branch."""
    if not re.fullmatch(VERSION, version):
        raise Refused(f"{version} is not a version such as 1.2.3 or 1.2.3-rc.1")
    if (here := git("rev-parse", "--abbrev-ref", "HEAD")) != branch:
        raise Refused(f"releases are made on {branch}, not on {here}")
    if changes := git("status", "--porcelain"):
        raise Refused(f"there are uncommitted changes:\n{changes}")
    tags = [tag.removeprefix("v") for tag in git("tag", "--list", "v[0-9]*").split()]
    if newer := [tag for tag in tags if order(tag) >= order(version)]:
        raise Refused(f"there is already a release {max(newer, key=order)}")
    current = re.search(PLACES[0][1], pathlib.Path(PLACES[0][0]).read_text())["version"]
    if order(version) < order(current):
        raise Refused(f"Cargo.toml is already at {current}")


def owned():
    """What the owner has decided."""
    return tomllib.loads(OWNER.read_text())


def settled(version):
    """The files that contain the version or what the owner decides, with the new values."""
    values = owned() | {"version": version}
    changed = {}
    for pattern, place in PLACES:
        for path in sorted(pathlib.Path().glob(pattern)):
            text = changed.get(path, path.read_text())
            parts, end = [], 0
            for match in re.finditer(place, text):
                [name] = match.groupdict()
                parts += [text[end : match.start(name)], values[name]]
                end = match.end(name)
            if not parts and "*" not in pattern:
                raise Refused(f"{path} does not contain what {place} finds")
            changed[path] = "".join(parts) + text[end:]
    return changed


def dated(version, path):
    """A changelog with a section for this release, and that section."""
    before, found, after = path.read_text().partition(UNRELEASED)
    if not found:
        raise Refused(f"{path} has no line {UNRELEASED.strip()}")
    section = re.split(r"(?m)^## \[", after, maxsplit=1)[0].strip()
    title = f"## [{version}] - {datetime.datetime.now(datetime.timezone.utc).date()}\n"
    return f"{before}{UNRELEASED}\n{title}{after}", section


def section_of(version, text):
    """The section of the changelog about a release."""
    found = re.search(rf"(?ms)^## \[{re.escape(version)}\] - \S+\n(.*?)(?=^## \[|\Z)", text)
    if not found:
        raise Refused(f"CHANGELOG.md has no section {version}")
    return found[1].strip()


def show(changed):
    for path, text in changed.items():
        old = path.read_text().splitlines(keepends=True)
        sys.stdout.writelines(difflib.unified_diff(old, text.splitlines(keepends=True), str(path), str(path), n=1))


def build(version):
    """Runs all checks on the commit, and collects what they have built."""
    if subprocess.run(["bash", ".ci/run", "whole"]).returncode != 0:
        raise Refused("the checks failed")
    if changes := git("status", "--porcelain"):
        raise Refused(f"the checks have changed files:\n{changes}")
    collect(version)


def collect(version):
    """Collects what the checks have built and checked, with a checksum for each file."""
    shutil.rmtree(ARTIFACTS, ignore_errors=True)
    ARTIFACTS.mkdir(parents=True)
    name = f"ayla-{version}-{platform.machine()}-unknown-linux-musl"
    with tarfile.open(ARTIFACTS / f"{name}.tar.gz", "w:gz") as archive:
        for path in sorted(IMAGE.iterdir()):
            archive.add(path, f"{name}/{path.name}", filter=without_owner)
    for bill in sorted(pathlib.Path("target/ci").glob("ayla-*.cdx.json")):
        shutil.copy(bill, ARTIFACTS / bill.name.replace("ayla-", f"ayla-{version}-", 1))
    for package in (package for folder in PACKAGES for package in sorted(pathlib.Path(folder).glob("*"))):
        shutil.copy(package, ARTIFACTS)
    with tarfile.open(ARTIFACTS / f"ayla-{version}-site.tar.gz", "w:gz") as archive:
        archive.add(SITE_FILES, ".", filter=without_owner)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(ARTIFACTS.iterdir())]
    (ARTIFACTS / "SHA256SUMS").write_text("".join(sums))
    print(f"in {ARTIFACTS}:", *sorted(path.name for path in ARTIFACTS.iterdir()), sep="\n    ")


def without_owner(entry):
    """Removes the owner from an entry of an archive."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def release(version, branch, dry_run, unchecked):
    check_state(version, branch)
    if examples := [f"{name} = {value}" for name, value in owned().items() if EXAMPLE.search(value)]:
        undecided = f"{OWNER} has examples, see docs/releasing.md:\n    " + "\n    ".join(examples)
        if not (dry_run or unchecked):
            raise Refused(undecided)
        print(undecided, file=sys.stderr)
    changed = settled(version)
    changelog = pathlib.Path("CHANGELOG.md")
    changed[changelog], section = dated(version, changelog)
    if not section:
        raise Refused(f"the section Unreleased of {changelog} is empty")
    # A package may have a version without changes.
    for of_package in sorted(pathlib.Path("clients").glob("*/CHANGELOG.md")):
        changed[of_package], _ = dated(version, of_package)
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
            print("UNCHECKED: .ci/run was skipped, and there are no artifacts", file=sys.stderr)
            section = f"UNCHECKED: .ci/run was skipped.\n\n{section}"
        else:
            build(version)
        message = f"Ayla {version}\n\n{section}\n"
        git("tag", "--annotate", f"v{version}", "--cleanup", "whitespace", "--file", "-", input=message)
    except BaseException:
        # The working tree was clean, so all changes are from here.
        git("reset", "--quiet", "--soft", before)
        git("restore", "--staged", "--worktree", "--source", before, "--", *map(str, changed))
        print("the repository is restored", file=sys.stderr)
        raise
    print(f"created v{version}; to publish it: git push --atomic ORIGIN {branch} v{version}")


def tagged(version):
    """Checks the commit of an existing tag, and makes its artifacts and notes."""
    if git("rev-parse", "HEAD") != git("rev-parse", f"v{version}^{{commit}}"):
        raise Refused(f"v{version} is not the commit that is checked out")
    notes = section_of(version, pathlib.Path("CHANGELOG.md").read_text())
    build(version)
    NOTES.write_text(f"{notes}\n")


def main():
    parser = argparse.ArgumentParser(description="Makes a release: version, changelog, checks, artifacts, tag.")
    parser.add_argument("version", metavar="VERSION")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--dry-run", action="store_true", help="show the changes without making them")
    kinds.add_argument("--unchecked", action="store_true", help="skip .ci/run and the artifacts, and say so in the tag")
    kinds.add_argument("--tagged", action="store_true", help="check the commit of an existing tag, and make its artifacts")
    parser.add_argument("--branch", default="main", help="the branch that releases are made on (main)")
    arguments = parser.parse_args()
    try:
        if arguments.tagged:
            tagged(arguments.version)
        else:
            release(arguments.version, arguments.branch, arguments.dry_run, arguments.unchecked)
    except Refused as refused:
        sys.exit(f"no release: {refused}")


if __name__ == "__main__":
    main()
