"""Plays a move of each game through the client that openapi-python-client generates: play_games.py FOLDER ADDRESS"""

import sys

sys.path.insert(0, sys.argv[1])
from ayla_client import Client, models, types
from ayla_client.api.games import apply_move, start_game, suggest_move
from ayla_client.api.variants import list_variants


def answered(answer):
    """The answer, or the problem as an exception."""
    if answer is None or isinstance(answer, models.Problem):
        raise SystemExit(f"no answer: {answer}")
    return answer


def describe(setup):
    """What only this variant has; the class of the set-up decides."""
    match setup:
        case models.AwaleSetup():
            return f"captures {setup.options.capture}, stores {setup.stores.south}/{setup.stores.north}"
        case models.AndadaSetup():
            return f"team of {setup.options.team}, phase {setup.phase}"
        case models.AnywoliSetup():
            return f"last four to {setup.options.last_four}, stores {setup.stores.south}/{setup.stores.north}"
    raise SystemExit(f"a set-up of no variant: {setup}")


with Client(base_url=f"http://{sys.argv[2]}") as client:
    for variant in answered(list_variants.sync(client=client)).variants:
        name = models.VariantName(variant.name)
        start = answered(start_game.sync(name, client=client, body=models.StartGameRequest()))
        # What was answered can be sent back, whatever class the answer and the request have.
        setup = models.ApplyMoveRequest.from_dict({"move": "", "setup": start.position.setup.to_dict()}).setup
        body = models.SuggestMoveRequest(setup=setup, nodes=1000)
        suggestion = answered(suggest_move.sync(name, client=client, body=body))
        body = models.ApplyMoveRequest(setup=setup, move=suggestion.move, seat=suggestion.seat)
        after = answered(apply_move.sync(name, client=client, body=body))
        seeds = sum(len(event.sow.houses) for event in after.events if isinstance(event, models.Sow))
        if after.position.text == start.position.text or seeds == 0 or isinstance(after.status.turn, types.Unset):
            raise SystemExit(f"{name}: {after}")
        what = describe(start.position.setup)
        print(f"{name}: {suggestion.move} sows {seeds} seeds; {what}; {after.status.turn} to move")
