"""Checks a bill of materials: `sbom.py FILE VERSION TARGET`.

It has to follow the schema of CycloneDX, describe this version, and list each library that cargo links for the target,
with its licence and the checksum of its source.
"""

import json
import pathlib
import subprocess
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

TREE = "cargo tree --locked --package ayla --edges normal --prefix none --no-dedupe --format {p} --target"


def linked(target):
    """The names and versions of the libraries in the binary, without the crates of the workspace, which have a path."""
    tree = subprocess.run([*TREE.split(), target], capture_output=True, text=True, check=True).stdout
    words = {tuple(line.split()) for line in tree.splitlines() if line and "(/" not in line}
    return {(name, version.removeprefix("v")) for name, version, *_ in words}


def faults(text, version, target):
    error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
    if error is not None:
        yield f"not CycloneDX 1.5: {error}"
        return
    bill = json.loads(text)
    subject = bill["metadata"]["component"]
    if (subject["name"], subject["version"]) != ("ayla", version):
        yield f"it describes {subject['name']} {subject['version']}, not ayla {version}"
    listed = {(part["name"], part["version"]): part for part in bill["components"]}
    libraries = linked(target)
    if not libraries:
        yield f"cargo links no library for {target}"
    for name, number in sorted(libraries):
        part = listed.get((name, number))
        if part is None:
            yield f"{name} {number} is missing"
            continue
        if part.get("purl") != f"pkg:cargo/{name}@{number}":
            yield f"{name} {number} has the address {part.get('purl')}"
        for field in ("licenses", "hashes"):
            if not part.get(field):
                yield f"{name} {number} has no {field}"
    print(f"{len(libraries)} libraries")


def main(path, version, target):
    if found := list(faults(pathlib.Path(path).read_text(), version, target)):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
