# Made from _async/__init__.py by generate.py.
"""The client, and a game played through it."""

from .client import Client
from .game import Game

__all__ = ["Client", "Game"]
