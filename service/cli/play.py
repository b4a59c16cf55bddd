"""A whole game in the terminal, played through HTTP like any client would."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.prompt import IntPrompt, Prompt
from rich.table import Table

from service.cli.client import Player, Refused

Json = dict[str, Any]


class Terminal:
    """Shows any game, and asks for what a person wants to do."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def say(self, text: str) -> None:
        """Print a line."""
        self._console.print(text, highlight=False)

    def show_events(self, events: list[Json]) -> None:
        """Print events, one a line."""
        for event in events:
            public = event["public"]
            who = "" if public["seat"] is None else f"[bold]seat {public['seat']}[/] "
            details = ", ".join(f"{name} {describe(value)}" for name, value in public["data"].items() if plain(value))
            self.say(f"[dim]{public['position']:>4}[/] {who}{public['type']} [dim]{details}[/]")

    def show_game(self, game: Json) -> None:
        """Print the player's view of the game: shared members, then a column for each seat."""
        state = game["state"]
        shared = [f"{name} {describe(value)}" for name, value in state.items() if name != "seats" and plain(value)]
        self.say(f"[bold]{'[/] · [bold]'.join(shared)}[/]")
        table = Table()
        table.add_column()
        for seat, each in enumerate(game["seats"]):
            table.add_column(f"{seat} {each['player']['name']}" + (" (you)" if seat == game["you"] else ""))
        for name in state["seats"][0]:
            values = [each[name] for each in state["seats"]]
            if any(map(plain, values)):
                table.add_row(name, *(lines(value) for value in values))
        self._console.print(table)

    def choose(self, forms: list[Json]) -> Json:
        """Ask which action, then for each open choice which cards."""
        for number, form in enumerate(forms, 1):
            self.say(f"{number:>3}  {describe_form(form)}")
        numbers = [str(number) for number in range(1, len(forms) + 1)]
        form = forms[IntPrompt.ask("Your action", choices=numbers, show_choices=False) - 1]
        chosen = {name: list(self.pick(name, choice)) for name, choice in form.get("choose", {}).items()}
        return {name: value for name, value in form.items() if name != "choose"} | chosen

    def pick(self, name: str, choice: Json) -> Iterator[str]:
        """Ask for as many items as are to be chosen; where fewer will do, for how many."""
        left, count, fewest = dict(choice["from"]), choice["count"], choice.get("at_least")
        if fewest is not None and fewest < count:
            numbers = [str(number) for number in range(fewest, count + 1)]
            count = IntPrompt.ask(f"{name}: how many", choices=numbers)
        for number in range(1, count + 1):
            items = [item for item, number in left.items() if number]
            item = items[0]
            if len(items) > 1:
                item = Prompt.ask(f"{name} {number} of {count}", choices=items, default=item)
            left[item] -= 1
            yield item


def plain(value: Any) -> bool:
    """Whether a value is worth showing in a line."""
    if isinstance(value, Mapping):
        return any(map(plain, value.values()))
    return value not in (None, False, 0, "", []) and not (isinstance(value, str) and len(value) > 40)


def lines(value: Any) -> str:
    """A value in a cell: a list of things one below the other."""
    if isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
        return "\n".join(map(describe, value))
    return describe(value) if plain(value) else ""


def describe(value: Any) -> str:
    """A value in a line: multisets as '2×science-1, culture-2', other things by the names of their parts."""
    if isinstance(value, Mapping) and "count" not in value and all(type(each) is int for each in value.values()):
        return ", ".join(name if count == 1 else f"{count}×{name}" for name, count in value.items() if count) or "–"
    if isinstance(value, Mapping):
        parts = [(name, each) for name, each in value.items() if plain(each)]
        return ", ".join(each if isinstance(each, str) else f"{name} {describe(each)}" for name, each in parts) or "–"
    if isinstance(value, list):
        return ", ".join(map(describe, value)) or "–"
    return str(value)


def describe_form(form: Json) -> str:
    """An action with its settled fields, and what is left to choose."""
    settled = [describe(value) for name, value in form.items() if name not in ("type", "choose")]
    open_ones = [
        f"{name} {choice['at_least']} to {choice['count']}" if "at_least" in choice else f"{name} {choice['count']}"
        for name, choice in form.get("choose", {}).items()
    ]
    return " ".join([f"[bold]{form['type']}[/]", *settled, *(f"[dim]({each})[/]" for each in open_ones)])


def play(url: str, wish: Json, human: bool, seed: int | None, console: Console) -> Json:
    """Play a game to its end: seat 0 by a person if `human`, all others by chance. Answers the finished game."""
    terminal, chance = Terminal(console), random.Random(seed)
    names = [("You" if human and seat == 0 else f"Bot {seat}") for seat in range(wish["seats"])]
    players = [Player(url, name) for name in names]
    game_id = players[0].create(**wish)
    for player in players:
        player.sit(game_id)
    for player in players:
        player.open(game_id)
    terminal.say(f"Game {game_id}: {url}/v1/games/{game_id}")
    while (game := players[0].look(game_id))["status"] == "playing":
        seat = game["to_act"][0]
        if human and seat == 0:
            act_by_hand(players[0], game_id, game, terminal)
        else:
            action = chance.choice(players[seat].actions(game_id))
            terminal.show_events(players[seat].act(game_id, action)["events"])
    terminal.show_game(game)
    terminal.say(f"[bold]{describe_result(game['result'])}[/]")
    return game


def act_by_hand(player: Player, game_id: str, game: Json, terminal: Terminal) -> None:
    """Let the person act; repeat until the service accepts the action."""
    terminal.show_game(game)
    try:
        terminal.show_events(player.act(game_id, terminal.choose(player.forms(game_id)))["events"])
    except Refused as error:
        terminal.say(f"[red]{error}[/]")


def describe_result(result: Json) -> str:
    """Describe the result of the game."""
    winners = " and ".join(f"seat {seat}" for seat in result["winners"])
    points = f", points {describe_points(result['points'])}" if result["points"] else ""
    decided = f", decided by {', '.join(result['decided_by'])}" if result["decided_by"] else ""
    return f"{result['kind']}: {winners}{points}{decided}"


def describe_points(points: Json) -> str:
    """Points by seat."""
    return ", ".join(f"{seat}: {each}" for seat, each in points.items())
