"""Writes what is generated of this package: `python generate.py`, after every change of openapi/mancala.v1.json or `_async`.

`models.py` comes from the OpenAPI document, by datamodel-code-generator, and the modules of `_sync` from those of `_async`.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Any, cast

HERE = pathlib.Path(__file__).parent
DOCUMENT = HERE / "../../openapi/mancala.v1.json"
PACKAGE = HERE / "src/ayla_client"
# What only a caller says, or what cannot grow, such as the two sides. All other words may get company in later versions.
CLOSED = {"Side", "Winner", "Part", "TextForm", "Theme", "View", "Certainty", "Destination", "OptionType"}
# Asynchronous names, and what they are called in the synchronous client.
SYNCHRONOUS = {
    r"\bfrom anyio import sleep\b": "from time import sleep",
    # Threads may share a client.
    r".*(OneLoop|_loop\.check).*\n": "",
    r"\basync (def|with|for)\b": r"\1",
    r"\bawait ": "",
    r"\bAsync(Calls|Client|Game|BaseTransport|HTTPTransport)\b": r"\1",
    r"\bAsyncGenerator(\[.*?), None\]": r"Generator\1, None, None]",
    r"\bAsyncGenerator\b": "Generator",
    r"\b__a(enter|exit)__\b": r"__\1__",
    r"\ba(close|iter_bytes|read)\b": r"\1",
}


def tolerant(schemas: dict[str, Any]) -> None:
    """Lets a client read what later versions of the service add: games, events, reasons."""
    for name, schema in schemas.items():
        if "enum" in schema and name not in CLOSED:
            words = {"type": schema.pop("type"), "enum": schema.pop("enum")}
            schema["anyOf"] = [words, {"type": "string"}]
    for name in ("Event", "Setup", "SetupInput"):
        schemas[name]["oneOf"].append({"type": "object", "additionalProperties": True})
    # The members say nothing of their game, so that a reader could not choose among them.
    del schemas["Options"]["anyOf"]
    schemas["Options"] |= {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/OptionValue"}}


def as_numbers(document: Any) -> None:
    """Leaves out that numbers of 64 bits may be strings too: numbers of Python have any size."""
    inner: list[Any] = []
    if isinstance(document, dict):
        schema = cast(dict[str, Any], document)
        if schema.get("type") == ["integer", "string", "null"]:
            schema["type"] = ["integer", "null"]
            del schema["pattern"]
        inner = list(schema.values())
    elif isinstance(document, list):
        inner = cast(list[Any], document)
    for part in inner:
        as_numbers(part)


def models() -> None:
    document = json.loads(DOCUMENT.read_text())
    tolerant(document["components"]["schemas"])
    as_numbers(document)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "openapi.json")
        path.write_text(json.dumps(document))
        generator = [sys.executable, "-m", "datamodel_code_generator", "--input", path, "--output", PACKAGE / "models.py"]
        subprocess.run(generator, cwd=HERE, check=True)


def synchronous() -> None:
    for path in sorted((PACKAGE / "_async").glob("*.py")):
        text = path.read_text()
        for pattern, replacement in SYNCHRONOUS.items():
            text = re.sub(pattern, replacement, text)
        (PACKAGE / "_sync" / path.name).write_text(f"# Made from _async/{path.name} by generate.py.\n{text}")


if __name__ == "__main__":
    models()
    synchronous()
