"""The rules of the games: pure, standard library only."""
