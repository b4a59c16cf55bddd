"""A whole game in the terminal, played through HTTP like any client would."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.prompt import IntPrompt, Prompt
from rich.table import Table

from service.client import Player, Refused

Json = dict[str, Any]
BACKS = {"1": "I", "2": "II", "3": "III"}


class Terminal:
    """Shows a game, and asks for what a person wants to do."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def say(self, text: str) -> None:
        """Print a line."""
        self._console.print(text, highlight=False)

    def show_events(self, events: list[Json]) -> None:
        """What has just happened, one event a line."""
        for event in events:
            public = event["public"]
            who = "" if public["seat"] is None else f"[bold]seat {public['seat']}[/] "
            details = ", ".join(f"{name} {worded(value)}" for name, value in public["data"].items() if plain(value))
            self.say(f"[dim]{public['position']:>4}[/] {who}{public['type']} [dim]{details}[/]")

    def show_game(self, game: Json) -> None:
        """Everybody's cards, as far as the player sees them."""
        state = game["state"]
        token, top = state["culture_token"], state["deck"]["top_back"]
        table = Table(
            title=f"turn {state['turn']}, deck {state['deck']['count']}" + (f", top back {top}" if top else "")
        )
        for heading in ("seat", "area", "hand", "markers"):
            table.add_column(heading)
        for seat, each in enumerate(state["seats"]):
            name = game["seats"][seat]["player"]["name"]
            you = " (you)" if seat == game["you"] else ""
            holds = " ◎" if token and token["seat"] == seat else ""
            markers = [f"{kind} on {worded(each[kind])}" for kind in ("democracy", "embargo") if each[kind]]
            hand = worded(each["hand"]) if each["hand"] is not None else f"({worded(each['backs'])})"
            table.add_row(f"{seat} {name}{you}{holds}", worded(each["area"]), hand, "; ".join(markers))
        self._console.print(table)

    def choose(self, forms: list[Json]) -> Json:
        """Ask which action, then for each open choice which cards."""
        for number, form in enumerate(forms, 1):
            self.say(f"{number:>3}  {worded_form(form)}")
        numbers = [str(number) for number in range(1, len(forms) + 1)]
        form = forms[IntPrompt.ask("Your action", choices=numbers, show_choices=False) - 1]
        chosen = {name: list(self.pick(name, choice)) for name, choice in form.get("choose", {}).items()}
        return {name: value for name, value in form.items() if name != "choose"} | chosen

    def pick(self, name: str, choice: Json) -> Iterator[str]:
        """Ask for as many cards as are to be chosen."""
        left = dict(choice["from"])
        for number in range(1, choice["count"] + 1):
            cards = [card for card, count in left.items() if count]
            card = Prompt.ask(f"{name} {number} of {choice['count']}", choices=cards)
            left[card] -= 1
            yield card


def plain(value: Any) -> bool:
    """Whether a value is worth showing in a line."""
    return value not in (None, [], {}) and not (isinstance(value, str) and len(value) > 40)


def worded(value: Any) -> str:
    """A value in a line: multisets as '2×science-1, culture-2', backs as '3×II'."""
    if isinstance(value, Mapping):
        named: dict[Any, Any] = {BACKS.get(name, name): count for name, count in value.items()}
        return ", ".join(name if count == 1 else f"{count}×{name}" for name, count in named.items() if count) or "–"
    if isinstance(value, list):
        return " ".join(
            worded(each) if not isinstance(each, Mapping) else "/".join(map(str, each.values())) for each in value
        )
    return str(value)


def worded_form(form: Json) -> str:
    """An action with its settled fields, and what is left to choose."""
    settled = [worded(value) for name, value in form.items() if name not in ("type", "choose")]
    open_ones = [f"{choice['count']} to {name}" for name, choice in form.get("choose", {}).items()]
    return " ".join([f"[bold]{form['type']}[/]", *settled, *(f"[dim]({each})[/]" for each in open_ones)])


def play(url: str, wish: Json, human: bool, seed: int | None, console: Console) -> Json:
    """Play a game to its end: seat 0 by a person if `human`, all others by chance. Answers the finished game."""
    terminal, chance = Terminal(console), random.Random(seed)
    names = [("You" if human and seat == 0 else f"Bot {seat}") for seat in range(wish["seats"])]
    players = [Player(url, name) for name in names]
    game_id = players[0].create(**wish)
    for player in players:
        player.sit(game_id)
    terminal.say(f"Game {game_id}: {url}/v1/games/{game_id}")
    while (game := players[0].look(game_id))["status"] == "playing":
        seat = game["to_act"][0]
        if human and seat == 0:
            act_by_hand(players[0], game_id, game, terminal)
        else:
            action = chance.choice(players[seat].actions(game_id))
            terminal.show_events(players[seat].act(game_id, action)["events"])
    terminal.show_game(game)
    terminal.say(f"[bold]{worded_result(game['result'])}[/]")
    return game


def act_by_hand(player: Player, game_id: str, game: Json, terminal: Terminal) -> None:
    """Let the person act; what the service refuses is said, and asked for again."""
    terminal.show_game(game)
    try:
        terminal.show_events(player.act(game_id, terminal.choose(player.forms(game_id)))["events"])
    except Refused as error:
        terminal.say(f"[red]{error}[/]")


def worded_result(result: Json) -> str:
    """How the game ended."""
    winners = " and ".join(f"seat {seat}" for seat in result["winners"])
    points = f", points {worded_points(result['points'])}" if result["points"] else ""
    decided = f", decided by {', '.join(result['decided_by'])}" if result["decided_by"] else ""
    return f"{result['kind']}: {winners}{points}{decided}"


def worded_points(points: Json) -> str:
    """Points by seat."""
    return ", ".join(f"{seat}: {each}" for seat, each in points.items())
