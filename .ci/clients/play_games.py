"""Plays a move of each game, and then a whole game turn by turn, through the client that openapi-python-client generates.

    python play_games.py FOLDER ADDRESS
"""

import sys

sys.path.insert(0, sys.argv[1])
from ayla_client import Client, models, types
from ayla_client.api.games import apply_move, play_turn, start_game, suggest_move
from ayla_client.api.variants import list_variants

# More than any of these games takes.
MOST_TURNS = 400


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
        case models.KalahSetup():
            return f"empty capture {setup.options.empty_capture}, stores {setup.stores.south}/{setup.stores.north}"
    raise SystemExit(f"a set-up of no variant: {setup}")


def play_whole_game(client, name):
    """Plays the first legal move of each turn against the engine until a game is over, with one call a turn.

    The game is sent as its record.
    """
    shown = {"side": models.Side.SOUTH, "reply": models.Reply(level=1, seed=1), "record": True}
    answer = answered(play_turn.sync(name, client=client, body=models.PlayTurnRequest(**shown)))
    turns, plays = 0, 0
    while not answer.status.over:
        body = models.PlayTurnRequest(position=answer.record, move=answer.legal_moves[0].move, **shown)
        answer = answered(play_turn.sync(name, client=client, body=body))
        turns, plays = turns + 1, plays + len(answer.plays)
        if answer.refused or answer.unanswered or answer.position.ply != plays or turns > MOST_TURNS:
            raise SystemExit(f"{name}, turn {turns}: {answer}")
    if answer.legal_moves or len(answer.record.split(" moves ")[1].split()) != plays:
        raise SystemExit(f"{name}, after the end: {answer}")
    print(f"{name}: {turns} turns, {plays} moves. {answer.result}")


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
        sown = [event.sow.houses for event in after.events if isinstance(event, models.Sow)]
        # A seed that goes into a store has no houses.
        seeds = sum(1 if isinstance(houses, types.Unset) else len(houses) for houses in sown)
        if after.position.text == start.position.text or seeds == 0 or isinstance(after.status.turn, types.Unset):
            raise SystemExit(f"{name}: {after}")
        what = describe(start.position.setup)
        print(f"{name}: {suggestion.move} sows {seeds} seeds; {what}; {after.status.turn} to move")
        play_whole_game(client, name)
