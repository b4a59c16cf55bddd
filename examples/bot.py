"""A bot of one's own: takes a seat at a table and plays there until the game is over.

python examples/bot.py http://localhost:8000 GAME [NAME]
"""

import random
import sys

from cartulary_client import Action, Bot, Game


class ExampleBot(Bot):
    """Chooses at random: `choose` is the one thing to make better."""

    def choose(self, game: Game, actions: list[Action]) -> Action:
        """Choose one of `actions`, by the game as the bot sees it."""
        return random.choice(actions)


if __name__ == "__main__":
    url, table, *name = sys.argv[1:]
    bot = ExampleBot.register(url, *(name or ["Example bot"]))
    end = bot.run(table)
    print({"seat": end["you"], **(end["result"] or {})})
