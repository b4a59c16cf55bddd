"""Offline verification of a bundle: every check but that of the signature."""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from json import loads
from typing import Any, Final

from cartulary.audit.authority import authority_json, count_signed
from cartulary.audit.event_shape import require_shapes
from cartulary.audit.expiries import check_times, list_expired, list_restored, tells_of_times
from cartulary.audit.fork_checks import check_fork, check_origin, position_of
from cartulary.audit.log_proofs import CheckpointReader, check_log, check_witnesses, count_witnesses
from cartulary.audit.players import check_keys, list_players
from cartulary.audit.published_actions import check_actions
from cartulary.audit.receipts import (
    Receipt,
    check_entropy,
    check_receipts,
    list_deciding_seats,
    list_fitting,
    list_vouched_seats,
)
from cartulary.audit.replay import replay
from cartulary.audit.report import Outcome, Report
from cartulary.audit.seating_order import check_seats, require_32_bytes
from cartulary.audit.signatures import Verifies, check_signatures, list_signed, tally_signatures
from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.seats import Seat
from cartulary.kernel.text import counted
from cartulary.match.events.fork import ForkBegan
from cartulary.match.evolve import fold
from cartulary.match.game import Game
from cartulary.match.state import Match
from cartulary.record.bundle import WRONG, Broken, Bundle, Unchecked, bundle_of, read_receipt, receipt_text
from cartulary.record.event import RecordedEvent, commitment, seed_commitment

Games = Mapping[str, Game[Any]]
NO_FORK: Final = "this game is no fork: it goes on from no other, and the bundle of one was given"
NO_ORIGIN: Final = "the file given as the bundle of the game from which it goes on is none"
ABSENT: Final = "is absent from the bundle"
BEGUN_FROM: Final = {"PositionSet": "position", ForkBegan.NAME: "fork"}
Check = tuple[str, Callable[[], str]]
"""The name of a check, and what makes it: it answers in words, or raises Broken or Unchecked."""
Origin = Sequence[str] | Broken | Unchecked | None
"""The bundle of the game that a fork goes on from, in lines, or why nothing is compared with it; None without one."""


def verify_lines(
    lines: Sequence[str],
    games: Games,
    note: str | None = None,
    receipts: Sequence[Receipt] = (),
    origin: Origin = None,
    entropy: Mapping[Seat, bytes] | None = None,
    verifies: Verifies | None = None,
    reader: CheckpointReader | None = None,
    actions: Sequence[str] = (),
    asked_at: int | None = None,
    seat_keys: Mapping[Seat, str] | None = None,
) -> Report:
    """Check a bundle. `note` is the text of its note if the signature holds; `receipts` are those of earlier ones.

    `origin` is the bundle of the game that a fork goes on from; `entropy` is what seats say that they have added;
    `verifies` checks signatures of players; `reader` reads checkpoints of the transparency log; `actions` are signed
    ones that players have published; `asked_at` is when proofs of the log were asked for, in seconds of POSIX time;
    `seat_keys` are the keys by which players say that they sign.
    """
    report = Report()
    try:
        bundle, match = read_match(lines, games)
    except (Broken, *WRONG) as error:
        report.outcomes.append(Outcome("format", False, str(error) or repr(error)))
        return report
    describe(report, bundle, match)
    if words := find_other_game(note, match):
        report.outcomes.append(Outcome("note", False, words))
        return report
    checks = checks_of_record(bundle, match, note, receipts, entropy or {})
    checks += checks_of_fork(bundle, match, origin)
    checks += checks_of_play(report, bundle, match, verifies, actions, seat_keys or {})
    if reader is not None:
        checks += checks_of_log(bundle, match, reader, asked_at)
        report.witnessed = count_witnesses(bundle, match, reader)
    report.outcomes += [outcome(name, check) for name, check in checks]
    describe_authority(report, bundle, match, verifies)
    describe_receipts(report, bundle.rows, list_fitting(bundle, match, receipts))
    return report


def checks_of_record(
    bundle: Bundle, match: Match, note: str | None, receipts: Sequence[Receipt], entropy: Mapping[Seat, bytes]
) -> list[Check]:
    """Return the checks of the chain, and of what was committed to before the first card."""
    checks: list[Check] = [
        ("positions", lambda: check_positions(bundle)),
        ("heads", lambda: check_header(bundle, match)),
        ("note", lambda: check_note(match, note)),
        ("receipt", lambda: check_receipts(bundle, match, receipts)),
        ("seats", lambda: check_seats(match.game, bundle)),
        ("seed", lambda: check_seed(match)),
        ("commitments", lambda: check_commitments(bundle, match)),
    ]
    if entropy:
        checks.append(("entropy", lambda: check_entropy(match, bundle.rows, entropy)))
    return checks


