"""A token opens its own and nothing else: every operation of the contract, asked for by everybody.

Ann opened the games and sits at seat 0, Ben sits at seat 1, Eve looks on; what an address names is Ann's. A new
operation needs a line in `ROWS`.
"""

import json
from typing import Any, Final, NamedTuple

import pytest

from tests.service.client import Client, Player, body_of, contract, operations
from tests.service.program import BACK, Program

ORDER: Final = {"condition": {"kind": "end_turn"}}
HOOK: Final = {"url": "https://1.1.1.1/"}
UNTIL: Final = "2100-01-01T00:00:00Z"


class Row(NamedTuple):
    """What the same request is answered, sent by Ann, Ben, Eve, and by Eve where the game is private."""

    ann: int
    ben: int
    eve: int
    outside: int | None = None
    body: Any = None
    game: str = "game"
    """Which of Ann's games it is about."""


EVERYBODY: Final = Row(200, 200, 200, 404)
"""Whoever may look on."""
OWN_ID: Final = (404, 404)
"""What is Ann's there is not for others."""

ROWS: Final = {
    "create_game": Row(201, 201, 201, body={"game": "carta-impera-victoria", "seats": 2}),
    "list_games": Row(200, 200, 200),
    "read_game": EVERYBODY,
    "change_game": Row(200, 403, 403, 404, {"title": "Friday"}, game="table"),
    "close_game": Row(204, 403, 403, 404, game="table"),
    "read_state": EVERYBODY,
    "read_states": EVERYBODY,
    "draw_state": EVERYBODY,
    "take_seat": Row(409, 409, 201, 404, game="table"),
    "leave_seat": Row(204, 403, 403, 404, game="table"),
    "open_entropy": Row(422, 422, 403, 404, {"entropy": "0" * 64}),
    "agree_to_rules": Row(422, 422, 403, 404, {"revision": 2}),
    "list_events": EVERYBODY,
    "list_actions": EVERYBODY,
    # Ben is asked before Ann, and the game is over then.
    "act": Row(422, 201, 403, 404, {"type": "resign"}),
    "read_audit": EVERYBODY,
    # The game is not over.
    "request_analysis": Row(409, 409, 409, 404),
    "read_analysis": Row(404, 404, 404, 404),
    "export_games": Row(200, 200, 200),
    # It takes lines, and stores nothing.
    "replay_bundle": Row(415, 415, 415),
    "search_archive": Row(200, 200, 200),
    "read_archive_figures": Row(200, 200, 200),
    "read_oembed": Row(422, 422, 422),
    "read_integrity": Row(200, 200, 200),
    "read_log_checkpoint": Row(200, 200, 200),
    "add_cosignature": Row(404, 404, 404, None, {"size": 2**53 - 1, "line": "x"}),
    # No log is so large that it has this tile.
    "read_log_tile": Row(404, 404, 404),
    "list_catalogue": Row(200, 200, 200),
    "read_catalogue": Row(200, 200, 200),
    "read_event_schema": Row(200, 200, 200),
    "read_chat": EVERYBODY,
    "send_message": Row(201, 201, 403, 404, {"text": "Hello."}),
    "erase_message": Row(204, *OWN_ID, 404),
    "set_chat_cursor": Row(204, 204, 204, 404, {"message": 1}),
    "read_feed": Row(200, 200, 200),
    "fork_game": Row(201, 201, 201, 404, {}),
    "create_invite": Row(201, 201, 201, 404),
    "list_invites": EVERYBODY,
    "read_invitation": Row(422, 422, 422),
    "revoke_invite": Row(204, *OWN_ID, 404),
    "read_push_key": Row(200, 200, 200),
    "list_received_invites": Row(200, 200, 200),
    "decline_invite": Row(404, 404, 404),
    "create_rematch": Row(409, 409, 403, 404),
    "read_rematch": Row(404, 404, 404, 404),
    # Nobody has consented.
    "create_tables": Row(403, 403, 403),
    "list_organisers": Row(200, 200, 200),
    "allow_organiser": Row(204, 204, 204),
    "withdraw_organiser": Row(404, 404, 404),
    "list_mutes": Row(200, 200, 200),
    "mute_player": Row(204, 204, 204),
    "unmute_player": Row(404, 404, 404),
    "list_notes": EVERYBODY,
    "set_note": Row(200, 200, 200, 404, {"text": "Mine."}),
    "delete_note": Row(204, *OWN_ID, 404),
    "read_notices": Row(200, 200, 200),
    "set_notices": Row(200, 200, 200, body={"email": None}),
    "confirm_notices": Row(422, 422, 422, body={"code": "none"}),
    "lead_to_unsubscription": Row(303, 303, 303),
    "unsubscribe": Row(204, 204, 204),
    "create_calendar": Row(201, 201, 201),
    "delete_calendar": Row(404, 404, 404),
    "read_calendar": Row(404, 404, 404),
    "list_orders": Row(200, 200, 403, 404),
    "give_order": Row(201, 201, 403, 404, ORDER),
    "withdraw_order": Row(204, *OWN_ID, 404),
    "try_order": Row(200, 200, 403, 404, ORDER),
    "read_player": Row(200, 200, 200),
    "register_client": Row(201, 201, 201, body={"client_name": "Table", "redirect_uris": [BACK]}),
    "read_client": Row(200, 200, 200),
    "read_authorization": Row(422, 422, 422),
    "create_consent": Row(201, 201, 201),
    "list_consents": Row(200, 200, 200),
    "end_consent": Row(204, *OWN_ID),
    # What they take is a form, and what a form says does not depend on who sends it.
    "issue_tokens": Row(415, 415, 415),
    "revoke_oauth_token": Row(415, 415, 415),
    "search_players": Row(422, 422, 422),
    "change_me": Row(200, 200, 200, body={"bot": True}),
    "create_player": Row(201, 201, 201, body={"name": "Fay"}),
    "read_me": Row(200, 200, 200),
    "delete_me": Row(422, 422, 422),
    "list_turns": Row(200, 200, 200),
    "list_tokens": Row(200, 200, 200),
    "list_rights": Row(200, 200, 200),
    "create_token": Row(201, 201, 201),
    "rotate_token": Row(201, *OWN_ID),
    "revoke_token": Row(204, *OWN_ID),
    "revoke_other_tokens": Row(204, 204, 204),
    "create_recovery_codes": Row(201, 201, 201),
    "recover_account": Row(422, 422, 422, body={"handle": "nobody", "code": "none"}),
    # The service of the tests sends no mail.
    "mail_recovery_code": Row(409, 409, 409, body={"handle": "nobody"}),
    "export_me": Row(200, 200, 200),
    "list_delegations": Row(200, 200, 200),
    "create_delegation": Row(201, 201, 201),
    "revoke_delegation": Row(204, *OWN_ID),
    "read_since": EVERYBODY,
    "set_cursor": Row(204, 204, 204, 404, {"version": 1}),
    "create_webhook": Row(201, 201, 201),
    "list_webhooks": Row(200, 200, 200),
    "read_webhook": Row(200, *OWN_ID),
    "change_webhook": Row(200, *OWN_ID, body={"enabled": False}),
    "delete_webhook": Row(204, *OWN_ID),
    "list_deliveries": Row(200, *OWN_ID),
    "redeliver": Row(202, *OWN_ID),
    "try_webhook": Row(202, *OWN_ID),
}
STREAMS: Final = {"follow_my_games"}
"""Has an answer without an end, and tells of games where one sits."""


