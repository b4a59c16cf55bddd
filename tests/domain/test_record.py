"""The record, checked with code that shares nothing with it: canonical JSON, commitments, heads, chance."""

import hashlib
import hmac
import random
from base64 import urlsafe_b64decode
from collections import Counter
from itertools import permutations
from json import loads
from typing import Annotated, Any, Final

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import base64url, canonical, from_base64url, quote
from cartulary.kernel.codec import Named, decode_message
from cartulary.kernel.messages import Event, event
from cartulary.kernel.randomness import Chance, Stream
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Hidden, Secret, Shared
from cartulary.record import decode as decoding
from cartulary.record.decode import EventTypes, decode, upcast
from cartulary.record.encode import record
from cartulary.record.event import RecordedEvent, RecordEnd
from cartulary.record.redact import redact_row
from tests.cases import cases
from tests.domain.table import AT, Table

SPHERES: Final = ("military", "religion", "economy", "science", "culture", "utopia")
PRINTED: Final = {1: (8, 8, 4, 4, 4, 0), 2: (8, 8, 4, 8, 4, 0), 3: (4, 0, 8, 8, 8, 16)}


# The format, written down again


def pieces(tag: str, *parts: Any) -> bytes:
    """The tag and the parts, each after its length in four bytes."""
    out = b""
    for part in (f"cartulary/v1/{tag}", *parts):
        data = part if isinstance(part, bytes) else str(part).encode("utf-8")
        out += len(data).to_bytes(4, "big") + data
    return out


def plain(tag: str, *parts: Any) -> bytes:
    """A hash over parts."""
    return hashlib.sha256(pieces(tag, *parts)).digest()


def keyed(key: bytes, tag: str, *parts: Any) -> bytes:
    """A keyed hash over parts."""
    return hmac.new(key, pieces(tag, *parts), hashlib.sha256).digest()


def unpadded(data: bytes) -> bytes:
    """The bytes of base64url without padding."""
    return urlsafe_b64decode(data + b"=" * (-len(data) % 4))


