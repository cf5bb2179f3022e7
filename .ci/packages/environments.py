"""The learning environments of the installed package ayla-client[env]: `python environments.py ADDRESS`."""

import sys
import time
import warnings

import numpy
from ayla_client import Client
from ayla_client.env import MancalaEnv, MancalaVectorEnv
from expectations import expect, expect_true, finish
from pettingzoo.test import api_test

ADDRESS = f"http://{sys.argv[1]}"
GAMES_AT_ONCE, STEPS, LONGEST = 64, 150, 40


def take_turns(variant):
    """PettingZoo's own tests of the interface."""
    env = MancalaEnv(variant, base_url=ADDRESS, longest=LONGEST, render_mode="ansi")
    with warnings.catch_warnings():
        # An observation with a mask is no box, and our agents are called South and North.
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=3 * LONGEST)
    env.reset()
    expect_true(f"{variant}: the board is shown", "South" in env.render())
    env.close()
    print(f"ok    {variant}: PettingZoo's api_test")


def play_at_once(variant):
    """Random games, whose observations lie in their space."""
    envs = MancalaVectorEnv(variant, GAMES_AT_ONCE, base_url=ADDRESS, longest=LONGEST)
    random = numpy.random.default_rng(1)
    observations, infos = envs.reset()
    games, started = 0, time.monotonic()
    for step in range(STEPS):
        masks = observations["action_mask"]
        observations, rewards, over, truncated, infos = envs.step((random.random(masks.shape) * masks).argmax(axis=1))
        ended = over | truncated
        games += int(ended.sum())
        if not set(rewards[~over].tolist()) <= {0.0}:
            expect(f"{variant}: rewards before the end, step {step}", rewards.tolist(), [])
    seconds = time.monotonic() - started
    expect_true(f"{variant}: an observation in its space", envs.observation_space.contains(observations))
    expect_true(f"{variant}: games have ended", games >= GAMES_AT_ONCE, games)
    seeds, most = observations["observation"].sum(axis=1), envs.single_observation_space["observation"].high.max()
    expect_true(f"{variant}: no more seeds than at the start", (seeds <= most).all(), seeds)
    moves = STEPS * GAMES_AT_ONCE
    print(f"{variant}: {games / seconds:.0f} games of at most {LONGEST} moves, {moves / seconds:.0f} moves a second")
    envs.close()


with Client(ADDRESS) as client:
    variants = [variant.name for variant in client.list_variants().variants]
for variant in variants:
    take_turns(variant)
    play_at_once(variant)
finish("the learning environments")
