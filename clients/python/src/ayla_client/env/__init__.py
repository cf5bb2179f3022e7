"""Learning environments over a local server: `pip install ayla-client[env]`.

`MancalaLevelEnv` is registered with Gymnasium as `Ayla/Mancala-v0`.
"""

import gymnasium

from .aec import MancalaEnv
from .level import MancalaLevelEnv
from .vector import MancalaVectorEnv

__all__ = ["MancalaEnv", "MancalaLevelEnv", "MancalaVectorEnv"]

gymnasium.register("Ayla/Mancala-v0", entry_point="ayla_client.env:MancalaLevelEnv")  # pyright: ignore[reportUnknownMemberType]