def checks_of_fork(bundle: Bundle, match: Match, origin: Origin) -> list[Check]:
    """Return the checks of a fork, and of the bundle that was given as that of its origin."""
    checks: list[Check] = []
    if match.terms.forked_from is not None:
        checks.append(("fork", lambda: check_fork(match.game, bundle, match)))
    if match.terms.forked_from is not None or origin is not None:
        checks.append(("origin", lambda: check_origin(bundle, match, origin_of(match, origin))))
    return checks


def checks_of_play(
    report: Report,
    bundle: Bundle,
    match: Match,
    verifies: Verifies | None,
    actions: Sequence[str],
    seat_keys: Mapping[Seat, str],
) -> list[Check]:
    """Return the checks of what was done, and of who did it."""
    checks: list[Check] = [
        ("rules", lambda: check_rules(match.game, bundle, match)),
        ("signatures", lambda: check_signatures(match.game, bundle, verifies)),
    ]
    if seat_keys:

        def check() -> str:
            signed = list_signed(match.game, bundle, verifies)
            return check_keys(report.players, bundle.rows, seat_keys, signed)

        checks.append(("keys", check))
    if report.expired or tells_of_times(bundle):
        checks.append(("times", lambda: check_times(match.game, bundle, report.expired, report.restored)))
    if actions:
        checks.append(("actions", lambda: check_actions(match.game, bundle, actions, verifies)))
    return checks


def checks_of_log(bundle: Bundle, match: Match, reader: CheckpointReader, asked_at: int | None) -> list[Check]:
    """Return the checks of the transparency log that its proofs, or what the reader asked for, make possible."""
    checks: list[Check] = []
    if bundle.proofs or asked_at is not None:
        checks.append(("log", lambda: check_log(bundle, reader, asked_at)))
    if reader.quorum:
        checks.append(("witnesses", lambda: check_witnesses(bundle, match, reader, reader.quorum)))
    return checks


def read_match(lines: Sequence[str], games: Games) -> tuple[Bundle, Match]:
    """Read a bundle and fold its events. Raises Broken, or one of WRONG, where that cannot be done."""
    bundle = bundle_of(lines)
    game = games.get(bundle.header["game"])
    if game is None:
        raise Broken(f"the game {bundle.header['game']} is not known here")
    require_shapes(game.event_types, bundle.rows)
    try:
        return bundle, fold(game, bundle.header["id"], bundle.rows)
    except WRONG as error:
        versions = range(len(bundle.rows))
        last = bundle.rows[bisect(versions, False, key=lambda version: not is_foldable(bundle, game, version)) - 1]
        words = f"with {last.type}, which does not go with them, the events cannot be folded: {error!r}"
        raise Broken(words, last.position) from error


def is_foldable(bundle: Bundle, game: Game[Any], version: int) -> bool:
    """Whether the events up to a version can be folded."""
    try:
        fold(game, bundle.header["id"], bundle.rows[:version])
    except WRONG:
        return False
    return True


def origin_of(match: Match, given: Origin) -> Bundle:
    """The bundle of the game that a fork goes on from, which is right itself. Raises Broken, Unchecked without one."""
    source = match.terms.forked_from
    if source is None:
        raise Broken(NO_FORK)
    if source.game == match.id or source.version < 1:
        raise Broken(f"no game goes on from itself, or from version 0: {source.game} at {source.version}")
    position_of(match)
    if given is None:
        raise Unchecked(f"the bundle of game {source.game}, from which it goes on, was not given")
    if isinstance(given, Broken | Unchecked):
        raise given
    return bundle_of(given)


def describe(report: Report, bundle: Bundle, match: Match) -> None:
    """Tell in a report which match it is about."""
    report.game, report.version, report.head = match.id, match.version, base64url(match.head)
    report.status, report.fairness, report.corrections = match.status, fairness(match), len(match.corrections)
    report.dealt = match.state is not None
    report.begun_from = next((BEGUN_FROM[row.type] for row in bundle.rows if row.type in BEGUN_FROM), None)
    report.expired, report.restored = list_expired(match.game, bundle), list_restored(bundle)
    report.players = list_players(match.game, bundle.rows)
    report.outcomes.append(Outcome("format", True, f"{counted(len(bundle.rows), 'event', 'events')} in canonical JSON"))


def describe_authority(report: Report, bundle: Bundle, match: Match, verifies: Verifies | None) -> None:
    """Tell in a report by whose authority plies came about, unless something of that is wrong or cannot be checked."""
    with suppress(Broken, Unchecked, *WRONG):
        tally = tally_signatures(match.game, bundle, verifies)
        report.signed, report.authority, report.withheld = count_signed(tally), authority_json(tally), tally.withheld


def describe_receipts(report: Report, rows: Sequence[RecordedEvent], versions: Sequence[int]) -> None:
    """Tell in a report what receipts of these versions, earliest first, show of the shuffle."""
    if not versions:
        return
    report.receipt, report.vouched_seats = versions[0], list_vouched_seats(rows, versions[0])
    found = [(each, list_deciding_seats(rows, each)) for each in versions if report.fairness != "C"]
    version, seats = max(found, key=lambda each: len(each[1]), default=(None, []))
    report.shuffle_receipt, report.deciding_seats = version if seats else None, seats


