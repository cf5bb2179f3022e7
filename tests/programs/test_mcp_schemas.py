"""The schemas of the tools, as the clients of other models convert them: nothing is refused or dropped.

They are not in test_mcp.py, because these clients take seconds to import.
"""

import asyncio
import copy

import pytest
from agents.mcp import MCPServerStdio, MCPUtil
from google.genai._mcp_utils import mcp_to_gemini_tool
from mcp import Client
from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer


@pytest.fixture(scope="module")
def tools(start):
    async def listed():
        async with Client(f"http://{start().address}/mcp") as client:
            return (await client.list_tools()).tools

    return asyncio.run(listed())


def facts(schema, path=()):
    """What a schema says: each keyword, with its path through properties and items."""
    for keyword, value in schema.items():
        if keyword == "properties":
            for name, field in value.items():
                yield from facts(field, (*path, name))
        elif keyword == "items":
            yield from facts(value, (*path, keyword))
        elif keyword == "type":
            yield (*path, keyword), str(value).lower()
        # A client may require more, and allow less.
        elif keyword not in ("required", "additionalProperties"):
            yield (*path, keyword), value


def by_google(tool):
    [declared] = mcp_to_gemini_tool(tool).function_declarations
    assert (declared.name, declared.description) == (tool.name, tool.description)
    return declared.parameters.model_dump(mode="json", exclude_none=True, by_alias=True)


def by_openai(tool):
    # It is never started.
    server = MCPServerStdio(params={"command": "ayla", "args": ["mcp"]})
    function = MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=True)
    assert (function.name, function.description) == (tool.name, tool.description)
    assert function.strict_json_schema, "it cannot be strict"
    return function.params_json_schema


def by_pydantic_ai(tool):
    return GoogleJsonSchemaTransformer(copy.deepcopy(tool.input_schema)).walk()


@pytest.mark.parametrize("convert", [by_google, by_openai, by_pydantic_ai])
def test_the_schemas_of_the_tools_are_converted_as_a_whole(tools, convert):
    assert tools
    for tool in tools:
        converted = convert(tool)
        said = dict(facts(converted))
        dropped = {path: fact for path, fact in facts(tool.input_schema) if said.get(path) != fact}
        assert not dropped, tool.name
        assert set(tool.input_schema.get("required", [])) <= set(converted.get("required", []))
