"""Ways in which a service gives away what is hidden; each is put in on purpose, and has to be found."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, Final

import pytest
from flask import Flask, Response, current_app, has_request_context, request

from cartulary.kernel.hashing import digest
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from cartulary.match.decision import Decision, happen
from cartulary.match.events.administration import RulesAgreed
from cartulary.match.events.seating import GameCreated
from cartulary.match.ply import Ply, record_ply
from cartulary.match.state import Match
from cartulary.record import encode, redact
from cartulary.record.event import RecordedEvent
from cartulary.record.event import commitment as right_commitment
from cartulary_service.api import actions, changes, events, game_view, games, replies
from cartulary_service.api.computing import compute
from cartulary_service.api.operations import Call
from cartulary_service.errors import Problem
from cartulary_service.games import narration
from cartulary_service.games.commands import GameCommands
from cartulary_service.games.preconditions import decide_or_refuse
from cartulary_service.games.queries import GameQueries
from cartulary_service.games.recording import Recording
from cartulary_service.store import events as stored_events
from cartulary_service.store.database import connection
from cartulary_service.subjects.feed import queries as feed
from cartulary_service.subjects.forks import queries as forks
from cartulary_service.subjects.notices.digests import Digests
from cartulary_service.subjects.notices.outbox import Outbox
from cartulary_service.trust import integrity

Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: Final[dict[str, Leak]] = {}
FOR_SPECTATORS: Final[set[str]] = set()
"""Those that only they see."""


def leak(put_in: Leak) -> Leak:
    """A way to give something away."""
    LEAKS[put_in.__name__] = put_in
    return put_in


def to_spectators(put_in: Leak) -> Leak:
    """A way that only spectators see."""
    FOR_SPECTATORS.add(put_in.__name__)
    return leak(put_in)


def table() -> Any:
    """What answers the request just now."""
    return current_app.extensions["cartulary"]["table"]


def whole(match: Match) -> Match:
    """All that there is of a match that somebody sees a part of."""
    found: Match = table().match_at(match.id, EVERYTHING, match.version)
    return found


def hidden_sum(match: Match) -> int:
    """A number that depends on all that is hidden."""
    return sha256(repr(match.state).encode()).digest()[0]


def shown(wanted: Callable[[RecordedEvent, Audience], bool]) -> Any:
    """Redaction that leaves some private parts in."""
    right = redact.visible_part

    def visible(types: Any, row: RecordedEvent, audience: Audience) -> str | None:
        return row.private if wanted(row, audience) else right(types, row, audience)

    return visible


# What is stored


@leak
def every_seat_sees_every_hand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        redact, "visible_part", shown(lambda row, seat: isinstance(seat, int) and row.type != GameCreated.NAME)
    )


@leak
def the_deal_is_not_redacted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(redact, "visible_part", shown(lambda row, seat: isinstance(seat, int) and row.type == "GameStarted"))


@leak
def the_seed_is_not_redacted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        redact, "visible_part", shown(lambda row, seat: isinstance(seat, int) and row.type == GameCreated.NAME)
    )


@to_spectators
def spectators_are_read_private_parts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(stored_events, "read_public", stored_events.read)
    patch.setattr(redact, "visible_part", shown(lambda row, seat: seat is SPECTATOR and row.type != GameCreated.NAME))


@leak
def commitments_have_no_salt(patch: pytest.MonkeyPatch) -> None:
    def commitment(game_id: str, seed: bytes, position: int, name: str, value: str) -> bytes:
        return digest("commit", game_id, position, name, value)

    patch.setattr(encode, "commitment", commitment)


@leak
def a_commitment_is_as_long_as_what_it_hides(patch: pytest.MonkeyPatch) -> None:

    def commitment(game_id: str, seed: bytes, position: int, name: str, value: str) -> bytes:
        return right_commitment(game_id, seed, position, name, value) + bytes(sum(value.encode()) % 97)

    patch.setattr(encode, "commitment", commitment)


@leak
def the_seed_is_committed_to_without_a_hash(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("cartulary.match.seating.seed_commitment", lambda game_id, seed: seed)


@leak
def what_is_hidden_takes_a_position_more(patch: pytest.MonkeyPatch) -> None:
    def with_one_more(match: Match, decision: Decision, at: str) -> Ply:
        if match.status == "playing" and hidden_sum(match) % 2:
            decision = decision.then(happen(decision.after, RulesAgreed(seat=0, revision=1, rules_sha256=None)))
        return record_ply(match, decision, at)

    patch.setattr("cartulary_service.games.ply_writer.record_ply", with_one_more)


# The view


@leak
def a_view_has_a_field_more(patch: pytest.MonkeyPatch) -> None:
    right = game_view.game_json

    def game_json(match: Match, *more: Any) -> dict[str, Any]:
        checksum = {"checksum": hidden_sum(whole(match))} if match.state is not None else {}
        return right(match, *more) | checksum

    patch.setattr(game_view, "game_json", game_json)


@leak
def an_etag_is_of_the_whole_state(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game_view, "entity_tag", lambda match, *_: f'"{match.version}-{hidden_sum(whole(match))}"')


@leak
def one_tag_for_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game_view, "entity_tag", lambda match, *_: f'"{match.version}"')


@leak
def a_text_is_written_from_the_whole_state(patch: pytest.MonkeyPatch) -> None:
    def render_text(match: Match, *more: Any) -> str:
        return narration.render_text(match, *more) + repr(whole(match).state)

    patch.setattr(games, "render_text", render_text)


@leak
def an_earlier_state_is_the_whole_one(patch: pytest.MonkeyPatch) -> None:
    right = GameQueries.read_at

    def read_at(self: GameQueries, game_id: str, player: str | None, version: int) -> tuple[Match, Audience]:
        _, audience = right(self, game_id, player, version)
        return self.match_at(game_id, EVERYTHING, version), int(audience == 0)

    patch.setattr(GameQueries, "read_at", read_at)


@leak
def a_header_counts_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    right = Flask.process_response

    def process_response(app: Flask, response: Any) -> Any:
        game_id = (request.view_args or {}).get("id")
        if game_id and response.status_code == 200 and request.path == f"/v1/games/{game_id}":
            response.headers["X-Checksum"] = str(hidden_sum(table().load(str(game_id))[0]))
        return right(app, response)

    patch.setattr(Flask, "process_response", process_response)


# Actions


@leak
def options_come_in_the_order_of_the_deck(patch: pytest.MonkeyPatch) -> None:
    def legal_forms(match: Match, seat: int) -> list[Any]:
        forms = list(match.game.legal_actions(match.state, seat))
        secret = str(whole(match).state)
        return sorted(forms, key=lambda form: sha256(f"{secret}{form.json()}".encode()).digest())

    patch.setattr(actions, "legal_forms", legal_forms)


@leak
def a_refusal_names_a_card(patch: pytest.MonkeyPatch) -> None:
    def decided_aloud(match: Match, *more: Any) -> Any:
        try:
            return decide_or_refuse(match, *more)
        except Problem as problem:
            problem.detail += f" {hidden_sum(whole(match))}"
            raise

    patch.setattr("cartulary_service.games.commands.decide_or_refuse", decided_aloud)


@leak
def a_look_ahead_sees_everything(patch: pytest.MonkeyPatch) -> None:
    right: Any = GameCommands.dry_run

    def dry_run(self: GameCommands, game_id: str, player: str, action: Any, *_: Any) -> Any:
        looked = SimpleNamespace(read=lambda *_, **__: (self.load(game_id)[0], EVERYTHING), _database=self._database)
        looked._acting, looked._decide = self._acting, self._decide
        foreseen = right(looked, game_id, player, action)
        return foreseen._replace(match=self.read(game_id, player)[0])

    patch.setattr(GameCommands, "dry_run", dry_run)


@leak
def a_repeat_is_not_redacted(patch: pytest.MonkeyPatch) -> None:
    right = GameCommands.answer_again

    def again(self: GameCommands, match: Match, seat: int, key: Any, repeat: Any) -> Any:
        accepted = right(self, match, seat, key, repeat)
        rows = self.rows(accepted.match, EVERYTHING, 0, repeat.version)
        return accepted._replace(rows=[row for row in rows if row.type != GameCreated.NAME])

    patch.setattr(GameCommands, "answer_again", again)


@leak
def the_key_of_another_seat_gets_its_answer(patch: pytest.MonkeyPatch) -> None:
    right, right_again = stored_events.load, GameCommands.answer_again

    def load(
        database: Any,
        game_id: str,
        after: int,
        player: str | None = None,
        key: str | None = None,
    ) -> Any:
        with connection(database.serving) as c:
            query = "select player_id::text from idempotency_keys where game_id = %s and key = %s"
            found = c.execute(query, (game_id, key)).fetchone()
        return right(database, game_id, after, found[0] if found else player, key)

    def again(self: GameCommands, match: Match, seat: int, key: Any, repeat: Any) -> Any:
        owner, *_ = {
            row.seat
            for row in self.rows(match, SPECTATOR, 0, match.version)
            if row.ply == repeat.ply and row.seat is not None
        }
        return right_again(self, match, owner, key, repeat)

    patch.setattr(stored_events, "load", load)
    patch.setattr(GameCommands, "answer_again", again)


@leak
def a_trial_of_an_order_knows_everything(patch: pytest.MonkeyPatch) -> None:
    right = compute

    def outcomes_of(call: Call, *more: Any) -> list[Any]:
        shift = hidden_sum(call.table.load(call.game_id)[0])
        return [each._replace(version=each.version + shift) for each in right(call, *more)]

    patch.setattr("cartulary_service.subjects.standing_orders.routes.compute", outcomes_of)


@leak
def a_fork_keeps_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    def as_it_was(known: Any, seen: Match, _: Any) -> Any:
        return forks.as_it_was(known, forks.Past(seen.id, seen.version, seen.head, seen.setup.seats))

    patch.setattr(forks, "as_it_may_be", as_it_was)


# The record, as it goes out


def unredacted() -> list[RecordedEvent]:
    """The record of the game that the request names."""
    match = table().load(str((request.view_args or {})["id"]))[0]
    return [*table().rows(match, EVERYTHING, 1, match.version)]


@leak
def lines_of_events_are_not_redacted(patch: pytest.MonkeyPatch) -> None:
    def everything(_: Any, headers: Any) -> Response:
        return replies.lines_reply(replies.join_lines(map(changes.event_text, unredacted())), headers)

    patch.setattr(events, "lines_reply", everything)


@leak
def streams_are_not_redacted(patch: pytest.MonkeyPatch) -> None:
    right = events.GameReader.page

    def page(self: Any, after: int) -> Any:
        self.audience, seen = EVERYTHING, self.audience
        found = right(self, after)
        self.audience = seen
        return found

    patch.setattr(events.GameReader, "page", page)


@leak
def the_stream_of_ones_games_is_not_redacted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(feed, "redact_row", lambda types, row, seat: row)


@leak
def the_length_of_what_is_masked_shows(patch: pytest.MonkeyPatch) -> None:
    def event_text(row: RecordedEvent) -> str:
        secret = unredacted()[row.position - 2].private if row.position > 1 and has_request_context() else None
        mask = "" if row.private or not secret else f',"mask":"{"*" * (sum(secret.encode()) % 50)}"'
        return f'{{"public":{row.public}{mask},"private":{row.private or "{}"}}}'

    patch.setattr(events, "event_text", event_text)


@leak
def an_audit_of_a_running_game_has_everything(patch: pytest.MonkeyPatch) -> None:
    right = Recording.rows

    def rows(self: Recording, first: int) -> list[RecordedEvent]:
        if not (has_request_context() and request.path.endswith("/audit")):
            return right(self, first)
        whole = table().recording_as(self.game_id, EVERYTHING, len(self.record))
        return [*right(self, 1)[:1], *right(whole, 2)]

    patch.setattr(Recording, "rows", rows)


@leak
def the_words_since_one_looked_tell_more(patch: pytest.MonkeyPatch) -> None:
    right = narration.narrate

    def narrate(match: Match, rows: Iterable[RecordedEvent], *more: Any) -> list[dict[str, Any]]:
        positions = {row.position for row in rows}
        every = table().rows(whole(match), EVERYTHING, 0, match.version)
        return right(match, [row for row in every if row.position in positions], *more)

    patch.setattr(narration, "narrate", narrate)


@leak
def statistics_count_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    right = integrity.summary

    def summary(database: Any) -> dict[str, Any]:
        with connection(database.serving) as c:
            found: Any = c.execute("select sum(hashtext(private)) from events").fetchone()
        return right(database) | {"events": int(found[0])}

    patch.setattr(integrity, "summary", summary)


# What is sent without being asked for


@leak
def webhooks_are_not_redacted(patch: pytest.MonkeyPatch) -> None:
    def rows(self: Any, match: Match, audience: Audience, line: Any) -> list[RecordedEvent]:
        return [*self._views.rows(match, EVERYTHING, line.first - 1, line.version)]

    patch.setattr(Outbox, "_rows", rows)


@leak
def a_digest_tells_everything(patch: pytest.MonkeyPatch) -> None:
    right = Digests._notice

    def notice(self: Any, due: Any, part: Any) -> Any:
        match = self._views.match_at(part.game_id, EVERYTHING, part.until)
        return right(self, due, part)._replace(words=[str(match.state)])

    patch.setattr(Digests, "_notice", notice)


@leak
def a_link_to_the_next_page_tells_the_state(patch: pytest.MonkeyPatch) -> None:
    def page_link(cursor: Any) -> dict[str, str]:
        secret = hidden_sum(table().load(str((request.view_args or {})["id"]))[0])
        return replies.page_link(f"{cursor}&hint={secret}")

    patch.setattr(events, "page_link", page_link)
