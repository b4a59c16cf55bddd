"""One game as one audience lives through it by HTTP: everything that it is ever answered."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from cartulary.i18n.catalogues import LANGUAGES
from cartulary.kernel.codec import action_json
from cartulary_service.api.viewpoints import NAMES as VIEWPOINTS
from cartulary_service.subjects.notices.webhooks import FORMATS
from tests.secrecy.answers import Answer
from tests.secrecy.frozen import Frozen
from tests.secrecy.worlds import Acted, Audience, Deal
from tests.service.client import operation

NDJSON: Final = {"Accept": "application/x-ndjson"}
STREAM: Final = {"Accept": "text/event-stream"}
TEXT: Final = {"Accept": "text/plain"}
CACHED: Final[list[tuple[str, Mapping[str, str]]]] = [
    ("", {}),
    ("", TEXT),
    ("/since?after=0&limit=500", {}),
    ("/actions", {}),
    ("/events", {}),
    ("/events", NDJSON),
    ("/events?changes=true", NDJSON),
    ("/events?changes=true&as=spectator", NDJSON),
    ("/events?changes=true&as=0", NDJSON),
    ("/events?changes=true&as=1", NDJSON),
    ("/events?changes=true&as=everything", NDJSON),
    ("/states", {}),
    ("/audit", {}),
    ("/states/{version}", {}),
    ("/states/{version}.svg", {}),
    ("/states/{version}?as=spectator", {}),
    ("/states/{version}?as=everything", {}),
    ("/states/{version}.svg?as=spectator", {}),
    ("/states/{version}.svg?as=everything", {}),
]
"""What is read through a cache, by path and headers."""
NOT_ALLOWED: Final[list[Any]] = [
    {"type": "nothing"},
    {},
    {"type": "resign", "seat": 1},
    [],
    {"type": "take_back", "version": 1},
    {"type": "keep_seat"},
    {"type": "free_seat", "seat": 0},
]
REPEATED: Final = 6
"""How many actions are sent again."""
UNTIL: Final = "2100-01-01T00:00:00Z"
BROWSER_KEYS: Final = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Of the browser in the example of RFC 8291."""
END_TURN: Final = {"condition": {"kind": "end_turn"}}
TURN: Final = {"condition": {"kind": "version", "version": 10_000}, "action": {"type": "resign"}}


PASTS: Final = ("removed", "left", "delegate", "declined")
"""How an onlooker has been at the table: in a seat from which they were removed or which they left, as a delegate whose
delegation has ended, or by an invitation that they declined."""
MOST_SAID: Final = 2_000
"""Characters of a message."""


class Scene(NamedTuple):
    """A game, what is done in it, and who looks."""

    deal: Deal
    acts: Sequence[Acted]
    audience: Audience
    stands_in: bool = False
    """Whether who looks holds the seat only for a time, for another."""
    past: str = ""
    """What an onlooker was before the game began, one of PASTS."""


