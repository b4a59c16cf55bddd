"""Load, decide, append: the one place where rules and storage meet."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Final, NamedTuple

from cartulary.kernel.messages import Action, Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR
from cartulary.match.actions import TakeBack
from cartulary.match.agreed_end import end_among_bots
from cartulary.match.clock.decide import expire, make_up_for, restore_time
from cartulary.match.decision import Decision
from cartulary.match.events.administration import DelegateActed
from cartulary.match.events.seating import SeatTaken
from cartulary.match.events.signing import ActionSigned
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.rules_change import agree, correct
from cartulary.match.rules_digest import rules_sha256
from cartulary.match.seating import (
    Sitting,
    clear_seat,
    close_table,
    leave,
    open_entropy,
    require_contribution,
    sit_down,
)
from cartulary.match.state import Match
from cartulary.match.substitution import take_over
from cartulary_service import metrics
from cartulary_service.errors import Problem, not_found
from cartulary_service.games import admission, arrangements, delegations, invitations
from cartulary_service.games.deadlines import later
from cartulary_service.games.game_row import seats_taken
from cartulary_service.games.known_seats import list_known_seats
from cartulary_service.games.outages import Outage
from cartulary_service.games.ply_writer import Accepted, PlyWriter, RequestRepeated, require_same
from cartulary_service.games.preconditions import (
    Versions,
    decide_or_refuse,
    require_creator,
    require_version,
    seat_held,
)
from cartulary_service.games.signatures import Signature, require_unsigned_or_refuse, require_valid
from cartulary_service.players import accounts, blocks
from cartulary_service.store import events
from cartulary_service.store.append import IdempotencyKey
from cartulary_service.store.database import confirm

ReadsAction = Callable[[Match], Action]


SEATED: Final = (SeatTaken.NAME, SubstituteSeated.NAME)


class DryRun(NamedTuple):
    """Events that an action would cause, as far as its seat can know beforehand."""

    match: Match
    seat: Seat
    events: Sequence[Event]


class GameCommands(PlyWriter):
    """Commands of players, of the clock and of the operator."""

    def act(
        self,
        game_id: str,
        player: str,
        action: ReadsAction,
        expected: Versions | None,
        key: IdempotencyKey | None,
        signature: Signature | None = None,
    ) -> Accepted:
        """Take an action of a player, once for each idempotency key, and only at one of the `expected` versions, if
        given.

        `signature` is the player's, of this action. Raises Problem: 403 without a seat, 409 after too many conflicts,
        412 if stale, 422 if illegal.
        """

        def decide(match: Match, at: str) -> Decision:
            seat, delegate = self._acting(match, player)
            require_version(match, expected)
            wanted = action(match)
            signed = self._check_signature(match, seat, wanted, signature, delegate)
            return self._decide(match, seat, wanted, at, delegate, signed)

        try:
            match, ply = self.ply(game_id, decide, key, player)
        except RequestRepeated as again:
            return self.answer_again(again.match, self._acting(again.match, player)[0], again.key, again.repeat)
        metrics.ACTIONS.labels(match.game.id).inc()
        return self.accept(match, self._acting(match, player)[0], ply)

    def sit(
        self, game_id: str, sitting: Sitting, invite: str | None = None, key: IdempotencyKey | None = None
    ) -> Accepted:
        """Seat a player, once for each key; the last one starts the game. Raises Problem 404 or 409, and Rejected."""

        def act(match: Match, at: str) -> Decision:
            wanted = sitting if sitting.bot else self._admit(match, sitting, invite)
            self._require_together(match, sitting)
            known = list_known_seats(self._database, match, sitting.player) if match.vacant_seats() else []
            return decide_sitting(match, wanted, at, later(at, self._opening_seconds), known)

        try:
            match, ply = self.ply(game_id, act, key)
        except RequestRepeated as again:
            return self.answer_again(again.match, self._seat_taken(again), again.key, again.repeat)
        seat, _ = seats_taken(ply.events)[0]
        if (left := match.players[seat]) is not None:
            invitations.revoke_made(self._database, game_id, left)
        return self.accept(match, seat, ply)

    def _seat_taken(self, again: RequestRepeated) -> Seat:
        """Return the seat that the first request took. Raises Problem 422 if that was another request."""
        require_same(again.key, again.repeat)
        rows = self.rows(again.match, SPECTATOR, 0, again.repeat.version)
        taken = (row.seat for row in rows if row.ply == again.repeat.ply and row.type in SEATED)
        return next(seat for seat in taken if seat is not None)

    def seat_bot(
        self, game_id: str, player: str, seat: Seat | None, strategy: str, key: IdempotencyKey | None = None
    ) -> Seat:
        """Seat a bot, once for each key, on behalf of the table's creator or a seated player; return its seat.

        Raises Problem.
        """
        match, _, repeat = self.load(game_id, player, key)
        if key and repeat:
            return self._seat_taken(RequestRepeated(match, key, repeat))
        if player != match.terms.creator and match.seat_of(player) is None:
            detail = "Only the table's creator and seated players may seat a bot."
            raise not_found("game") if not match.admits(player) else Problem(HTTPStatus.FORBIDDEN, "no-seat", detail)
        # Refused before a player is registered for the bot, whom a refusal would leave behind.
        decide_sitting(match, Sitting("", seat, bot=strategy), "", "")
        bot = accounts.register_bot(self._database, strategy, player, game_id)
        try:
            seated = self.sit(game_id, Sitting(bot, seat, bot=strategy), key=key)
        except (Problem, Rejected):
            accounts.forget_bot(self._database, bot)
            raise
        if seated.match.players[seated.seat] != bot:
            accounts.forget_bot(self._database, bot)
        return seated.seat

    def _admit(self, match: Match, sitting: Sitting, invite: str | None) -> Sitting:
        """Return the request with the seat that an invitation reserves. Raises Problem 403, 404 or 409."""
        admitted, creator = match.admits(sitting.player), match.terms.creator
        found = None
        if invite is not None:
            found = invitations.find_invitation(self._database, match.id, invite)
        elif not admitted:
            found = invitations.find_by_name(self._database, match.id, sitting.player)
        if found is None and (invite is not None or not admitted):
            raise not_found("valid invitation to this game" if admitted else "game")
        if creator != sitting.player and (found is None or found.by != creator):
            admission.require_reliability(self._database, match.id, sitting.player)
        seat = None if found is None else found.seat
        if seat is not None and sitting.seat not in (None, seat):
            raise Problem(HTTPStatus.CONFLICT, "seat-not-free", f"The invitation is for seat {seat}.")
        return sitting if seat is None else sitting._replace(seat=seat)

    def _require_together(self, match: Match, sitting: Sitting) -> None:
        """Raise Problem 409 if the player has blocked somebody at this table, or is blocked by them."""
        others = {match.terms.creator, *match.players} - {None, sitting.player}
        if not sitting.bot and blocks.is_apart(self._database, sitting.player, [each for each in others if each]):
            detail = "You and somebody at this table do not play together. Choose another table."
            raise Problem(HTTPStatus.CONFLICT, "kept-apart", detail)

    def leave(self, game_id: str, player: str, seat: Seat) -> None:
        """Free a seat at a table that has not filled, for its player or for the creator.

        Raises Problem: 403 for another's seat, 409.
        """
        match, _ = self.ply(game_id, lambda match, _: decide_leaving(match, player, seat))
        left = match.players[seat]
        if left is not None and seat in match.bots:
            accounts.forget_bot(self._database, left)
        if left is not None and left != player:
            invitations.revoke_received(self._database, match.id, left)

    def close_game(self, game_id: str, player: str) -> None:
        """Close a table that has not filled, or at which only bots sit, for its creator.

        Raises Problem 403, 404 or 409.
        """

        def act(match: Match, _at: str) -> Decision:
            require_creator(match, player)
            return decide_closing(match)

        self.ply(game_id, act)

    def close_empty(self, game_id: str) -> None:
        """Close a table at which no player sits. Raises Problem 409 if one does by now."""

        def act(match: Match, _at: str) -> Decision:
            if any(player and seat not in match.bots for seat, player in enumerate(match.players)):
                raise Problem(HTTPStatus.CONFLICT, "seat-not-free", "Somebody sits at this table.")
            return decide_closing(match)

        self.ply(game_id, act)

    def call_off(self, game_id: str, player: str) -> None:
        """Close a table whose start is awaited, and at which a player sits who is about to be gone.

        Raises Problem 403 or 409.
        """

        def act(match: Match, _at: str) -> Decision:
            seat_held(match, player)
            if match.starts_at is None:
                raise Problem(HTTPStatus.CONFLICT, "game-started", "No start of this game is awaited.")
            return decide_closing(match)

        self.ply(game_id, act)

    def open(self, game_id: str, player: str, entropy: bytes) -> Accepted:
        """Reveal a player's committed entropy; repeating it changes nothing. Raises Rejected."""
        seat = seat_held(self.load(game_id)[0], player)
        try:
            match, ply = self.ply(game_id, lambda match, at: open_entropy(match, seat, entropy, at))
        except Rejected:
            match = self.load(game_id)[0]
            if match.committing and match.entropy[seat] == entropy:
                confirm(self._database)
                return Accepted([], self.match(game_id, seat), seat)
            raise
        return self.accept(match, seat, ply)

    def expire(self, game_id: str) -> bool:
        """End a match whose deadline has passed by the database's clock; whether there was one.

        A game whose start has come begins, unless a consent by which it was arranged has ended: then it is void.
        """

        def act(match: Match, at: str) -> Decision:
            decision = expire(match, at)
            awaited = match.starts_at is not None
            return close_table(match) if awaited and not arrangements.may_start(self._database, match) else decision

        try:
            self.ply(game_id, act)
        except Rejected:
            return False
        return True

    def make_up_for(self, game_id: str, outage: Outage) -> bool:
        """Extend deadlines that fell into an outage, or soon after it; return whether there were any."""
        try:
            self.ply(game_id, lambda match, at: make_up_for(match, *outage, at))
        except Rejected:
            return False
        return True

    def restore_time(self, game_id: str, seconds: int, by: str, reason: str) -> None:
        """Extend all deadlines of a game. Raises Rejected if no clock of it runs."""

        def act(match: Match, at: str) -> Decision:
            running = sorted(match.clocks.running) if match.clocks else []
            return restore_time(match, running, seconds, by, reason, at)

        self.ply(game_id, act)

    def agree(self, game_id: str, player: str, revision: int, key: IdempotencyKey | None = None) -> Accepted:
        """Store that a player agrees to newer rules, once for each key; they apply once all agree. Raises Rejected."""

        def act(match: Match, _at: str) -> Decision:
            return agree(match, seat_held(match, player), revision, rules_sha256(match.game))

        try:
            match, ply = self.ply(game_id, act, key)
        except RequestRepeated as again:
            return self.answer_again(again.match, seat_held(again.match, player), again.key, again.repeat)
        return self.accept(match, seat_held(match, player), ply)

    def correct(self, game_id: str, by: str, reason: str, back_to: int) -> int:
        """Take a match back to an earlier version; answers the new version. Raises Rejected."""

        def act(match: Match, at: str) -> Decision:
            return correct(match, self.history(match)(), by, reason, back_to, at)

        return self.ply(game_id, act)[1].after.version

    def dry_run(
        self,
        game_id: str,
        player: str,
        action: ReadsAction,
        expected: Versions | None = None,
    ) -> DryRun:
        """Decide an action on what its seat sees, so that nothing else can show; store nothing.

        Raises Problem as `act` does.
        """
        match = self.read(game_id, player)[0]
        seat = self._acting(match, player)[0]
        require_version(match, expected)
        decision = self._decide(match, seat, action(match), events.now(self._database))
        return DryRun(match, seat, decision.events)

    def _decide(
        self,
        match: Match,
        seat: Seat,
        action: Action,
        at: str,
        delegate: DelegateActed | None = None,
        signed: ActionSigned | None = None,
    ) -> Decision:
        """Decide an action. Raises Problem: 403 for what no delegate may do, 422 with what is legal instead."""
        if delegate is not None and isinstance(action, TakeBack):
            raise Problem(HTTPStatus.FORBIDDEN, "no-seat", "Only the player can take actions back, not a delegate.")
        return decide_or_refuse(match, seat, action, at, self.history(match), delegate, signed)

    def _check_signature(
        self, match: Match, seat: Seat, action: Action, signature: Signature | None, delegate: DelegateActed | None
    ) -> ActionSigned | None:
        """Return the player's signature for the record. Raises Problem 422 for one that does not hold or is missing."""
        if signature is None:
            if delegate is None:
                require_unsigned_or_refuse(match, seat, action)
            return None
        is_now = signature.version == match.version
        head = match.head if is_now else self._head(match.id, EVERYTHING, signature.version)
        return require_valid(match, seat, action, signature, head)

    def _acting(self, match: Match, player: str) -> tuple[Seat, DelegateActed | None]:
        """Return the seat that a player acts for, and the delegation if they act for another.

        Raises Problem 403 or 404.
        """
        if (seat := match.seat_of(player)) is not None:
            return seat, None
        place = delegations.place(self._database, match.id, player, lambda: match)
        if place is None:
            return seat_held(match, player), None
        return place.seat, DelegateActed(seat=place.seat, delegate=player, owner=place.owner or player)


