"""Mancala games by a server of Ayla. See the README for examples."""

from . import models
from ._async import AsyncClient, AsyncGame
from ._sync import BoardQuery, Client, Game
from .errors import AylaError

__all__ = ["AsyncClient", "AsyncGame", "AylaError", "BoardQuery", "Client", "Game", "models"]
