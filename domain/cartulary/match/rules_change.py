"""Changes of a running game from outside its rules: newer rules by consent, and the operator's corrections."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cartulary.kernel.messages import Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.decision import Decision, happen
from cartulary.match.events.administration import GameCorrected, RulesAgreed, RulesMoved
from cartulary.match.events.clock import ClockStarted
from cartulary.match.evolve import advance, carry_over, fold
from cartulary.match.state import Match, fork
from cartulary.record.event import RecordedEvent

MatchAt = Callable[[int], Match]
"""Returns the match at an earlier version."""


class OptionChange(NamedTuple):
    """An option by which a game is played otherwise after it has changed to the newest rules."""

    option: str
    before: str | int
    after: str | int


def list_changes(match: Match) -> list[OptionChange]:
    """Return what the newest rules of this program would change in a match, in the order of the options."""
    newest = match.setup._replace(revision=match.game.revision)
    return [
        OptionChange(each.name, before, after)
        for each in match.game.options
        if (before := each.value_in(match.setup)) != (after := each.value_in(newest))
    ]


def agree(match: Match, seat: Seat, revision: int, rules_sha256: str | None) -> Decision:
    """A seat would go on by a newer revision; once all do, the game does. Raises Rejected."""
    if match.status != "playing":
        raise Rejected("rules.not_playing", "Rules can change only while the game is being played.")
    if not match.setup.revision < revision <= match.game.revision:
        raise Rejected(
            "rules.no_newer",
            f"The game is played by revision {match.setup.revision} of the rules; the newest is {match.game.revision}.",
        )
    if seat not in match.game.remaining(match.state):
        raise Rejected("rules.left", "You have left this game.")
    for_it = {other for other, wanted in match.agreed.items() if wanted == revision}
    all_agree = for_it | {seat} >= match.people()
    if seat in for_it and not all_agree:
        missing = ", ".join(str(other) for other in sorted(match.people() - for_it))
        raise Rejected("rules.agreed_already", f"You have agreed; the game still waits for seats {missing}.")
    agreed = RulesAgreed(seat=seat, revision=revision, rules_sha256=rules_sha256)
    moved = [RulesMoved(revision=revision, rules_sha256=rules_sha256)] if all_agree else []
    return happen(match, agreed, *moved)


def correct(
    match: Match,
    record: Sequence[RecordedEvent],
    by: str,
    reason: str,
    back_to: int,
    at: str,
    match_at: MatchAt | None = None,
) -> Decision:
    """The operator takes a match, whose whole record is given, back to an earlier version. Raises Rejected."""
    if match.status != "playing":
        raise Rejected("correction.not_playing", f"This game is {match.status}; only one that is being played can be.")
    then = earlier_end(match, record, back_to, match_at)
    return go_back(match, then, [GameCorrected(by=by, reason=reason, back_to=back_to)], at)


def earlier_end(match: Match, record: Sequence[RecordedEvent], back_to: int, match_at: MatchAt | None = None) -> Match:
    """The match as it was at the end of an earlier ply. Raises Rejected where it cannot go back there.

    Without `match_at` the record is folded up to there.
    """
    if not 0 < back_to < match.version or record[back_to - 1].ply == record[back_to].ply:
        raise Rejected(
            "back.within_a_ply", f"Version {back_to} is not the end of a ply before version {match.version}."
        )
    then = fold(match.game, match.id, record[:back_to]) if match_at is None else match_at(back_to)
    if then.status != "playing":
        raise Rejected("back.before_the_deal", f"At version {back_to} the game had not begun.")
    if then.players != match.players:
        raise Rejected("back.substitute", f"A substitute has sat down after version {back_to}; that is not taken back.")
    return then


def go_back(match: Match, then: Match, events: Sequence[Event], at: str, clocks_restart: bool = True) -> Decision:
    """Decide that a match stands again as it did `then`; clocks that ran there start anew, or run on."""
    after = fork(then)
    carry_over(after, match, events, at)
    restarted = restart_clocks(after, at) if clocks_restart else []
    return Decision([*events, *restarted], advance(after, restarted))


def restart_clocks(match: Match, at: str) -> list[ClockStarted]:
    """Return the events that start the clocks which ran at that version."""
    if match.clocks is None:
        return []
    return [match.clocks.start(seat, at, match.clocks.left[seat]) for seat in sorted(match.clocks.running)]
