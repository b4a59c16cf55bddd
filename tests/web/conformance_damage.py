"""Decks that were stacked and records that were damaged, in the conformance set."""

import json
from copy import deepcopy
from typing import Final

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import base64url, canonical
from cartulary.signing.notes import Signer
from cartulary.transparency.leaf import Leaf
from tests.domain.signer import SigningPlayer
from tests.web import dishonest_operator as operator
from tests.web import verifiers
from tests.web.conformance import conforming
from tests.web.conformance_games import CARTA, CIVILIZATION, begun, short
from tests.web.dishonest_operator import Stacked
from tests.web.operator_log import OperatorLog
from tests.web.otherwise import STRANGER, exchanged, rewritten, told, without
from tests.web.verifiers import (
    GAME_ID,
    RULES,
    SIGNER,
    Case,
    bundle_of,
    parts,
    played,
    receipt_of,
    resigned,
    with_more,
)

OTHER: Final = Signer(b"somebody else".ljust(32))
STACKED: Final = "a deck stacked"
DAMAGED: Final = "a record damaged"


# Decks, seeds and seats


@conforming("The deck comes from another seed than the one committed to.", attack=STACKED, fails=("rules", "deal"))
def carta_stacked() -> Case:
    return stacked(CARTA)


@conforming("The same of the other game.", attack=STACKED, fails=("rules", "deal"))
def civilization_stacked() -> Case:
    return stacked(CIVILIZATION)


def stacked(id: str) -> Case:
    game = CATALOGUE[id]
    return Case(bundle_of(played(Stacked(game, game.setup(None, 2, {}), bytes(32), operator.ENTROPY, rules=RULES), 0)))


@conforming("The end discloses another seed than the one committed to.", attack=STACKED, fails=("seed",))
def another_seed_disclosed() -> Case:
    return rewritten(short(CARTA), told("GameEnded", server_seed=STRANGER))


@conforming("A seat opened other bytes than it had committed to.", attack=STACKED, fails=("seats",))
def another_opening() -> Case:
    return rewritten(short(CARTA, fairness="commit"), told("EntropyOpened", entropy=STRANGER))


@conforming("A seat shows bytes, and there are none.", attack=STACKED, fails=("seats",))
def no_bytes_shown() -> Case:
    return rewritten(short(CARTA), told("SeatTaken", entropy=""))


@conforming("A seat opened before the last one had committed.", attack=STACKED, fails=("seats",))
def opened_too_early() -> Case:
    return rewritten(short(CARTA, fairness="commit"), exchanged("OpeningsAwaited", "EntropyOpened"))


@conforming("The game began although a seat had not opened.", attack=STACKED, fails=("seats",))
def opening_left_out() -> Case:
    return rewritten(short(CARTA, fairness="commit"), without("EntropyOpened"))


@conforming("A game that goes on was dealt a second time.", attack=STACKED, fails=("seats",))
def dealt_twice() -> Case:
    header, events = parts(bundle_of(begun(CARTA)))
    deal = [deepcopy(each) for each in events if each[0]["ply"] == 3 and each[0]["type"] != "SeatTaken"]
    for position, (public, _) in enumerate(deal, len(events) + 1):
        public |= {"position": position, "ply": events[-1][0]["ply"] + 1}
    return Case(resigned([*events, *deal], header))


@conforming("All had opened, and the time to open ran out for nobody.", attack=STACKED, fails=("seats",))
def openings_expired_though_all_opened() -> Case:
    header, events = parts(bundle_of(short(CARTA, fairness="commit")))
    until = next(public for public, _ in events if public["type"] == "OpeningsAwaited")["data"]["until"]
    opened = [place for place, (public, _) in enumerate(events, 1) if public["type"] == "EntropyOpened"]
    expired = {"type": "OpeningsExpired", "at": until, "data": {"until": until, "seats": []}}
    return Case(with_more(resigned(events[: opened[-1]], header), expired))


@conforming("A seat has not committed, and its player leaves.", attack=STACKED, fails=("seats",))
def seat_without_a_commitment() -> Case:
    header, events = parts(bundle_of(short(CARTA, fairness="commit")))
    left = {"type": "SeatLeft", "seat": events[1][0]["seat"], "data": {}}
    return Case(with_more(resigned(events[:2], header), left))


@conforming("A seat at which nobody sits has given a key.", attack=DAMAGED, fails=("seats",))
def key_of_an_empty_seat() -> Case:
    header, events = parts(bundle_of(short(CARTA)))
    key = base64url(SigningPlayer(0, 7).key)
    given = {"type": "KeyGiven", "seat": 1 - events[1][0]["seat"], "data": {"key": key}}
    return Case(with_more(resigned(events[:2], header), given))