class Draws:
    """The words of one labelled stream, and what is drawn with them."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key, self.label = key, label
        self.taken = 0

    def word(self) -> int:
        block, place = divmod(self.taken, 8)
        self.taken += 1
        return int.from_bytes(plain("stream", self.key, self.label, block)[4 * place : 4 * place + 4], "big")

    def below(self, bound: int) -> int:
        usable = 2**32 // bound * bound
        while (word := self.word()) >= usable:
            pass
        return word % bound

    def shuffle(self, cards: list[str]) -> list[str]:
        for i in reversed(range(1, len(cards))):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def finished_table(seats: int = 3, deal: str = "basic", seed: int = 1) -> Table:
    """A game played to its end."""
    rng = random.Random(seed)
    entropy = [rng.randbytes(32) for _ in range(seats)]
    table = Table(GAME, GAME.setup("ru", seats, {"deal": deal}), rng.randbytes(32), entropy)
    while table.match.status == "playing":
        seat = rng.choice(table.match.to_act())
        table.act(seat, rng.choice(table.actions(seat)))
    return table


# Canonical JSON

KEYS = st.text("abcXYZ019_-", min_size=1, max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_canonical_json_is_what_rfc_8785_says(value: Any) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)


def test_a_float_that_is_no_number_has_no_canonical_text() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


@given(st.binary(max_size=70))
def test_base64url_has_no_padding_and_reads_back(data: bytes) -> None:
    text = base64url(data)
    assert "=" not in text
    assert from_base64url(text) == data == unpadded(text.encode())


@given(st.text())
def test_a_string_is_quoted_as_in_canonical_json(text: str) -> None:
    assert quote(text) == canonical(text)


def test_every_stored_part_is_canonical() -> None:
    for row in finished_table().rows:
        for part in (row.public, row.private):
            if part is not None:
                assert part.encode() == rfc8785.dumps(loads(part))


def test_positions_and_plies_count_from_one_and_leave_nothing_out() -> None:
    rows = finished_table().rows
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    assert sorted({row.ply for row in rows}) == list(range(1, rows[-1].ply + 1))
    assert [row.ply for row in rows] == sorted(row.ply for row in rows)


# Chain, commitments, seed


@cases("deal", ["basic", "draft"])
def test_the_head_follows_from_the_public_text_alone(deal: str) -> None:
    table = finished_table(deal=deal)
    head = plain("genesis", table.match.id)
    for row in table.rows:
        head = plain("event", head, row.public)
        assert row.hash == head
    assert table.match.head == head
    for audience in table.audiences:
        assert [(row.public, row.hash) for row in table.seen[audience]] == [
            (row.public, row.hash) for row in table.rows
        ]
        assert table.as_seen(audience).head == head


def test_any_change_of_a_public_text_changes_every_later_head() -> None:
    table = finished_table()
    head = plain("genesis", table.match.id)
    for row in table.rows:
        changed = plain("event", head, row.public.replace('"at":"2026', '"at":"2027'))
        head = row.hash
        assert changed != head


def test_a_public_part_has_its_place_and_no_more() -> None:
    for row in finished_table(deal="draft").rows:
        said = loads(row.public)
        assert set(said) == {"at", "data", "ply", "position", "seat", "secrets", "type", "v"}
        assert (said["position"], said["ply"], said["type"], said["v"], said["seat"]) == (
            row.position,
            row.ply,
            row.type,
            row.v,
            row.seat,
        )
        assert not set(said["data"]) & set(said["secrets"])
        assert not set(said["data"]) & set(loads(row.private or "{}"))


@cases("deal", ["basic", "draft"])
def test_every_commitment_opens_once_the_seed_is_known(deal: str) -> None:
    table = finished_table(deal=deal)
    ended = loads(table.rows[-1].public)
    assert ended["type"] == "GameEnded"
    seed = unpadded(ended["data"]["server_seed"].encode())
    assert seed == table.seed
    opened = 0
    for row in table.rows:
        for name, value in loads(row.public)["secrets"].items():
            hidden = rfc8785.dumps(loads(row.private or "{}")[name])
            salt = keyed(seed, "salt", table.match.id, row.position, name)
            assert unpadded(value.encode()) == plain("commit", table.match.id, row.position, name, salt, hidden)
            opened += 1
    assert opened > 50


def test_what_a_seat_says_of_its_entropy_is_a_digest_of_it_and_of_the_seat_in_the_game() -> None:
    entropy = [bytes([seat] * 32) for seat in range(2)]
    table = Table(GAME, GAME.setup("ru", 2, {"fairness": "commit"}), b"s" * 32, entropy)
    said = [loads(row.public) for row in table.rows if row.type == "EntropyCommitted"]
    assert [unpadded(each["data"]["commitment"].encode()) for each in said] == [
        plain("seat-seed", table.match.id, each["seat"], entropy[each["seat"]]) for each in said
    ]
    assert len(said) == 2


def test_the_first_event_commits_to_the_seed_and_keeps_it_from_everybody() -> None:
    table = finished_table()
    first = table.rows[0]
    said = loads(first.public)["data"]["server_commit"]
    assert unpadded(said.encode()) == plain("server-seed", table.match.id, table.seed)
    assert unpadded(loads(first.private or "{}")["server_seed"].encode()) == table.seed
    assert "server_seed" not in loads(first.public)["secrets"], "its commitment needs no salt"
    for audience in table.audiences:
        assert table.seen[audience][0].private is None


def test_before_the_end_no_public_text_and_no_seats_part_holds_the_seed() -> None:
    table = finished_table()
    seed = base64url(table.seed)
    for audience in table.audiences:
        for row in table.seen[audience][:-1]:
            assert seed not in row.public + (row.private or "")
    assert seed in table.rows[-1].public


def test_commitments_do_not_depend_on_what_is_hidden_but_by_the_salt() -> None:
    values = [value for row in finished_table().rows for value in loads(row.public)["secrets"].values()]
    assert len({*values}) == len(values)
    assert {len(value) for value in values} == {43}


# Chance


def expected_deck(key: bytes, seats: int) -> list[str]:
    """The deck as the format says."""
    deck: list[str] = []
    for epoch, copies in PRINTED.items():
        cards = [f"{sphere}-{epoch}" for sphere, number in zip(SPHERES, copies, strict=True) for _ in range(number)]
        order = Draws(key, f"epoch-{epoch}").shuffle(cards)
        deck += order if seats == 4 else order[: len(order) - 3]
    return deck


@cases("deal", ["basic", "draft"])
@cases("seats", [2, 3, 4])
def test_the_shuffle_can_be_done_again_from_the_seeds(seats: int, deal: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        entropy = [rng.randbytes(32) if rng.random() < 0.7 else b"" for _ in range(seats)]
        table = Table(GAME, GAME.setup("ko", seats, {"deal": deal}), rng.randbytes(32), entropy)
        key = keyed(table.seed, "deck", table.match.id, *entropy)
        (started,) = (row for row in table.rows if row.type == "GameStarted")
        assert loads(started.private or "{}")["deck"] == expected_deck(key, seats)
        assert loads(started.public)["data"]["first"] == Draws(key, "first").below(seats)


def test_every_contribution_changes_the_deck() -> None:
    def deck(entropy: list[bytes], seed: bytes = bytes(32)) -> str:
        table = Table(GAME, GAME.setup("ru", 3, {}), seed, entropy)
        return next(row.private or "" for row in table.rows if row.type == "GameStarted")

    decks = [deck([b"", b"", b""]), deck([b"", b"", b""], b"\1" * 32)]
    decks += [deck([b"\1" * 32 if seat == each else b"" for seat in range(3)]) for each in range(3)]
    assert len({*decks}) == 5
    assert deck([b"", b"", b""]) == decks[0]


def test_a_stream_goes_on_over_its_blocks_and_labels_part_streams() -> None:
    key = bytes(range(32))
    ours, theirs = Draws(key, "a"), Stream(key, "a")
    drawn = [theirs.uniform(1000) for _ in range(100)]
    assert drawn == [ours.below(1000) for _ in range(100)]
    assert drawn != [Stream(key, "b").uniform(1000) for _ in range(1)] * 100
    chance = Chance(key, "some game", [b"x"])
    assert chance.stream("a").uniform(2**31) == Draws(keyed(key, "deck", "some game", b"x"), "a").below(2**31)


def chi_square(counts: Counter[Any], cells: int) -> float:
    """How far counts are from being equal."""
    mean = counts.total() / cells
    missing = cells - len(counts)
    return sum((number - mean) ** 2 / mean for number in counts.values()) + missing * mean


def limit(cells: int) -> float:
    """A bound that an even distribution passes about once in a million times (Wilson and Hilferty)."""
    free = cells - 1
    return float(free * (1 - 2 / (9 * free) + 4.75 * (2 / (9 * free)) ** 0.5) ** 3)


@cases("bound", [2, 3, 6, 7, 28])
def test_uniform_numbers_are_uniform(bound: int) -> None:
    stream = Stream(b"\7" * 32, f"chi {bound}")
    counts = Counter(stream.uniform(bound) for _ in range(2000 * bound))
    assert set(counts) == set(range(bound))
    assert chi_square(counts, bound) < limit(bound)


def test_a_bound_near_the_words_size_shows_no_modulo_bias() -> None:
    """Of three quarters of all words the lowest third would come twice as often if words were just reduced."""
    bound, third = 3 << 30, 1 << 30
    stream, words = Stream(b"\5" * 32, "bias"), Draws(b"\5" * 32, "bias")
    fair = Counter(stream.uniform(bound) // third for _ in range(3000))
    biased = Counter(words.word() % bound // third for _ in range(3000))
    assert chi_square(fair, 3) < limit(3)
    assert chi_square(biased, 3) > limit(3), "the control must fail"


def test_every_order_of_four_cards_is_equally_likely() -> None:
    stream = Stream(b"\3" * 32, "orders")
    counts = Counter(tuple(stream.shuffled("abcd")) for _ in range(12000))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < limit(24)


def repeated_orders(bits: int) -> int:
    """How many of 200,000 orders of 16 cards come again, with seeds of so many bits."""
    seeds = (hashlib.sha256(b"%d" % number).digest()[: bits // 8].ljust(32, b"\0") for number in range(200_000))
    orders = [tuple(Stream(seed, "deck").shuffled(range(16))) for seed in seeds]
    return len(orders) - len(set(orders))


def test_no_order_comes_again_as_it_would_with_a_seed_of_32_bits() -> None:
    assert repeated_orders(256) == 0
    assert repeated_orders(32) > 0, "the control must fail"


def test_a_shuffle_leaves_its_items_as_they_were() -> None:
    items = [*range(20)]
    order = Stream(b"\4" * 32, "order").shuffled(items)
    assert items == [*range(20)]
    assert sorted(order) == items != order


@cases("label", ["a", "b", "c", "d", "e", "f"])
def test_the_first_word_past_the_last_full_multiple_is_passed_over(label: str) -> None:
    """A bound of more than half of all words is its own last full multiple."""
    bound = next(word for word in (Draws(bytes(32), f"{label}{n}").word() for n in range(100)) if word > 1 << 31)
    (stream,) = (f"{label}{n}" for n in range(100) if Draws(bytes(32), f"{label}{n}").word() == bound)
    assert Stream(bytes(32), stream).uniform(bound) == Draws(bytes(32), stream).below(bound)


def test_a_shuffle_draws_one_number_less_than_there_are_items() -> None:
    ours, theirs = Draws(bytes(32), "deck"), Stream(bytes(32), "deck")
    items = [f"card {number}" for number in range(30)]
    assert theirs.shuffled(items) == ours.shuffle(items[:])
    assert [theirs.uniform(1000) for _ in range(20)] == [ours.below(1000) for _ in range(20)]


def test_the_service_itself_sees_everything_and_the_seat_of_an_event_stands_beside_its_data() -> None:
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3)
    for row in table.rows:
        assert redact_row(GAME.event_types, row, EVERYTHING) == row
        public = loads(row.public)
        assert "seat" not in public["data"]
        assert public["seat"] == row.seat
    assert any(row.private for row in table.rows)
    assert any(row.seat == 2 for row in table.rows)


def test_canonical_json_leaves_letters_as_they_are() -> None:
    assert canonical({"д": "é", "a": 1}) == '{"a":1,"д":"é"}'


@event()
class HalfShown(Event):
    seat: int
    target: int
    own: Secret[int]
    both: Shared[int]
    nobodys: Hidden[int]


def test_of_a_hidden_part_each_seat_is_shown_what_it_may_see_of_it() -> None:
    types = EventTypes([HalfShown])
    row = row_of(HalfShown(seat=2, target=0, own=5, both=6, nobodys=7))
    shown = [redact_row(types, row, audience).private for audience in (0, 1, 2, SPECTATOR, EVERYTHING)]
    assert shown == ['{"both":6}', None, '{"both":6,"own":5}', None, '{"both":6,"nobodys":7,"own":5}']


# Events that are told again


@event(name="Told", upcast=lambda data: {**data, "number": data["number"] + 1})
class Told1(Event):
    seat: int
    number: int
    hidden: Hidden[int] = None


@event(version=2)
class Told(Event):
    seat: int
    number: int
    hidden: Hidden[int] = None


@event()
class Named1(Event):
    letter: Annotated[int, Named(("a", "b"))]


@event(name="Named1")
class NamedOtherwise(Event):
    letter: Annotated[int, Named(("b", "a"))]


TYPES: Final = EventTypes([Told1, Told])


def row_of(told: Event, position: int = 1) -> RecordedEvent:
    """An event as it stands in a record."""
    (row,) = record(RecordEnd("some game", bytes(32), position - 1, position, b""), AT, [told])
    return row


def test_an_event_that_is_told_again_in_the_same_words_is_the_same() -> None:
    first, again = (decode(TYPES, row_of(Told(seat=1, number=2, hidden=3), position)) for position in (4, 9))
    assert first is again
    assert first == Told(seat=1, number=2, hidden=3)


def test_events_that_differ_in_their_seat_hidden_part_or_version_alone_are_told_apart() -> None:
    events = [Told(seat=0, number=2, hidden=3), Told(seat=1, number=2, hidden=3), Told(seat=0, number=2, hidden=4)]
    events += [Told(seat=0, number=2), Told(seat=0, number=5, hidden=3)]
    for _ in range(2):
        assert [decode(TYPES, row_of(each)) for each in events] == events
        assert decode(TYPES, row_of(Told1(seat=0, number=2, hidden=3))) == Told(seat=0, number=3, hidden=3)
        hidden = row_of(events[0])._replace(private=None)
        assert decode(TYPES, hidden) == Told(seat=0, number=2, hidden=None)


def test_an_event_of_another_game_with_the_same_name_and_words_is_not_mixed_up_with_it() -> None:
    ours, theirs = EventTypes([Named1]), EventTypes([NamedOtherwise])
    row = row_of(Named1(letter=1))
    assert row.public == row_of(NamedOtherwise(letter=0)).public
    for _ in range(2):
        assert decode(ours, row) == Named1(letter=1)
        assert decode(theirs, row) == NamedOtherwise(letter=0)


@event()
class Pair(Event):
    first: int
    second: int


def test_events_whose_times_are_shorter_than_ours_are_told_apart_too() -> None:
    types = EventTypes([Pair])
    shorter = AT[: -len('{"first":1,')]
    for first in (1, 2, 1, 2):
        (row,) = record(RecordEnd("some game", bytes(32), 0, 1, b""), shorter, [Pair(first=first, second=5)])
        assert decode(types, row) == Pair(first=first, second=5)


def test_more_events_than_are_kept_are_read_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    TYPES.known.clear()
    events = [Told(seat=0, number=number % 7) for number in range(20)]
    first = [decode(TYPES, row_of(each)) for each in events[:5]]
    assert all(decode(TYPES, row_of(each)) is same for each, same in zip(events[:5], first, strict=True))
    monkeypatch.setattr(
        decoding, "MOST_KNOWN", 3
    )  # less than are kept, as when several threads have added the last one
    for each in events[5:]:
        assert decode(TYPES, row_of(each)) == each
        assert len(TYPES.known) <= 3


def test_an_event_that_tells_much_is_read_but_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    TYPES.known.clear()
    short, long = Told(seat=0, number=1), Told(seat=0, number=100)
    monkeypatch.setattr(decoding, "LONGEST_KNOWN", len('{"number":1}'))
    assert [decode(TYPES, row_of(each)) for each in (short, long, long)] == [short, long, long]
    assert [*TYPES.known.values()] == [short]


def test_an_event_that_many_matches_share_is_changed_by_none_of_them() -> None:
    table = finished_table()
    for row in table.rows:
        assert decode(GAME.event_types, row) == decode_message(*upcast(GAME.event_types, row))
