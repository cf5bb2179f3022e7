"""Learning environments over a local server: `pip install ayla-client[env]`."""

from .aec import MancalaEnv
from .vector import MancalaVectorEnv

__all__ = ["MancalaEnv", "MancalaVectorEnv"]