def decide_closing(match: Match) -> Decision:
    """Decide that a table is closed. Raises Problem 409 once people play there."""
    try:
        return end_among_bots(match) if match.status == "playing" else close_table(match)
    except Rejected as error:
        raise Problem(HTTPStatus.CONFLICT, "game-started", error.reason, rule=error.rule) from error


def decide_leaving(match: Match, player: str, seat: Seat) -> Decision:
    """Decide that a seat becomes free. Raises Problem 403 for another's seat, unless the creator asks, 404 or 409."""
    own = match.seat_of(player) == seat
    if not own and player != match.terms.creator:
        seat_held(match, player)
        detail = f"Seat {seat} is not yours. Only the table's creator can remove another player."
        raise Problem(HTTPStatus.FORBIDDEN, "no-seat", detail)
    try:
        return leave(match, seat) if own else clear_seat(match, seat)
    except Rejected as error:
        raise Problem(HTTPStatus.CONFLICT, "cannot-leave", error.reason, rule=error.rule) from error


def decide_sitting(
    match: Match, sitting: Sitting, at: str, openings_until: str, known: Sequence[Seat] = ()
) -> Decision:
    """Decide that somebody sits down: before the first card, or as a substitute after it.

    `known` are seats whose cards the player has seen. Raises Rejected for a wrong contribution, Problem 409 for a seat.
    """
    require_contribution(match, sitting)
    try:
        if match.status == "playing" and sitting.bot is None:
            return take_over(match, sitting.player, sitting.seat, at, known)
        return sit_down(match, sitting, openings_until)
    except Rejected as error:
        raise Problem(HTTPStatus.CONFLICT, "seat-not-free", error.reason, rule=error.rule) from error
