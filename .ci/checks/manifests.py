"""Compares and validates rendered manifests.

    manifests.py same ONE OTHER           fails if two files hold different documents
    manifests.py validate CUSTOM FILES    validates core kinds strictly, and writes all others to CUSTOM, as JSON
    manifests.py example PAGE NUMBER      prints one of the YAML files on a page, counted from 0
    manifests.py examples PAGES           reads all YAML on these pages
"""

import json
import pathlib
import sys

import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The oldest version that has everything that the manifests use (preStop with sleep, and scaling by the CPU usage of a
# container), to the latest.
KUBERNETES = ["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"]


def documents(path):
    with open(path, encoding="utf-8") as file:
        return [document for document in yaml.safe_load_all(file) if document]


def name(document):
    return f"{document['kind']} {document['metadata']['name']}"


def same(one, other):
    def key(document):
        return document["apiVersion"], name(document)

    if sorted(documents(one), key=key) != sorted(documents(other), key=key):
        sys.exit(f"{one} and {other} differ")


def validate(custom_path, *paths):
    faults, custom, valid = [], [], set()
    for path in paths:
        seen = set()
        for document in documents(path):
            key, text = (document["apiVersion"], name(document)), json.dumps(document, sort_keys=True)
            if key in seen:
                faults.append(f"{path}: {name(document)} is defined twice")
            seen.add(key)
            # Many objects are the same in every overlay, and validation is slow.
            if text in valid:
                continue
            valid.add(text)
            for version in KUBERNETES:
                try:
                    kubernetes_validate.validate(document, version, strict=True)
                except kubernetes_validate.SchemaNotFoundError:
                    custom.append(document)
                    break
                except kubernetes_validate.ValidationError as error:
                    place = "/".join(map(str, error.path))
                    faults.append(f"{path}: {name(document)}, Kubernetes {version}: {place}: {error.message}")
        if not seen:
            faults.append(f"{path} is empty")
    with open(custom_path, "w", encoding="utf-8") as file:
        json.dump(custom, file)
    if faults:
        sys.exit("\n".join(faults))
    core = len(valid) - len(custom)
    print(f"{len(paths)} files, {core} objects of core kinds, valid for Kubernetes {KUBERNETES[0]} to {KUBERNETES[-1]}")


def examples(*paths):
    count = 0
    for path in paths:
        for text in written(path):
            if not all(isinstance(document, dict) for document in yaml.safe_load_all(text)):
                sys.exit(f"{path}: this is no configuration:\n{text}")
            count += 1
    print(f"{count} examples in {len(paths)} pages")


def written(path):
    """The YAML files on a page."""
    with open(path, encoding="utf-8") as file:
        return [part.split("```")[0] for part in file.read().split("```yaml\n")[1:]]


def example(path, number):
    print(written(path)[int(number)], end="")


if __name__ == "__main__":
    {"same": same, "validate": validate, "example": example, "examples": examples}[sys.argv[1]](*sys.argv[2:])
