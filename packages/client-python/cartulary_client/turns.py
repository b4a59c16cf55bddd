"""The steps by which a bot plays, without sending anything: each is a request to send or a choice to make."""

from collections.abc import Generator
from typing import Any, NamedTuple, TypeAlias

from cartulary_client import operations
from cartulary_client.entropy import commitment, entropy_at, entropy_of
from cartulary_client.errors import Problem
from cartulary_client.request import Request
from cartulary_client.signing import ActionKey
from cartulary_client.types import Action, Game, TakeSeat


class Choice(NamedTuple):
    """A choice of the bot's: one of these actions."""

    game: Game
    actions: list[Action]


Steps: TypeAlias = Generator[Request[Any] | Choice, Any, Game]
"""Steps that lead to a view of the game. Each is sent what it has brought, or has the problem raised in it."""

OVERTAKEN = ("stale", "lost-race")
"""Codes of problems after which the bot reads again and chooses anew."""


NO_KEY = ("scope-missing", "not-of-program")
"""Codes of problems of a token that may give the seat no key."""


class Turns:
    """The steps of one bot."""

    def __init__(self, secret: bytes, signs: bool) -> None:
        self.secret = secret
        self.signs = signs

    def sit_down(self, id: str, seat: int | None, invite: str | None) -> Steps:
        """Take a seat, unless the bot holds one already."""
        game: Game = yield operations.read_game(id, invite=invite)
        while game["you"] is None:
            try:
                seated = yield operations.take_seat(id, self.contribution(game, seat, invite))
                game = seated["game"]
            except Problem as refusal:
                # Somebody else was faster; with a commitment the seat has to be named.
                if refusal.rule != "seat.taken" or seat is not None:
                    raise
                game = yield operations.read_game(id, invite=invite)
        return game

    def contribution(self, game: Game, seat: int | None, invite: str | None) -> TakeSeat:
        """Return what to sit down with: entropy, or a commitment to it where the game wants one."""
        if game["options"].get("fairness") != "commit":
            shown = entropy_at(self.secret, game["id"], game["version"])
            return {"seat": seat, "entropy": shown.hex(), "invite": invite}
        if seat is None:
            seat = next((each["seat"] for each in game["seats"] if each["player"] is None), 0)
        entropy = entropy_of(self.secret, game["id"])
        return {"seat": seat, "commitment": commitment(game["id"], seat, entropy), "invite": invite}

    def take_turns(self, id: str, last_event_id: str | None = None) -> Steps:
        """Do what the game waits for: open the entropy, or act until it is somebody else's turn."""
        game: Game = yield operations.read_game(id, last_event_id=last_event_id)
        while True:
            if must_open(game):
                game = yield from self.open_entropy(game)
            elif game["you"] in game["to_act"]:
                key = ActionKey.of_game(self.secret, id) if self.signs else None
                if key is not None and not key.is_given(game):
                    game = yield from self.give_key(game, key)
                else:
                    game = yield from self.act(game, key)
            else:
                return game

    def open_entropy(self, game: Game) -> Steps:
        """Reveal the bytes that the seat has committed to."""
        entropy = entropy_of(self.secret, game["id"]).hex()
        try:
            # Sent twice it opens once, so that it may have a key and be repeated.
            opened = yield operations.open_entropy(game["id"], {"entropy": entropy}).with_key()
        except Problem as refusal:
            if refusal.rule != "opening.done":
                raise
            opened = {"game": (yield operations.read_game(game["id"]))}
        view: Game = opened["game"]
        return view

    def give_key(self, game: Game, key: ActionKey) -> Steps:
        """Give the key by which the seat signs from then on; play unsigned if the token may not give one."""
        view: Game
        try:
            given = yield operations.act(game["id"], key.gift())
            view = given["game"]
        except Problem as refusal:
            if refusal.code not in NO_KEY:
                raise
            self.signs = False
            view = yield operations.read_game(game["id"])
        return view

    def act(self, game: Game, key: ActionKey | None) -> Steps:
        """Choose one action on this view and take it; read again if the game has gone on meanwhile."""
        legal = yield operations.list_actions(game["id"], expand=True)
        view: Game
        try:
            if legal["version"] == game["version"]:
                action = yield Choice(game, legal["actions"])
                signature = None if key is None else key.sign(game, action)
                accepted = yield operations.act(
                    game["id"], action, if_match=game["version"], action_signature=signature
                )
                view = accepted["game"]
                return view
        except Problem as refusal:
            if refusal.code not in OVERTAKEN:
                raise
        view = yield operations.read_game(game["id"])
        return view


def must_open(game: Game) -> bool:
    """Whether the game waits for the bytes of the caller's seat."""
    openings = game["openings"]
    return openings is not None and game["you"] in openings["awaited"]
