"""Environments for learning: Cartulary's games for PettingZoo, Gymnasium and OpenSpiel."""

from cartulary_environments.table import GameTable

__version__ = "1.0.0"
__all__ = ["GameTable"]
