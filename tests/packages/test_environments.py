"""The learning environments of the installed package ayla-client[env], at the server ADDRESS."""

import os
import time

import gymnasium
import numpy
import pytest
from ayla_client import AylaError, Client, models
from ayla_client.env import MancalaEnv, MancalaLevelEnv, MancalaVectorEnv
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

ADDRESS = f"http://{os.environ['ADDRESS']}"
GAMES_AT_ONCE = 64
STEPS = 150
LONGEST = 40
with Client(ADDRESS) as client:
    VARIANTS = [variant.name for variant in client.list_variants().variants]


# An observation with a mask is no box, and our agents are called South and North.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", VARIANTS)
def test_pettingzoo_finds_no_fault(variant):
    env = MancalaEnv(variant, base_url=ADDRESS, longest=LONGEST, render_mode="ansi")
    api_test(env, num_cycles=3 * LONGEST)
    env.reset()
    assert "South" in env.render()
    env.close()


@pytest.mark.filterwarnings("ignore:.*render fps")
@pytest.mark.parametrize("side", ["south", "north", None])
@pytest.mark.parametrize("variant", VARIANTS)
def test_gymnasium_finds_no_fault(variant, side):
    settings = {"variant": variant, "level": 1, "side": side, "base_url": ADDRESS}
    env = gymnasium.make("ayla_client.env:Ayla/Mancala-v0", render_mode="ansi", **settings)
    check_env(env.unwrapped)
    env.reset()
    assert "South" in env.render()
    env.close()


def play(env, seed):
    """A game of the first legal moves, as its tokens and its last reward."""
    observation, info = env.reset(seed=seed)
    tokens = [info["token"]]
    ended = False
    while not ended:
        observation, reward, over, truncated, info = env.step(observation["action_mask"].argmax())
        tokens.append(info["token"])
        ended = over or truncated
    return tokens, reward


def test_a_game_against_a_level_goes_the_same_way_again():
    """With the same seed. The best level beats whoever plays the first legal move."""
    env = MancalaLevelEnv("kalah", 6, side=None, base_url=ADDRESS)
    games = [play(env, seed) for seed in (7, 7, 8)]
    assert games[0] == games[1] != games[2]
    assert [reward for _, reward in games] == [-1.0] * 3
    observation, _ = env.reset(seed=7)
    *_, reward, over, truncated, info = env.step(observation["action_mask"].argmin())
    assert (reward, over, truncated) == (-1.0, True, False)
    assert info["refused"]
    env.close()


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_at_once(variant):
    """Their observations lie in their space."""
    envs = MancalaVectorEnv(variant, GAMES_AT_ONCE, base_url=ADDRESS, longest=LONGEST)
    random = numpy.random.default_rng(1)
    observations, infos = envs.reset()
    games = 0
    started = time.monotonic()
    for _ in range(STEPS):
        masks = observations["action_mask"]
        observations, rewards, over, truncated, infos = envs.step((random.random(masks.shape) * masks).argmax(axis=1))
        games += int((over | truncated).sum())
        assert not rewards[~over].any(), "a reward before the end"
    print(f"{STEPS * GAMES_AT_ONCE / (time.monotonic() - started):.0f} moves a second")
    assert envs.observation_space.contains(observations)
    assert games >= GAMES_AT_ONCE
    seeds = observations["observation"].sum(axis=1)
    most = envs.single_observation_space["observation"].high.max()
    assert (seeds <= most).all(), "more seeds than at the start"
    envs.close()


def test_games_at_once_are_as_games_one_by_one():
    """With a rule that looks back, and more games than one batch has, of which one makes a move that is not legal."""
    count = 300
    options = {"repetition": 3, "majority": True}
    envs = MancalaVectorEnv("awale", count, base_url=ADDRESS, options=options)
    observations, infos = envs.reset()
    random = numpy.random.default_rng(1)
    with Client(ADDRESS) as client:
        start = client.start_game("awale", models.StartGameRequest(options=options))
        alone = start
        for _ in range(12):
            masks = observations["action_mask"]
            actions = (random.random(masks.shape) * masks).argmax(axis=1)
            wrong = actions.copy()
            wrong[-2] = envs.single_action_space.n - 1
            with pytest.raises(AylaError, match=f"^environment {count - 2}: ") as error:
                envs.step(wrong)
            assert error.value.reason == "NOT_IN_THIS_GAME"
            observations, *_ = envs.step(actions)
            move = str(actions[-1] + 1)
            alone = client.apply_move("awale", models.ApplyMoveRequest(token=alone.position.token, move=move))
            setup = alone.position.setup
            near, far = (setup.south, setup.north) if setup.turn == "south" else (setup.north, setup.south)
            assert observations["observation"][-1][:12].tolist() == [*near, *far]
            assert observations["action_mask"][-1].sum() == len(alone.legal_moves)
    envs.close()
