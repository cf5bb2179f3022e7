"""The client, and a game played through it."""

from .client import AsyncClient
from .game import AsyncGame

__all__ = ["AsyncClient", "AsyncGame"]