def outcome(name: str, check: Callable[[], str]) -> Outcome:
    """Run a check."""
    try:
        return Outcome(name, True, check())
    except Unchecked as error:
        return Outcome(name, None, str(error))
    except Broken as error:
        return Outcome(name, False, str(error))
    except WRONG as error:
        return Outcome(name, False, f"it cannot be made: {error!r}")


def fairness(match: Match) -> str:
    """Return the fairness level of the shuffle: who contributed entropy to it."""
    given = [bool(each) for each in match.entropy]
    if given and all(given):
        return "A" if match.committing else "B"
    return "partly B" if any(given) and not match.committing else "C"


def check_positions(bundle: Bundle) -> str:
    """Positions count from 1, plies from 1 by at most one, times never go back."""
    ply, at = 0, ""
    for number, row in enumerate(bundle.rows, 1):
        said = loads(row.public)
        if row.position != number:
            raise Broken(f"its position is {row.position}", number)
        if row.ply not in (ply, ply + 1) or row.ply == 0:
            raise Broken(f"ply {row.ply} follows ply {ply}", number)
        if said["at"] < at:
            raise Broken("its time is before that of the event before it", number)
        ply, at = row.ply, said["at"]
    return f"positions 1 to {len(bundle.rows)}, plies 1 to {ply}"


def check_header(bundle: Bundle, match: Match) -> str:
    """The header tells of the game that the events tell."""
    created = loads(bundle.rows[0].public)["data"]
    told = {"game": created.get("game"), "edition": match.setup.edition, "rules_sha256": match.terms.rules_sha256}
    for name, value in told.items():
        if bundle.header.get(name) != value:
            raise Broken(f"the header says {name} {bundle.header.get(name)!r}, the events say {value!r}")
    return f"chained to {base64url(match.head)}"


def find_other_game(note: str | None, match: Match) -> str | None:
    """Say that a signed note names another game than the header, if it does."""
    with suppress(Broken):
        named = read_receipt(note or "").game
        words = f"the signed note is about game {named}, and the header names {match.id}: nothing else was looked at"
        return None if named == match.id else words
    return None


def check_note(match: Match, note: str | None) -> str:
    """The signed note names this game, version and head."""
    if note is None:
        raise Unchecked("no note whose signature holds")
    if note != receipt_text(match.id, match.version, match.head):
        raise Broken("the note is about another game, version or head")
    return f"signed at version {match.version}"


def check_seed(match: Match) -> str:
    """The seed that was disclosed is the one that event 1 committed to."""
    seed = check_disclosure(match)
    if match.server_commit != seed_commitment(match.id, seed):
        raise Broken("the seed that the end discloses is not the one that event 1 committed to")
    return "the disclosed seed is the one committed to"


def check_disclosure(match: Match) -> bytes:
    """The server's seed, which the end discloses."""
    if match.result is None:
        raise Unchecked("the game has not ended, so its seed is not disclosed yet")
    if match.result.server_seed is None:
        raise Broken("the game has ended and its seed is withheld", match.version)
    require_32_bytes(match.result.server_seed, match.version)
    return match.result.server_seed


def check_commitments(bundle: Bundle, match: Match) -> str:
    """Every hidden value is the one that its event committed to, and event 1 hides the disclosed seed."""
    seed, count, missing = check_disclosure(match), 0, 0
    if loads(bundle.rows[0].private or "{}").get("server_seed") != base64url(seed):
        raise Broken("it hides another seed than the end discloses, or none", 1)
    for row in bundle.rows:
        said, values = loads(row.public), loads(row.private) if row.private else {}
        for name, value in said["secrets"].items():
            if name not in values:
                missing += 1
            elif value != base64url(commitment(match.id, seed, row.position, name, canonical(values[name]))):
                raise Broken(f"{name} is not what was committed to", row.position)
            else:
                count += 1
    if missing:
        absent = counted(missing, "hidden value is", "hidden values are")
        raise Unchecked(f"{absent} not in the bundle; {counted(count, 'is', 'are')} what was committed to")
    return f"{counted(count, 'hidden value is', 'hidden values are')} what was committed to"


def check_rules(game: Game[Any], bundle: Bundle, match: Match) -> str:
    """Played again from the disclosed seed, every action is legal and causes exactly the recorded events."""
    seed = check_disclosure(match)
    for row in bundle.rows:
        shown = loads(row.private) if row.private else {}
        for name in loads(row.public)["secrets"].keys() - shown.keys():
            raise Broken(f"its hidden {name} {ABSENT}", row.position)
    plies = replay(game, match.id, bundle.rows, seed)
    return f"{plies} plies are what the rules make of them"
