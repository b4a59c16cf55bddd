"""The players of each seat and their keys: by the record, and by what somebody knows of it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from cartulary.kernel.canonical import base64url
from cartulary.kernel.seats import Seat
from cartulary.match.events.seating import SeatCleared, SeatLeft, SeatTaken
from cartulary.match.events.signing import KeyGiven
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.game import Game
from cartulary.record.bundle import Broken, Unchecked
from cartulary.record.decode import data_of, decode_all
from cartulary.record.event import RecordedEvent

UNCONFIRMED: Final = "no signature by it could be confirmed"


def list_players(game: Game[Any], rows: Sequence[RecordedEvent]) -> list[Mapping[str, Any]]:
    """Return `seat`, `player`, `bot`, `key` of the players of each seat, and the `position` from which on that is so.

    A substitute and a later key are entries of their own. Of a seat's first player the time before its key is none.
    """
    players: list[Mapping[str, Any]] = []
    for row, event in zip(rows, decode_all(game.event_types, rows), strict=True):
        match event:
            case SeatTaken(seat=seat) | SubstituteSeated(seat=seat):
                is_bot = isinstance(event, SeatTaken) and event.bot is not None
                named = {"seat": seat, "player": event.player, "bot": is_bot}
                players.append({**named, "key": None, "position": row.position})
            case SeatLeft(seat=seat) | SeatCleared(seat=seat):
                players = [each for each in players if each["seat"] != seat]
            case KeyGiven(seat=seat) if any(each["seat"] == seat for each in players):
                *earlier, before = [each for each in players if each["seat"] == seat]
                if not earlier and before["key"] is None:
                    players = [each for each in players if each is not before]
                players.append({**before, "key": base64url(event.key), "position": row.position})
            case _:
                pass
    return sorted(players, key=lambda each: each["seat"])


def check_keys(
    players: Sequence[Mapping[str, Any]],
    rows: Sequence[RecordedEvent],
    known: Mapping[Seat, str],
    signed: Mapping[int, bool],
) -> str:
    """Seats have given the keys that their players name, and who else acts for them.

    `signed` has the positions of signatures of seats, with whether each holds. Raises Broken, or Unchecked where none
    by a key does.
    """
    words, is_confirmed = list[str](), True
    for seat, key in sorted(known.items()):
        own = [each for each in players if each["seat"] == seat]
        if not own:
            raise Broken(f"there is no seat {seat}, or nobody sits at it")
        since = [each["position"] for each in own if each["key"] == key]
        if not since:
            raise Broken(f"the record gives seat {seat} other keys than the one given, or none")
        others = [str(each["position"]) for each in own if each["key"] not in (None, key)]
        foreign = f"; by other keys from event {', '.join(others)} on, which count for the seat too" if others else ""
        keyless = [str(each["position"]) for each in own if each["key"] is None]
        unsigned = f"; without a key from event {', '.join(keyless)} on" if keyless else ""
        ends = {one["position"]: after["position"] for one, after in pairwise(own)}
        by_key = {start: signed_by(key, seat, rows, signed, start, ends.get(start)) for start in since}
        signing, confirmed = describe_signing(seat, by_key, ends)
        is_confirmed = is_confirmed and confirmed
        words.append(f"{signing}{foreign}{unsigned}")
    if not is_confirmed:
        raise Unchecked("; ".join(words))
    return "; ".join(words)


def signed_by(
    key: str, seat: Seat, rows: Sequence[RecordedEvent], signed: Mapping[int, bool], start: int, end: int | None
) -> list[bool]:
    """Return of each signature of a seat by a key, between two events, whether it holds."""
    own = [position for position in signed if start < position < (end or len(rows) + 1)]
    own = [position for position in own if rows[position - 1].seat == seat]
    return [signed[position] for position in own if data_of(rows[position - 1])["key"] == key]


def describe_signing(seat: Seat, by_key: Mapping[int, Sequence[bool]], ends: Mapping[int, int]) -> tuple[str, bool]:
    """Say from when on a seat has a key, and when it signed by it; and whether a signature of each such time holds.

    `by_key` has the signatures by the event that gave the key, `ends` the event by which the seat had it no more.
    """
    given_at, found = ", ".join(map(str, by_key)), [*by_key.values()]
    if not any(found):
        return f"seat {seat} has signed nothing by the key given, which it gave at event {given_at}", True
    if all(map(any, found)):
        return f"seat {seat} signs by the key given, from event {given_at} on", True
    if all(found) and not any(map(any, found)):
        return f"the record gives seat {seat} the key given from event {given_at} on, and {UNCONFIRMED}", False
    said = dict[str, list[str]]()
    for start, held in by_key.items():
        what = "it signs by it" if any(held) else UNCONFIRMED if held else "nothing is signed by it"
        said.setdefault(what, []).append(
            f"between events {start} and {ends[start]}" if start in ends else f"since event {start}"
        )
    times = "; ".join(f"{what} {' and '.join(when)}" for what, when in said.items())
    return f"seat {seat} has the key given from event {given_at} on; {times}", UNCONFIRMED not in said
