"""The clients that the usual generators write from the OpenAPI document, as callers may do, play whole games."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest
from contract import ROOT
from generators import go_environment, openapi_generator

# Texts that are no JSON.
MEDIA_TYPES = ["application/x-ndjson", "image/svg+xml", "image/png", "image/gif"]
# More than any of these games takes.
MOST_TURNS = 400
# The packages of generators and of what their clients need; docs/clients.md names them without "-cli".
GENERATORS = ["openapi-typescript", "openapi-fetch", "openapi-python-client", "openapi-generator-cli", "@hey-api/openapi-ts", "orval"]


def test_the_page_has_the_versions_of_the_generators():
    lines = (ROOT / ".ci/requirements.txt").read_text().splitlines()
    versions = dict(line.split("==") for line in lines if "==" in line)
    for manifest in (".ci/package.json", "tests/clients/generators/package.json"):
        versions |= json.loads((ROOT / manifest).read_text())["dependencies"]
    page = (ROOT / "docs/clients.md").read_text()
    for package in GENERATORS:
        named = f"{package.removesuffix('-cli')} {versions[package]}"
        assert named in page, f"docs/clients.md does not name {named}"


def test_typescript(server, node):
    """The step has generated the types, and compiled the program with them."""
    node("play_games.ts", server.address)


def test_go(folder, ci_dir, server):
    """The program and the client are two packages in one folder."""
    document = ROOT / "openapi/mancala.v1.json"
    openapi_generator("generate", "--config", ROOT / "clients/go.yaml", "--input-spec", document, "--output", folder / "src/mancala")
    (folder / "src/play_games").mkdir()
    shutil.copy(ROOT / "tests/clients/play_games.go", folder / "src/play_games")
    subprocess.run(["go", "run", "play_games", server.address], env=go_environment(folder, ci_dir), check=True)


@pytest.fixture(scope="module")
def client(folder, server):
    """The generated package `ayla_client` is on the path from here on."""
    overrides = "".join(f"  {media_type}: application/octet-stream\n" for media_type in MEDIA_TYPES)
    config = folder / "config.yaml"
    config.write_text(f"package_name_override: ayla_client\npost_hooks: []\ncontent_type_overrides:\n{overrides}")
    generate = [pathlib.Path(sys.executable).parent / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"]
    document = ROOT / "openapi/mancala.v1.json"
    subprocess.run([*generate, "--path", document, "--output-path", folder / "ayla_client", "--config", config], check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        from ayla_client import Client

        with Client(base_url=f"http://{server.address}", raise_on_unexpected_status=True) as client:
            yield client


@pytest.fixture(scope="module")
def variants(client):
    from ayla_client import models
    from ayla_client.api.variants import list_variants

    return {models.VariantName(variant.name): variant for variant in list_variants.sync(client=client).variants}


def test_a_suggested_move_of_each_game(client, variants):
    """The class of a set-up decides what only this variant has."""
    from ayla_client import models, types
    from ayla_client.api.games import apply_move, start_game, suggest_move

    for variant, about in variants.items():
        start = start_game.sync(variant, client=client, body=models.StartGameRequest())
        assert type(start.position.setup).__name__ == f"{variant.value.capitalize()}Setup"
        in_play = {option.name for option in about.options if not option.start_only}
        assert start.position.setup.options.to_dict().keys() == in_play
        # What was answered can be sent back, whatever class the answer and the request have.
        setup = models.ApplyMoveRequest.from_dict({"move": "", "setup": start.position.setup.to_dict()}).setup
        suggestion = suggest_move.sync(variant, client=client, body=models.SuggestMoveRequest(setup=setup, nodes=1000))
        body = models.ApplyMoveRequest(setup=setup, move=suggestion.move, seat=suggestion.seat)
        after = apply_move.sync(variant, client=client, body=body)
        assert any(isinstance(event, models.Sow) for event in after.events)
        assert after.position.text != start.position.text
        assert not isinstance(after.status.turn, types.Unset)


def test_whole_games_turn_by_turn(client, variants):
    """The first legal move of each turn against the engine, with one call a turn. The game is sent as its record."""
    from ayla_client import models
    from ayla_client.api.games import play_turn

    for variant in variants:
        shown = {"side": models.Side.SOUTH, "reply": models.Reply(level=1, seed=1), "record": True}
        answer = play_turn.sync(variant, client=client, body=models.PlayTurnRequest(**shown))
        turns = 0
        plays = 0
        while not answer.status.over and turns < MOST_TURNS:
            body = models.PlayTurnRequest(position=answer.record, move=answer.legal_moves[0].move, **shown)
            answer = play_turn.sync(variant, client=client, body=body)
            turns += 1
            plays += len(answer.plays)
            assert not answer.refused and not answer.unanswered and answer.position.ply == plays, answer
        assert answer.status.over and not answer.legal_moves and answer.result
        assert len(answer.record.split(" moves ")[1].split()) == plays
