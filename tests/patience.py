"""How long a test waits for what must happen: as long as the slowest machine may take, since nothing else is tested."""

from typing import Final

PATIENCE: Final = 300
"""Seconds."""
