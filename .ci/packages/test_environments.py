"""The learning environments of the installed package ayla-client[env], at the server ADDRESS."""

import os
import time

import numpy
import pytest
from ayla_client import Client
from ayla_client.env import MancalaEnv, MancalaVectorEnv
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
