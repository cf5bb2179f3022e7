"""The bills of materials that the step sbom has made: CI_DIR/ayla-TARGET.cdx.json."""

import json
import subprocess

import pytest
from contract import ROOT
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

TREE = "cargo tree --locked --package ayla --edges normal --prefix none --no-dedupe --format {p} --target"


def linked(target):
    """The names and versions of the libraries in the binary, without the crates of the workspace, which have a path."""
    tree = subprocess.check_output([*TREE.split(), target], cwd=ROOT, text=True)
    words = {tuple(line.split()) for line in tree.splitlines() if line and "(/" not in line}
    return {(name, version.removeprefix("v")) for name, version, *_ in words}


@pytest.mark.parametrize("target", ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"])
def test_it_lists_each_library_that_cargo_links(ci_dir, target):
    text = (ci_dir / f"ayla-{target}.cdx.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_5).validate_str(text) is None
    bill = json.loads(text)
    package = subprocess.check_output(["cargo", "pkgid", "--locked", "--package", "ayla"], cwd=ROOT, text=True)
    subject = bill["metadata"]["component"]
    assert (subject["name"], subject["version"]) == ("ayla", package.strip().replace("@", "#").rpartition("#")[2])
    listed = {(part["name"], part["version"]): part for part in bill["components"]}
    libraries = linked(target)
    assert libraries and libraries <= listed.keys()
    for name, version in libraries:
        part = listed[name, version]
        assert part["purl"] == f"pkg:cargo/{name}@{version}"
        assert part["licenses"] and part["hashes"], part
