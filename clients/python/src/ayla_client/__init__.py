"""Mancala games by a server of Ayla. See the README for examples."""

from . import models
from ._async import AsyncClient, AsyncGame
from ._connection import VERSION as __version__
from ._protocol import BoardQuery
from ._sync import Client, Game
from .errors import AylaConnectionError, AylaError

__all__ = [
    "AsyncClient",
    "AsyncGame",
    "AylaConnectionError",
    "AylaError",
    "BoardQuery",
    "Client",
    "Game",
    "__version__",
    "models",
]
