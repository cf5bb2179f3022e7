"""Writes what is generated of this package: `python generate.py`, after every change of openapi/mancala.v1.json or `_async`.

From the OpenAPI document come `models.py`, by datamodel-code-generator, and the methods in `_async/operations.py`; from the modules
of `_async` come those of `_sync`.
"""

import json
import keyword
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
from typing import Any, cast

import black

HERE = pathlib.Path(__file__).parent
DOCUMENT = HERE / "../../openapi/mancala.v1.json"
PACKAGE = HERE / "src/ayla_client"
# What only a caller says, or what cannot grow, such as the two sides. All other words may get company in later versions.
CLOSED = {"Side", "Winner", "Part", "TextForm", "Theme", "View", "Certainty", "Destination", "OptionType"}
# The longest line of what is generated here.
WIDTH = 120
OPERATIONS = '''# Generated from openapi/mancala.v1.json by generate.py.
"""The operations of a server, as the OpenAPI document has them."""

import datetime
from collections.abc import {collections}

from .. import models as m
from .._connection import segment
from .calls import AsyncCalls


class AsyncOperations(AsyncCalls):
    """A method for each operation but the pictures."""
{methods}'''
# The types of arguments, by those of JSON.
TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
# Asynchronous names, and what they are called in the synchronous client.
SYNCHRONOUS = {
    r"\bfrom anyio import sleep\b": "from time import sleep",
    # Threads may share a client.
    r".*(OneLoop|_loop\.check).*\n": "",
    # Notebooks draw what has this method, and wait for none.
    r"( +)async def svg\b": r"\1def _repr_svg_(self) -> str:\n\1    return self.svg()\n\n\1def svg",
    r"\basync (def|with|for)\b": r"\1",
    r"\bawait ": "",
    r"\bAsync(Calls|Client|Game|Operations|BaseTransport)\b": r"\1",
    r"\basync_transport_of\b": "transport_of",
    r"\bhandle_async_request\b": "handle_request",
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
        schemas[name].pop("discriminator", None)
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


def models(document: dict[str, Any]) -> None:
    tolerant(document["components"]["schemas"])
    as_numbers(document)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "openapi.json")
        path.write_text(json.dumps(document))
        generator = [sys.executable, "-m", "datamodel_code_generator", "--input", path, "--output", PACKAGE / "models.py"]
        subprocess.run(generator, cwd=HERE, check=True)
    path = PACKAGE / "models.py"
    path.write_text(decided(path.read_text()))


def decided(text: str) -> str:
    """Has the members of unions tried in turn, and those with a game chosen by its name: Pydantic would try all to the end."""
    text = re.sub(r'("Setup(?:Input)?", )(.+)( \| dict.*)\)', r'\1Annotated[\2, Field(discriminator="variant")]\3)', text)
    return re.sub(r'("(?:Event|Setup|SetupInput)", )(.+)\)', r'\1Annotated[\2, Field(union_mode="left_to_right")])', text)


def name_of(name: str) -> str:
    """A name of the document as Python has it."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def type_of(schema: dict[str, Any]) -> str:
    """The type of an argument or of an answer."""
    if "$ref" in schema:
        return f"m.{schema['$ref'].rpartition('/')[2]}"
    if schema["type"] == "array":
        return f"Sequence[{type_of(schema['items'])}]"
    # A date is known by its example.
    if re.fullmatch(r"\d{4}-\d\d-\d\d", str(schema.get("example"))):
        return "datetime.date | str"
    return TYPES[schema["type"]]


def parameters_of(operation: dict[str, Any]) -> tuple[list[str], list[str], list[str]]:
    """The arguments for the parameters that are required, those for the others, and the items of the query."""
    required: list[str] = []
    others: list[str] = []
    query: list[str] = []
    for parameter in operation.get("parameters", []):
        name, annotation = name_of(parameter["name"]), type_of(parameter["schema"])
        # A client has one for all of its calls.
        if name == "locale":
            continue
        if parameter["in"] == "query":
            query.append(f'"{parameter["name"]}": {name}')
        if parameter["required"]:
            required.append(f"{name}: {annotation}")
        elif annotation == "bool":
            others.append(f"{name}: bool = False")
        else:
            others.append(f"{name}: {annotation} | None = None")
    return required, others, query


def method(path: str, verb: str, operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    """The method of an operation; nothing for a picture, since the pictures have one in `_async/client.py`."""
    [(kind, content)] = operation["responses"]["200"]["content"].items()
    answer = content["schema"]
    match kind:
        case "application/json":
            define, returned, call = "async def", "{}", f"await self._{verb}"
        case "application/x-ndjson":
            define, returned, call = "def", "AsyncGenerator[{}, None]", "self._lines"
        case "text/event-stream":
            # An event is an answer or an error.
            answer = answer["oneOf"][0]["properties"]["data"]["contentSchema"]
            define, returned, call = "def", "AsyncGenerator[{}, None]", "self._events"
        case _:
            return ""
    required, others, query = parameters_of(operation)
    url = re.sub(r"{(\w+)}", lambda found: f"{{segment({name_of(found[1])})}}", path)
    passed = [f'f"{url}"' if "{" in url else f'"{url}"', type_of(answer)]
    if query:
        passed.append(f"{{{', '.join(query)}}}")
    if "requestBody" in operation:
        [(kind, content)] = operation["requestBody"]["content"].items()
        request = type_of(content["schema"])
        schema = schemas[request.removeprefix("m.")]
        if kind == "application/x-ndjson":
            required.append(f"requests: Iterable[{request}]")
            passed.append("requests")
        elif "first" in schema["properties"] and "required" not in schema:
            # What can begin a game begins one if nothing is said.
            required.append(f"request: {request} | None = None")
            passed.append(f"request or {request}()")
        else:
            required.append(f"request: {request}")
            passed.append("request")
    arguments = ", ".join(["self", *required, *(["*"] if others else []), *others])
    head = f"{define} {name_of(operation['operationId'])}({arguments}) -> {returned.format(type_of(answer))}:"
    summary = textwrap.fill(f'"""{operation["summary"]}"""', WIDTH - 8)
    body = f"{summary}\nreturn {call}({', '.join(passed)})"
    return f"\n    {head}\n{textwrap.indent(body, ' ' * 8)}\n"


def operations(document: dict[str, Any]) -> None:
    """Writes a method for each operation: by POST if there is GET too, with the game in its path if that may be left out."""
    paths, schemas = document["paths"], document["components"]["schemas"]
    methods = ""
    for path, verbs in paths.items():
        if path.replace("/v1/", "/v1/variants/{variant}/") not in paths:
            verb = "post" if "post" in verbs else "get"
            methods += method(path, verb, verbs[verb], schemas)
    collections = [name for name in ("AsyncGenerator", "Iterable", "Sequence") if f"{name}[" in methods]
    text = OPERATIONS.format(collections=", ".join(collections), methods=methods)
    (PACKAGE / "_async/operations.py").write_text(black.format_str(text, mode=black.Mode(line_length=WIDTH)))


def synchronous() -> None:
    for path in sorted((PACKAGE / "_async").glob("*.py")):
        text = path.read_text()
        for pattern, replacement in SYNCHRONOUS.items():
            text = re.sub(pattern, replacement, text)
        (PACKAGE / "_sync" / path.name).write_text(f"# Made from _async/{path.name} by generate.py.\n{text}")


if __name__ == "__main__":
    described = json.loads(DOCUMENT.read_text())
    operations(described)
    models(described)
    synchronous()
