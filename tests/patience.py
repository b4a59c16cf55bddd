"""How long a test waits for what must happen: as long as the suite lets a test take, since nothing else is tested."""

from typing import Final

PATIENCE: Final = 1_200
"""Seconds."""