@conforming(
    "The deck that the end shows is not the one that the record committed to.", attack=STACKED, fails=("commitments",)
)
def another_deck_shown() -> Case:
    header, events = parts(bundle_of(short(CARTA)))
    deck = next(private for public, private in events if public["type"] == "GameStarted")["deck"]
    deck[0], deck[-1] = deck[-1], deck[0]
    return Case(resigned(events, header))


# Damage


@conforming("One bit of the record was changed.", attack=DAMAGED, fails=("format", "note"))
def bit_changed() -> Case:
    bundle = bundle_of(short(CARTA))
    return Case(verifiers.changed(bundle, (bundle.index(b"GameStarted") - 200, 1)))


@conforming("An event was dropped.", attack=DAMAGED, fails=("positions", "format"))
def event_dropped() -> Case:
    lines = bundle_of(short(CARTA)).splitlines(keepends=True)
    return Case(b"".join([*lines[:-3], *lines[-2:]]))


@conforming("The last event was cut off, which the note tells.", attack=DAMAGED, fails=("note",))
def end_cut_off() -> Case:
    lines = bundle_of(short(CARTA)).splitlines(keepends=True)
    return Case(b"".join([*lines[:-2], lines[-1]]))


@conforming("The lines are JSON, but not canonical.", attack=DAMAGED, fails=("format",))
def spelled_otherwise() -> Case:
    return Case(bundle_of(short(CARTA)).replace(b'{"edition":', b'{ "edition":', 1))


@conforming("The header names other rules than the first event.", attack=DAMAGED, fails=("heads",))
def another_header() -> Case:
    header, events = parts(bundle_of(short(CARTA)))
    return Case(resigned(events, header | {"rules_sha256": "1" * 64}))


@conforming("The note is signed with another key than the one that is trusted.", attack=DAMAGED, fails=("signature",))
def another_signer() -> Case:
    *lines, note = bundle_of(short(CARTA)).decode().splitlines()
    text = json.loads(note)["note"].split("\n\n")[0] + "\n"
    return Case(verifiers.signed([*lines, canonical({"note": text})], OTHER), SIGNER.public.text())


@conforming("The receipt is signed with another key.", attack=DAMAGED, fails=("receipt",))
def receipt_of_another_key() -> Case:
    table = short(CARTA)
    return Case(bundle_of(table), receipt=receipt_of(table.rows, 3, OTHER))


@conforming("The note at the end is of an earlier version.", attack=DAMAGED, fails=("note",))
def older_note() -> Case:
    table = short(CARTA)
    *lines, _ = bundle_of(table).decode().splitlines()
    note = canonical({"note": receipt_of(table.rows, 5)})
    return Case("\n".join([*lines, note, ""]).encode())


@conforming("A file given as a receipt holds two notes.", attack=DAMAGED, fails=("receipt",))
def two_notes_in_one_file() -> Case:
    table = short(CARTA)
    return Case(bundle_of(table), receipt="\n".join(receipt_of(table.rows, version) for version in (2, 3)))


@conforming("The bundle lacks a hidden value that the end discloses.", attack=DAMAGED, fails=("rules", "deal"))
def hidden_value_absent() -> Case:
    header, events = parts(bundle_of(short(CARTA)))
    del next(private for public, private in events if public["type"] == "GameStarted")["deck"]
    return Case(resigned(events, header))


@conforming("An origin is given, and the game is no fork.", attack=DAMAGED, fails=("origin",))
def origin_of_no_fork() -> Case:
    bundle = bundle_of(short(CARTA))
    return Case(bundle, origin=bundle)


@conforming(
    "The log and the note are signed with another key than the one given.", attack=DAMAGED, fails=("signature",)
)
def log_of_another_key() -> Case:
    table, log = short(CARTA), OperatorLog()
    log.add(table, 1, len(table.rows))
    return Case(log.bundle(bundle_of(table)), OTHER.public.text())


@conforming(
    "Somebody added a false line of signature in the name of the key that has signed.",
    attack=DAMAGED,
    fails=("signature",),
)
def false_line_beside_the_signature() -> Case:
    *lines, note = bundle_of(short(CARTA)).decode().splitlines()
    text = json.loads(note)["note"] + SIGNER.line(bytes(64))
    return Case("\n".join([*lines, canonical({"note": text}), ""]).encode())


@conforming("The log hides the entry of a game that is public by its record.", attack=DAMAGED, fails=("log",))
def public_game_hidden_in_the_log() -> Case:
    table = short(CARTA)
    log = OperatorLog([Leaf(GAME_ID, 1, table.rows[0].hash, b"blinded".ljust(32))])
    return Case(log.bundle(bundle_of(table)))