class Transcript:
    """Plays a scene in one world; keeps every answer that its audience gets."""

    def __init__(self, world: Frozen, scene: Scene) -> None:
        self.world = world
        self.scene = scene
        self.answers: list[tuple[str, Answer]] = []
        self.touched: set[str] = set()
        """Operations that the audience called."""
        seats = range(scene.deal.setup.seats)
        self.players = [self.registered(f"Player {seat}") for seat in seats]
        self.onlooker = self.registered("Onlooker")
        self.deputy = self.registered("Deputy")
        self.owner = self.onlooker if scene.audience is None else self.players[scene.audience]
        self.me = self.deputy if scene.stands_in else self.owner
        self.game = ""

    def registered(self, name: str) -> dict[str, Any]:
        """A new player, with the token."""
        return body_of(self.world.ask("POST", "/players", json={"name": name}))

    def ask(self, method: str, path: str, **more: Any) -> Answer:
        """The audience asks something, and keeps the answer."""
        answer = self.world.ask(method, path, self.me["token"], **more)
        self.keep(method, path, answer, more)
        return answer

    def anybody(self, method: str, path: str, **more: Any) -> Answer:
        """The same without a token."""
        answer = self.world.ask(method, path, **more)
        self.keep(method, path, answer, more)
        return answer

    def keep(self, method: str, path: str, answer: Answer, more: Mapping[str, Any]) -> None:
        """Write an answer down."""
        called = operation(method, f"/v1{path}".partition("?")[0])
        if called is not None:
            self.touched.add(called.id)
        self.answers.append((f"{method} {path} {more or ''}", answer))

    def run(self) -> Iterator[tuple[str, Answer]]:
        """From the empty table to the last act; then everything that can be asked is asked."""
        for step in (
            self.open_table, self.want_news, self.have_been_there, self.sit, self.play, self.look, self.read_at,
            self.follow, self.think, self.share_a_cache, self.try_what_is_not_allowed, self.talk_in_teams, self.talk,
            self.plan, self.own_things, self.imagine, self.hear_news, self.hand_over,
        ):  # fmt: skip
            step()
            yield from self.answers
            self.answers.clear()

    # The game

    def open_table(self) -> None:
        """The audience opens the table, unless another has to, who can remove the audience."""
        setup = self.scene.deal.setup
        wish = {"game": self.scene.deal.game.id, "edition": setup.edition, "seats": setup.seats}
        options = dict(setup.options)
        self.world.hiding = True
        self.creator = self.players[0] if self.scene.past else self.me
        answer = self.world.ask("POST", "/games", self.creator["token"], json={**wish, "options": options})
        self.keep("POST", "/games", answer, wish)
        self.world.hiding = False
        self.game = f"/games/{body_of(answer)['id']}"
        self.id = body_of(answer)["id"]

    def have_been_there(self) -> None:
        """The onlooker is at the table for a while."""
        creator, me = self.creator["token"], self.me["token"]
        match self.scene.past:
            case "removed" | "left" as how:
                self.ask("POST", f"{self.game}/seats", json={"seat": 0, "entropy": "0" * 64})
                self.ask("GET", self.game)
                gone = self.world.ask("DELETE", f"{self.game}/seats/0", creator if how == "removed" else me)
                assert gone.status == 204, gone
            case "delegate":
                wish = {"player": self.me["id"], "until": UNTIL}
                given = body_of(self.world.ask("POST", "/me/delegations", creator, json=wish))["id"]
                self.ask("GET", "/me/delegations")
                self.world.ask("DELETE", f"/me/delegations/{given}", creator)
            case "declined":
                self.world.ask("POST", f"{self.game}/invites", creator, json={"player": self.me["id"]})
                (invite,) = body_of(self.ask("GET", "/me/invites"))["invites"]
                self.ask("DELETE", f"/me/invites/{invite['id']}")

    def sit(self) -> None:
        for seat, player in enumerate(self.players):
            body = {"seat": seat, "entropy": self.scene.deal.entropy[seat].hex()}
            answer = self.world.ask("POST", f"{self.game}/seats", player["token"], json=body)
            assert answer.status == 201, answer
            if player is self.me:
                self.keep("POST", f"{self.game}/seats", answer, {})
        if self.scene.stands_in:
            delegation = {"player": self.deputy["id"], "until": UNTIL}
            self.world.ask("POST", "/me/delegations", self.owner["token"], json=delegation)

    def play(self) -> None:
        etag = '"0"'
        for number, (seat, action) in enumerate(self.scene.acts):
            self.ask("POST", f"{self.game}/actions?dry_run=true", json=action_json(action))
            headers = {"Idempotency-Key": f"act-{number}"}
            actor = self.me if seat == self.scene.audience else self.players[seat]
            body = action_json(action)
            answer = self.world.ask("POST", f"{self.game}/actions", actor["token"], json=body, headers=headers)
            assert answer.status == 201, answer
            if actor is self.me:
                self.keep("POST", f"{self.game}/actions", answer, {"json": body})
            self.ask("GET", f"{self.game}/actions")
            seen = self.ask("GET", self.game, headers={"If-None-Match": etag})
            etag = dict(seen.headers)["ETag"]
        self.version = body_of(self.ask("GET", self.game))["version"]

    # What is asked

    def look(self) -> None:
        """At the game as it is."""
        self.ask("GET", self.game)
        self.ask("HEAD", self.game)
        self.ask("GET", self.game, headers={"If-None-Match": f'"{self.version}"'})
        for language in LANGUAGES:
            self.ask("GET", self.game, headers={**TEXT, "Accept-Language": language})
            self.ask("GET", f"{self.game}/since?after=0&limit=500", headers={"Accept-Language": language})
        self.ask("GET", f"{self.game}?invite=none")
        self.ask("GET", "/games")
        self.ask("GET", f"/games?status=playing&game={self.scene.deal.game.id}&limit=1")
        self.ask("GET", f"/games?player={self.players[0]['id']}")
        self.ask("GET", "/games?clock=none&seats=2&language=en&limit=1")
        self.ask("GET", "/archive")
        self.ask("GET", "/me/turns")
        at = f"/states/{self.version}"
        for path in ("", "/since", "/events", "/actions", "/audit", at, f"{at}.svg", "/chat", "/analysis"):
            self.anybody("GET", f"{self.game}{path}")
        self.anybody("GET", f"/oembed?url=http://localhost/replay?game={self.id}")
        self.anybody("GET", self.game, headers=TEXT)
        self.anybody("GET", "/archive/figures")
        self.anybody("GET", "/integrity")
        self.anybody("GET", "/log/checkpoint")
        self.anybody("GET", "/log/tile/entries%2F000")
        self.anybody("POST", "/log/cosignatures", json={"size": 2**53 - 1, "line": "x"})
        self.anybody("GET", f"{self.game}/audit?log=true")
        self.anybody("GET", "/catalogue")
        self.anybody("GET", f"/catalogue/{self.scene.deal.game.id}")
        self.anybody("GET", f"/catalogue/{self.scene.deal.game.id}/events/GameStarted/1")

    def share_a_cache(self) -> None:
        """The audience reads the game through a cache in which everybody else's answers lie, first those of seats."""
        others = [*(each["token"] for each in (*self.players, self.onlooker) if each is not self.me), None]
        for path, headers in CACHED:
            cache, where = self.world.cache(), f"{self.game}{path.format(version=self.version)}"
            for other in others:
                cache.get(where, other, headers)
            answer = cache.get(where, self.me["token"], headers)
            self.answers.append((f"GET {where} {headers} by a shared cache", answer))

    def read_at(self) -> None:
        """At how it was."""
        for version in sorted({1, 2, self.version // 2, self.version - 1, self.version}):
            self.ask("GET", f"{self.game}/states/{version}")
            self.ask("HEAD", f"{self.game}/states/{version}")
            self.ask("GET", f"{self.game}/states/{version}.svg")
            for eyes in VIEWPOINTS:
                self.ask("GET", f"{self.game}/states/{version}?as={eyes}")
                self.ask("GET", f"{self.game}/states/{version}.svg?as={eyes}")
        self.ask("GET", f"{self.game}/states/{self.version + 1}")
        self.ask("GET", f"{self.game}/states?from=1&to={self.version}")
        self.ask("HEAD", f"{self.game}/states")
        self.ask("GET", f"{self.game}/audit")
        self.ask("HEAD", f"{self.game}/audit")
        self.ask("POST", f"{self.game}/analysis")
        self.ask("GET", f"{self.game}/analysis")
        self.ask("GET", "/export?limit=50")

    def follow(self) -> None:
        """The record, in every form."""
        for after in range(0, self.version, 20):
            self.ask("GET", f"{self.game}/events?after={after}&limit=20")
            self.ask("GET", f"{self.game}/events?after={after}&limit=20&changes=true")
        self.ask("GET", f"{self.game}/events", headers=NDJSON)
        self.ask("HEAD", f"{self.game}/events", headers=NDJSON)
        self.ask("GET", f"{self.game}/events", headers=STREAM)
        self.ask("GET", f"{self.game}/events", headers={**STREAM, "Last-Event-ID": str(self.version // 2)})
        self.ask("GET", f"{self.game}/events?limit=0")
        before = f"3-{self.id}-0"
        for form in ({}, NDJSON, STREAM):
            self.ask("GET", f"/feed?after={before}", headers=form)
        self.ask("GET", "/me/events", headers={**STREAM, "Last-Event-ID": before})

    def think(self) -> None:
        """What could be done, and what would come of it."""
        legal = self.ask("GET", f"{self.game}/actions")
        self.ask("GET", f"{self.game}/actions?expand=true")
        for form in body_of(legal)["actions"][:6] if legal.status == 200 else []:
            action = {name: value for name, value in form.items() if name != "choose"}
            for name, choice in form.get("choose", {}).items():
                items = sorted(item for item, number in choice["from"].items() for _ in range(number))
                action[name] = items[: choice["count"]]
            self.ask("POST", f"{self.game}/actions?dry_run=true", json=action)

    def try_what_is_not_allowed(self) -> None:
        """Every refusal says the same."""
        actions = f"{self.game}/actions"
        for _, action in self.scene.acts[:: max(1, len(self.scene.acts) // 6)]:
            stale = {"If-Match": '"1"'}
            self.ask("POST", actions, json=action_json(action), headers=stale)
            self.ask("POST", f"{actions}?dry_run=true", json=action_json(action))
        for number, (seat, action) in enumerate(self.scene.acts[:REPEATED]):
            headers = {"Idempotency-Key": f"act-{number}"}
            if seat == self.scene.audience:
                self.ask("POST", actions, json=action_json(action), headers=headers)
                self.ask("POST", actions, json={"type": "resign"}, headers=headers)
            else:
                self.ask("POST", actions, json=action_json(action), headers={**headers, "If-Match": '"1"'})
        for body in NOT_ALLOWED:
            self.ask("POST", f"{actions}?dry_run=true", json=body)
            self.ask("POST", actions, json=body, headers={"If-Match": '"1"'})
        self.ask("POST", actions, data=b"{")
        self.ask("POST", f"{self.game}/seats", json={"entropy": "0" * 64})
        self.ask("DELETE", f"{self.game}/seats/0")
        self.ask("PATCH", self.game, json={"title": "Friday"})
        self.ask("DELETE", self.game)
        self.ask("POST", f"{self.game}/openings", json={"entropy": "0" * 64})
        self.ask("POST", f"{self.game}/rules", json={"revision": 2})
        self.ask("POST", f"{self.game}/rematch")
        self.ask("GET", f"{self.game}/rematch")
        self.ask("DELETE", "/me")
        self.ask("PUT", self.game)
        self.ask("GET", "/nothing")

    def talk_in_teams(self) -> None:
        """Seats of other teams tell their partners what they hold, which may differ between the worlds."""
        game, setup, seats = self.scene.deal.game, self.scene.deal.setup, range(len(self.players))
        teams = [game.chat_team(setup, seat) for seat in seats]
        own = None if self.scene.audience is None else teams[self.scene.audience]
        for seat in (seat for seat in seats if teams[seat] not in (None, own)):
            token = self.players[seat]["token"]
            hand = body_of(self.world.ask("GET", self.game, token))["state"]["seats"][seat]
            text = json.dumps(hand, sort_keys=True)[:MOST_SAID]
            said = self.world.ask("POST", f"{self.game}/chat?team=true", token, json={"text": text})
            assert said.status == 201, said
        self.ask("GET", f"{self.game}/chat?team=true")
        self.ask("GET", f"{self.game}/chat?team=true&after=0", headers=STREAM)
        self.ask("PUT", f"{self.game}/chat-cursor?team=true", json={"message": 1})
        self.anybody("GET", f"{self.game}/chat?team=true")

    def talk(self) -> None:
        """Chat, notes, mutes."""
        said = self.ask("POST", f"{self.game}/chat", json={"text": "Hello."})
        self.ask("GET", f"{self.game}/chat")
        self.ask("PUT", f"{self.game}/chat-cursor", json={"message": 1})
        self.ask("GET", f"{self.game}/chat?after=0", headers=STREAM)
        if said.status == 201:
            self.ask("DELETE", f"{self.game}/chat/{body_of(said)['id']}")
        else:
            self.ask("DELETE", f"{self.game}/chat/00000000-0000-7000-8000-000000000000")
        self.ask("PUT", f"{self.game}/notes/1", json={"text": "Mine."})
        self.ask("GET", f"{self.game}/notes")
        self.ask("DELETE", f"{self.game}/notes/1")
        self.ask("PUT", f"/me/organisers/{self.onlooker['id']}")
        self.ask("GET", "/me/organisers")
        self.ask("DELETE", f"/me/organisers/{self.onlooker['id']}")
        table = {"game": self.scene.deal.game.id, "seats": [each["id"] for each in self.players]}
        self.ask("POST", "/tables", json={"tag": "autumn", "tables": [table]})
        self.ask("GET", "/games?tag=autumn")
        self.ask("PUT", f"/me/mutes/{self.onlooker['id']}")
        self.ask("GET", "/me/mutes")
        self.ask("DELETE", f"/me/mutes/{self.onlooker['id']}")

    def plan(self) -> None:
        """Standing orders, and how they would have gone."""
        for order in (END_TURN, TURN, {"condition": {"kind": "only_action"}}):
            given = self.ask("POST", f"{self.game}/orders", json=order)
            self.ask("GET", f"{self.game}/orders")
            made = body_of(given).get("id", "00000000-0000-7000-8000-000000000000")
            self.ask("POST", f"{self.game}/trials", json=order)
            self.ask("DELETE", f"{self.game}/orders/{made}")

    def own_things(self) -> None:
        """What has nothing to do with the game must not have, either."""
        self.ask("GET", "/me")
        self.ask("PATCH", "/me", json={"bot": False})
        self.ask("GET", "/players?handle=player&limit=1")
        self.anybody("GET", f"/players/{self.onlooker['id']}")
        self.ask("GET", "/me/export")
        self.ask("PUT", f"{self.game}/cursor", json={"version": 1})
        token = body_of(self.ask("POST", "/me/tokens", json={"scopes": ["read"]}))["id"]
        other = body_of(self.ask("POST", f"/me/tokens/{token}/rotation"))["id"]
        self.ask("GET", "/me/tokens")
        self.ask("GET", "/me/rights")
        self.ask("DELETE", f"/me/tokens/{other}")
        self.recover()
        self.sign_in_elsewhere()
        delegation = {"player": self.registered("Deputy")["id"], "until": UNTIL}
        made = body_of(self.ask("POST", "/me/delegations", json=delegation))["id"]
        self.ask("GET", "/me/delegations")
        self.ask("DELETE", f"/me/delegations/{made}")
        invite = body_of(self.ask("POST", f"{self.game}/invites"))
        self.anybody("GET", f"{self.game}/invitation?code={invite['code']}")
        self.anybody("GET", f"{self.game}/invitation?code=none")
        self.ask("GET", f"{self.game}/invites")
        self.ask("DELETE", f"{self.game}/invites/{invite['id']}")
        self.ask("POST", f"{self.game}/invites", json={"player": self.onlooker["id"]})
        self.ask("GET", "/me/invites")
        self.ask("DELETE", f"/me/invites/{invite['id']}")
        code = body_of(self.ask("POST", "/me/calendar"))["path"].rpartition("/")[2]
        self.anybody("GET", f"/calendars/{code}")
        self.ask("DELETE", "/me/calendar")
        self.anybody("POST", "/players", json={"name": "Another"})
        self.anybody("POST", "/replays", data=b"{}", headers={"Content-Type": "application/x-ndjson"})
        self.anybody("GET", "/unsubscriptions/none")
        self.anybody("POST", "/unsubscriptions/none")

    def hand_over(self) -> None:
        """A substitute takes the seat, and the audience looks on from outside; whoever only watched still does."""
        seat = self.scene.audience or 0
        substitute, giver = self.registered("Substitute")["token"], self.players[seat]["token"]
        offered = self.world.ask("POST", f"{self.game}/actions", giver, json={"type": "offer_seat"})
        if offered.status != 201:
            return
        self.ask("GET", self.game)
        self.ask("GET", "/games?substitute=true")
        taken = self.world.ask("POST", f"{self.game}/seats", substitute, json={"seat": seat})
        assert taken.status == 201, taken
        version = body_of(taken)["game"]["version"]
        for path in ("", "/actions", "/events", "/since?after=0", "/audit", f"/states/{version}", "/notes", "/orders"):
            self.ask("GET", f"{self.game}{path}")
        self.ask("POST", f"{self.game}/seats", json={"seat": seat})
        self.ask("GET", f"{self.game}/states?from=1&to={version}")
        self.ask("GET", f"{self.game}/events?changes=true", headers=NDJSON)
        self.ask("GET", "/me/turns")

    def recover(self) -> None:
        """A lost token, replaced by a code that was kept and by one that is mailed."""
        handle = body_of(self.ask("GET", "/me"))["handle"]
        (code, *_) = body_of(self.ask("POST", "/me/recovery-codes"))["codes"]
        wish = {"handle": handle, "code": code}
        for _ in range(2):
            self.anybody("POST", "/recoveries", json=wish)
        self.anybody("POST", "/recoveries/mail", json={"handle": handle})
        (mail,) = self.world.mailed()
        self.answers.append(("mailed", Answer(200, (), str(mail).encode())))
        mailed = mail.text.splitlines()[3].rpartition(" ")[2]
        self.anybody("POST", "/recoveries", json={"handle": handle, "code": mailed})
        self.ask("DELETE", "/me/tokens")

    def sign_in_elsewhere(self) -> None:
        """A program of others, let in and sent away again."""
        back, verifier = "http://127.0.0.1/back", "v" * 43
        program = {"client_name": "Table", "redirect_uris": [back]}
        client = body_of(self.anybody("POST", "/oauth/clients", json=program))["client_id"]
        challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
        wish = {"response_type": "code", "client_id": client, "redirect_uri": back}
        wish |= {"code_challenge": challenge, "code_challenge_method": "S256"}
        self.anybody("GET", f"/oauth/clients/{client}")
        self.anybody("GET", f"/oauth/authorization?{urlencode(wish)}")
        there = body_of(self.ask("POST", "/me/consents", json=wish))["redirect_to"]
        form = {"grant_type": "authorization_code", "client_id": client, "redirect_uri": back}
        form |= {"code": parse_qs(urlsplit(there).query)["code"][0], "code_verifier": verifier}
        tokens = body_of(self.anybody("POST", "/oauth/tokens", data=form))
        consent = body_of(self.ask("GET", "/me/consents"))["consents"][0]["id"]
        self.anybody("POST", "/oauth/revocations", data={"token": tokens["refresh_token"], "client_id": client})
        self.ask("DELETE", f"/me/consents/{consent}")

    def imagine(self) -> None:
        """A fork of the game, seen to its end."""
        fork = self.ask("POST", f"{self.game}/forks", json={})
        if fork.status != 201:
            return
        there = f"/games/{body_of(fork)['id']}"
        code = body_of(self.ask("POST", f"{there}/invites"))["code"]
        for seat, player in enumerate(self.players):
            self.world.ask("POST", f"{there}/seats", player["token"], json={"seat": seat, "invite": code})
        self.ask("GET", there)
        for player in self.players:
            self.world.ask("POST", f"{there}/actions", player["token"], json={"type": "resign"})
        self.ask("GET", there)
        self.ask("GET", f"{there}/audit")

    # What is sent without being asked for

    def want_news(self) -> None:
        """Webhooks of every format, one for one's turns, and mail."""
        self.anybody("GET", "/push-key")
        for form in FORMATS:
            keys = BROWSER_KEYS if form == "push" else None
            hook = {"url": f"https://1.1.1.1/{form}", "games": [self.id], "format": form, "keys": keys}
            self.hook = body_of(self.ask("POST", "/webhooks", json=hook))["id"]
        self.ask("POST", "/webhooks", json={"url": "https://1.1.1.1/turns", "my_turn": True})
        self.ask("GET", "/webhooks")
        self.ask("GET", f"/webhooks/{self.hook}")
        self.ask("PATCH", f"/webhooks/{self.hook}", json={"language": "ko"})
        self.ask("PUT", "/me/notices", json={"email": f"{self.me['id']}@example.org", "digest_minutes": 60})
        (code,) = self.world.mailed()
        code_text = code.text.splitlines()[3].rpartition(" ")[2]
        self.ask("POST", "/me/notices/confirmation", json={"code": code_text})
        self.ask("GET", "/me/notices")

    def hear_news(self) -> None:
        """All that has been sent."""
        for posted in self.world.posted():
            self.answers.append(("posted", Answer(200, (), posted.encode())))
        self.world.tick(7_200)
        for mail in self.world.mailed():
            self.answers.append(("mailed", Answer(200, (), str(mail).encode())))
        delivered = self.ask("GET", f"/webhooks/{self.hook}/deliveries")
        delivery = body_of(delivered)["deliveries"][0]["id"]
        self.ask("POST", f"/webhooks/{self.hook}/deliveries/{delivery}/redelivery")
        self.ask("POST", f"/webhooks/{self.hook}/test")
        self.ask("DELETE", f"/webhooks/{self.hook}")


def body_of(answer: Answer) -> dict[str, Any]:
    """The JSON object that came back."""
    body: dict[str, Any] = json.loads(answer.body)
    return body
