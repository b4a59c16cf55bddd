"""The rules of the games: pure, standard library only."""

__version__ = "0.1.0"
