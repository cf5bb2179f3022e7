"""Whether a bill of materials is sound: `sbom.py FILE VERSION TARGET`.

It keeps to the schema of CycloneDX, describes this version, and names each library that cargo links for the target,
with its licence and the sum of its source.
"""

import json
import pathlib
import subprocess
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def linked(target):
    """The libraries in the binary, as cargo says it, by name and version."""
    tree = ["cargo", "tree", "--locked", "--edges", "normal", "--target", target, "--prefix", "none", "--no-dedupe"]
    lines = subprocess.run([*tree, "--format", "{p}"], capture_output=True, text=True, check=True).stdout.splitlines()
    pairs = {tuple(line.split()[:2]) for line in lines if line}
    return {(name, version.removeprefix("v")) for name, version in pairs}


def complaints(text, version, target):
    error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
    if error is not None:
        return [f"not CycloneDX 1.5: {error}"]
    bill = json.loads(text)
    subject = bill["metadata"]["component"]
    found = []
    if (subject["name"], subject["version"]) != ("ayla", version):
        found.append(f"it describes {subject['name']} {subject['version']}, not ayla {version}")
    listed = {(part["name"], part["version"]): part for part in bill["components"]}
    wanted = linked(target) - {("ayla", version)}
    if not wanted:
        found.append(f"cargo names no library for {target}")
    for name, number in sorted(wanted):
        part = listed.get((name, number))
        if part is None:
            found.append(f"{name} {number} is missing")
            continue
        if part.get("purl") != f"pkg:cargo/{name}@{number}":
            found.append(f"{name} {number} has the address {part.get('purl')}")
        found += [f"{name} {number} has no {field}" for field in ("licenses", "hashes") if not part.get(field)]
    if not found:
        print(f"{len(wanted)} libraries, each with licence and sum")
    return found


def main(path, version, target):
    found = complaints(pathlib.Path(path).read_text(), version, target)
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