class World:
    """What there is of Ann's, and who asks for it."""

    def __init__(self, base: str, *, private: bool = False) -> None:
        self.base = base
        self.ann, self.ben, self.eve, self.dan = (Player(base, name) for name in ("Ann", "Ben", "Eve", "Dan"))
        self.ids = {"game": self.begun(private), "table": self.opened(private)}

    def opened(self, private: bool) -> str:
        """A table at which Ann sits."""
        game = self.ann.new_game(private=private)
        body_of(self.ann.sit(game, seat=0), 201)
        return game

    def begun(self, private: bool) -> str:
        """A game of Ann and Ben."""
        game = self.opened(private)
        code = body_of(self.ann.post(f"/games/{game}/invites"), 201)["code"]
        body_of(self.ben.sit(game, seat=1, **({"invite": code} if private else {})), 201)
        return game

    def consent(self) -> str:
        """A consent of Ann's."""
        Program(self.base).sign_in(self.ann)
        consent: str = body_of(self.ann.get("/me/consents"), 200)["consents"][-1]["id"]
        return consent

    def values(self, path: str, row: Row) -> dict[str, Any]:
        """What the address of an operation names, made by Ann if it is not there."""
        game, ann = self.ids[row.game], self.ann
        made: dict[str, Any] = {"version": 1, "seat": 0, "game": "carta-impera-victoria", "code": "none"}
        made |= {"player": self.dan.id, "id": game, "type": "GameStarted", "v": 1, "tile": "9%2F000"}
        if "/me/tokens/" in path:
            made["id"] = body_of(ann.post("/me/tokens"), 201)["id"]
        if "/oauth/clients/" in path:
            made["id"] = Program(self.base).id
        if "/me/consents/" in path:
            made["id"] = self.consent()
        if "/me/delegations/" in path:
            made["id"] = body_of(ann.post("/me/delegations", {"player": self.dan.id, "until": UNTIL}), 201)["id"]
        if "{invite}" in path:
            made["invite"] = body_of(ann.post(f"/games/{game}/invites"), 201)["id"]
        if "{order}" in path:
            made["order"] = body_of(ann.post(f"/games/{game}/orders", ORDER), 201)["id"]
        if "/chat/" in path or path.endswith("/chat-cursor"):
            made["message"] = body_of(ann.post(f"/games/{game}/chat", {"text": "Hello."}), 201)["id"]
        if "/notes/" in path:
            body_of(ann.send("PUT", f"/games/{game}/notes/1", json={"text": "Mine."}), 200)
        if "{webhook}" in path:
            made["webhook"] = body_of(ann.post("/webhooks", {**HOOK, "games": [game]}), 201)["id"]
        if "{delivery}" in path:
            made["delivery"] = body_of(ann.post(f"/webhooks/{made['webhook']}/test"), 202)["id"]
        return made


