"""The rules of the games: pure, standard library only."""

__version__ = "1.0.0"
