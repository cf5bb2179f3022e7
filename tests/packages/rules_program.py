"""A program as a user of ayla-rules writes it, for the checkers of types: two levels play, a game is reviewed, many are learnt from."""

import random

import numpy
from ayla_rules import Engine, Event, IllegalMove, Move, Position, Side, env, games, puzzles, variants, vector


def captured(position: Position, move: Move, side: Side) -> int:
    """The seeds that a move captures for a side."""
    seeds = 0
    for event in position.events(move):
        match event:
            case Event.Capture(seeds=taken, to=to) if to == side:
                seeds += taken
            case Event.Share(south=south, north=north):
                seeds += south if side == "south" else north
            case _:
                pass
    return seeds


def greedy(position: Position, draw: random.Random) -> Move:
    """A move that captures most."""
    return max(position.legal_moves, key=lambda move: (captured(position, move, position.turn), draw.random()))


def play(start: Position, engine: Engine) -> Position:
    """A game of South, who captures most, against an engine."""
    position = start.copy()
    draw = random.Random(7)
    while not position.is_over and position.ply < 100:
        move = greedy(position, draw) if position.turn == "south" else engine.best_move(position)
        position.push(move)
    return position


def learn(name: str, steps: int) -> float:
    """The mean reward of moves that are drawn, in many games at once."""
    envs = vector.make(name, num_envs=16, opponent="random")
    observations, _ = envs.reset(seed=7)
    draw = numpy.random.default_rng(7)
    total = 0.0
    for _ in range(steps):
        mask = observations["action_mask"]
        observations, rewards, _, _, _ = envs.step((draw.random(mask.shape) * mask).argmax(axis=1))
        total += float(rewards.sum())
    return total / steps


def take_turns(name: str, longest: int) -> dict[Side, float]:
    """The rewards of two agents that make the first legal move."""
    turns = env.aec(name, longest=longest)
    turns.reset(seed=7)
    rewards: dict[Side, float] = {"south": 0.0, "north": 0.0}
    for agent in turns.agent_iter():
        seen, reward, is_over, is_truncated, _ = turns.last()
        rewards[agent] += reward
        action = None
        if seen and not (is_over or is_truncated):
            action = numpy.int64(seen["action_mask"].argmax())
        turns.step(action)
    return rewards


def main() -> None:
    for name in variants():
        position = play(Position(name), Engine(level=2, nodes=2_000))
        if result := position.result:
            print(name, result.winner or "nobody", "won after", position.ply, "moves")
        houses: list[int] = position.houses[0]
        print(sum(houses), "seeds are left in the houses of South")
    start = Position("awale 000120/000030 20/22 s")
    if why := start.why_not(1):
        print(why.reason, why.ruling, why.sentence)
    try:
        start.push("pass")
    except IllegalMove as error:
        print(error)
    for analysis in Engine(nodes=5_000).search(start, candidates=2):
        print(analysis.depth, [(each.move, each.value) for each in analysis.candidates])
    start.push(start.legal_moves[0])
    for ply in Engine().review(start):
        print(ply.move, ply.cost, ply.sentence)
    for puzzle in puzzles("kalah", grade=1)[:2]:
        print(puzzle.id, puzzle.position.line, puzzle.solution)
    for game in games('[Variant "Oware"]\n\n1. d1e2 c2b1 *'):
        print(game.tags.get("Variant"), game.moves)
    print(start, learn("kalah", 50), take_turns("mangala", 40))


if __name__ == "__main__":
    main()