def asked(client: Client, method: str, path: str, values: dict[str, Any], body: Any) -> int:
    """What the request is answered."""
    address = path.removeprefix("/v1").format(**values)
    return client.send(method, address, **({} if method == "GET" else {"json": body or {}})).status_code


def body_for(name: str, row: Row, world: World) -> Any:
    """The body of an operation, which may name somebody."""
    named = {
        "create_delegation": {"player": world.dan.id, "until": UNTIL},
        "create_consent": Program(world.base).ask(),
        "create_tables": {
            "tag": "autumn",
            "tables": [{"game": "carta-impera-victoria", "seats": [world.dan.id, world.ids["game"]]}],
        },
        "create_webhook": {**HOOK, "games": [world.ids["game"]]},
    }
    return named.get(name, row.body)


EVERY_OPERATION: Final = [
    (method.upper(), path, each["operationId"])
    for path, methods in contract()["paths"].items()
    for method, each in methods.items()
    if each["operationId"] not in STREAMS
]


def test_every_operation_has_its_row() -> None:
    assert {each.id for each in operations().values()} == ROWS.keys() | STREAMS


@pytest.mark.parametrize(("method", "path", "name"), EVERY_OPERATION)
def test_only_the_owner_may_manage_their_resources(served: str, method: str, path: str, name: str) -> None:
    row, world = ROWS[name], World(served)
    values, body = world.values(path, row), body_for(name, row, world)
    answers = [asked(each, method, path, values, body) for each in (world.eve, world.ben, world.ann)]
    assert answers == [row.eve, row.ben, row.ann]


@pytest.mark.parametrize(("method", "path", "name"), [each for each in EVERY_OPERATION if ROWS[each[2]].outside])
def test_a_private_game_is_invisible_to_uninvited_players(served: str, method: str, path: str, name: str) -> None:
    row, world = ROWS[name], World(served, private=True)
    values, body = world.values(path, row), body_for(name, row, world)
    assert asked(world.eve, method, path, values, body) == row.outside


def test_the_stream_of_ones_games_tells_of_those_alone(served: str) -> None:
    world = World(served)
    with world.eve.following("/me/events") as mine:
        other = world.eve.new_game()
        body_of(world.ben.act(world.ids["game"], {"type": "resign"}), 201)
        body_of(world.eve.sit(other), 201)
        assert json.loads(next(iter(mine)).data)["game"] == other
