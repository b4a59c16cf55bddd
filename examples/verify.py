"""Third verifier of game records, but not of the rules, written from verify.md, verifiers.md and record.md in docs/."""

import argparse
import base64
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from itertools import count, product
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MEMBERS = {"at", "data", "ply", "position", "seat", "secrets", "type", "v"}
HEADER = {"edition", "format", "game", "id", "key", "rules_sha256"}
AT = re.compile(r"[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
NAME, UUID = re.compile(r"[A-Za-z0-9_-]+"), re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
BEFORE = {"GameCreated", "SeatTaken", "SeatLeft", "SeatCleared", "EntropyCommitted", "OpeningsAwaited", "EntropyOpened"}
BEFORE |= {"OpeningsExpired", "TableExpired", "TableClosed", "StartAwaited", "StartReached"}
SPHERES = ("military", "religion", "economy", "science", "culture", "utopia")
EPOCHS = ((8, 8, 4, 4, 4, 0), (8, 8, 4, 8, 4, 0), (4, 0, 8, 8, 8, 16))
TECHNOLOGIES = "agriculture mining monotheism literature the_wheel writing mathematics iron_working sailing pottery "
TECHNOLOGIES += "masonry currency engineering code_of_laws astronomy"
PLOTS = "grassland:5 mountains:5 coast:5 hills:5 river:5 forest:5"
CARDS = "archer:7 axeman:6 spearman:5 swordsman:5 chariot:7 catapult:4 walls:3 temple:3 colosseum:2 barracks:2 "
CARDS += "granary:2 forge:2 market:2 monastery:2 library:3 hanging_gardens colossus great_library great_wall pyramids "
CARDS += "commerce-2:5 commerce-3:2 production-2:5 production-3:3 food-2:4 food-3:4 red-1:4 red-2:3"
SIGNER = r"[^\s\x00-\x1f\x7f-\x9f\u200b-\u200f\ufeff+]+"
CHECKS = ("positions", "note", "seating", "receipts", "seed", "commitments", "entropy", "deal", "signatures")


class Wrong(Exception):
    """A finding."""


class NotChecked(Exception):
    """A reason for which a check cannot be made."""


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def need(holds: object, text: str) -> None:
    if not holds:
        raise Wrong(text)


def parts(tag: str, *values: Any) -> bytes:
    """Encode a tag and parts, each after its length; text is UTF-8, and a number is decimal."""
    raw = [each if isinstance(each, bytes) else str(each).encode() for each in (f"cartulary/v1/{tag}", *values)]
    return b"".join(len(each).to_bytes(4, "big") + each for each in raw)


def T(tag: str, *values: Any) -> bytes:  # noqa: N802 - the name in docs/record.md
    return sha256(parts(tag, *values)).digest()


def M(key: bytes, tag: str, *values: Any) -> bytes:  # noqa: N802 - the name in docs/record.md
    return hmac.digest(key, parts(tag, *values), "sha256")


def decode(text: Any, length: int = 32) -> bytes:
    """Decode base64url in its one spelling."""
    need(isinstance(text, str), f"{text!r} is not base64url")
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    need(len(raw) == length and encode(raw) == text, f"{text!r} is not the base64url of {length} bytes")
    return raw


def decode_padded(text: str) -> bytes:
    raw = base64.b64decode(text, validate=True)
    need(base64.b64encode(raw).decode() == text, "base64 with spare bits")
    return raw


def require_plain(value: Any, level: int = 0) -> None:
    """Refuse numbers, names and depths that the record does not allow."""
    if isinstance(value, dict | list):
        need(level < 64, "nested too deep")
        for each in value.values() if isinstance(value, dict) else value:
            require_plain(each, level + 1)
        need(isinstance(value, list) or all(map(NAME.fullmatch, value)), "a name of other characters")
    need(not isinstance(value, float) and (not isinstance(value, int) or abs(value) < 2**53), f"the number {value}")


def parse(text: str) -> Any:
    """Parse canonical JSON; any other spelling is wrong."""
    value = json.loads(text)
    require_plain(value)
    need(canonical(value) == text and text.encode(), f"not canonical: {text[:60]!r}")
    return value


def require_key(raw: bytes, p: int = 2**255 - 19) -> Ed25519PublicKey:
    """Read a key: a point in its only spelling, and none of the eight of small order."""
    y, d = int.from_bytes(raw, "little") % 2**255, -121665 * pow(121666, -1, p)
    is_point = y < p and pow((y * y - 1) * (d * y * y + 1), p // 2, p) == 1
    need(is_point and y * (d * y**4 + 2 * y * y - 1) % p, "a key of small order, or none")
    return Ed25519PublicKey.from_public_bytes(raw)


def key_of(line: str) -> tuple[str, bytes, Ed25519PublicKey]:
    """Read the line of a signing key: name, id and key."""
    name, number, coded = line.strip().split("+", 2)
    raw = decode_padded(coded)
    need(len(raw) == 33 and raw[0] == 1 and re.fullmatch(SIGNER, name), "malformed key")
    digest = sha256(name.encode() + b"\n" + raw).digest()[:4]
    need(digest.hex() == number, "a key whose id is another")
    return name, digest, require_key(raw[1:])


class Bundle:
    """A parsed audit bundle, and the checks that are made of it."""

    def __init__(self, text: str, keys: list[str], receipts: list[str], entropy: list[str]) -> None:
        lines = text.removesuffix("\n").split("\n")
        need(len(lines) > 2 and lines[0][:9] != '{"bundle"', "fewer than three lines, or an export of bundles")
        self.header, *events, note = map(parse, lines)
        need(isinstance(self.header, dict) and self.header.keys() == HEADER, "the members of the header")
        need(self.header["format"] == "cartulary-audit/v1" and UUID.fullmatch(self.header["id"]), "form or id")
        need(isinstance(note, dict) and note.keys() - {"log"} == {"note"}, "the last line")
        need(type(note["note"]) is str and type(note.get("log", [])) is list, "the members of the last line")
        self.note, self.game, self.receipts, self.entropy = note["note"], self.header["id"], receipts, entropy
        key_of(self.header["key"])
        self.keys, self.known_before = [key_of(each) for each in keys or [self.header["key"]]], bool(keys)
        self.heads = [T("genesis", self.game)]
        self.events, self.private = list[dict[str, Any]](), list[dict[str, Any]]()
        for line in events:
            need(isinstance(line, dict) and line.keys() == {"private", "public"}, "the members of a line")
            event = parse(line["public"])
            self.require_event(event, line["private"])
            self.heads.append(T("event", self.heads[-1], line["public"]))
            self.events.append(event)
            self.private.append(line["private"])
        need(self.events[0]["type"] == "GameCreated", "the first event is not GameCreated")
        self.created, self.ended = self.events[0]["data"], self.events[-1]["type"] == "GameEnded"
        self.seats, self.commits = self.created["seats"], self.created["options"].get("fairness") == "commit"
        self.seed = decode(self.events[-1]["data"]["server_seed"]) if self.ended else b""
        self.shown, self.committed, self.free = dict[int, tuple[int, bytes]](), dict[int, str](), {*range(self.seats)}

    def require_event(self, event: Any, private: Any) -> None:
        need(isinstance(event, dict) and event.keys() == MEMBERS, "the members of an event")
        where = f"event {event['position']}: "
        numbers = [(event["position"], 1), (event["ply"], 1), (event["v"], 1), (event["seat"] or 0, 0)]
        need(all(type(each) is int and each >= least for each, least in numbers), where + "numbers")
        need(all(isinstance(each, dict) for each in (event["data"], event["secrets"], private)), where + "members")
        for each in event["secrets"].values():
            decode(each)
        free = {"server_seed"} if event["type"] == "GameCreated" else set()
        need(private.keys() - event["secrets"].keys() <= free, where + "hidden and not committed to")

    def check_positions(self) -> str:
        before: dict[str, Any] = {"position": 0, "ply": 0, "at": ""}
        for event in self.events:
            where = f"event {event['position']}"
            need(event["position"] == before["position"] + 1, f"{where} follows {before['position']}")
            need(0 <= event["ply"] - before["ply"] <= 1 and event["ply"] > 0, f"{where}: ply {event['ply']}")
            need(AT.fullmatch(event["at"]) and datetime.fromisoformat(event["at"]), f"{where}: malformed time")
            need(event["at"] >= before["at"], f"{where}: time goes back")
            before = event
        need(all(each["type"] != "GameEnded" for each in self.events[:-1]), "events after the end")
        same = (self.header[name] == self.created.get(name) for name in ("game", "edition", "rules_sha256"))
        need(all(same), "the header is another than in event 1")
        return f"{len(self.events)} events"

    def read_note(self, note: str) -> tuple[int, str]:
        """Verify a signed note; return its version and head."""
        body, blank, signatures = note.partition("\n\n")
        lines, signed = body.split("\n"), False
        need(blank and signatures.endswith("\n") and len(lines) == 4, "malformed note")
        need(lines[:2] == ["cartulary-receipt/v1", self.game], "a note about something else")
        need(re.fullmatch(r"0|[1-9][0-9]*", lines[2]), "malformed version")
        for line in signatures[:-1].split("\n"):
            found = re.fullmatch(rf"— ({SIGNER}) (\S+)", line)
            need(found, "malformed signature line")
            name, raw = found[1], decode_padded(found[2])  # type: ignore[index]
            need(len(raw) > 4, "malformed signature line")
            named, held = [key for known, number, key in self.keys if (name, raw[:4]) == (known, number)], False
            for key in named:
                with suppress(InvalidSignature):
                    key.verify(raw[4:], body.encode() + b"\n")
                    held = signed = True
            need(held or not named, "a false signature by a given key")
        need(signed, "no signature by a key given, or named by the bundle")
        return int(lines[2]), lines[3]

    def check_note(self) -> str:
        version, head = self.read_note(self.note)
        need(version == len(self.events) and head == encode(self.heads[-1]), "the note is about another history")
        return f"version {version}" + ("" if self.known_before else ", by the bundle's own key only")

    def check_receipts(self) -> str:
        if not self.receipts:
            raise NotChecked("none given; the order of seed and entropy rests on the operator's word")
        versions = []
        for text in self.receipts:
            version, head = self.read_note(parse(text.removesuffix("\n"))["note"] if text.startswith("{") else text)
            known = 0 < version < len(self.heads) and head == encode(self.heads[version])
            need(known, f"another history than at version {version}, or none that long")
            versions.append(version)
        fixed = [seat for seat, (position, _) in sorted(self.shown.items()) if min(versions) < position]
        return f"versions {versions}; seed fixed, if kept before these seats showed their entropy: {fixed or 'none'}"

    def check_seating(self) -> str:
        free, until, start, previous, begun, first = self.free, "", "", dict[str, Any](), False, dict[str, int]()
        for event in self.events:
            kind, seat, data = event["type"], event["seat"], event["data"]
            where = f"event {event['position']}, {kind}: "
            due = "EntropyCommitted" if self.commits and previous.get("type") == "SeatTaken" else kind
            need(kind == due and (kind != "GameCreated" or event["position"] == 1), where + "out of turn")
            if begun or kind == "GameEnded":
                in_order = begun or (data["kind"] == "void" and previous["type"].endswith(("Expired", "Closed")))
                need(in_order and not (begun and kind in {*BEFORE, "GameStarted", "PositionSet"}), where + "misplaced")
                continue
            if kind not in BEFORE:
                need(not free and kind in ("GameStarted", "PositionSet", "SeatSaw"), where + "before all sit")
                need(not self.commits or len(self.shown) == self.seats, where + "before all seats have opened")
                need(not start or previous["type"] == "StartReached", where + "before the start")
                begun = True
            elif kind == "SeatTaken":
                need(seat in free, where + f"seat {seat}")
                free.remove(seat)
                if (shown := data["entropy"]) is not None:
                    self.shown[seat] = first.setdefault(shown, event["position"]), decode(shown)
                    need(not self.commits and len(self.shown[seat][1]) == 32, where + "not the bytes due")
            elif kind in ("SeatLeft", "SeatCleared"):
                need(free and seat in {*range(self.seats)} - free, where + f"seat {seat}")
                free.add(seat)
                self.shown.pop(seat, None)
                self.committed.pop(seat, None)
            elif kind == "EntropyCommitted":
                same = [previous[name] for name in ("type", "seat", "ply")] == ["SeatTaken", seat, event["ply"]]
                need(self.commits and same, where + "does not follow its SeatTaken")
                self.committed[seat] = data["commitment"]
            elif kind == "OpeningsAwaited":
                need(self.commits and len(self.committed) == self.seats, where + "before all have committed")
                until = data["until"]
            elif kind == "EntropyOpened":
                raw = decode(data["entropy"])
                need(until and event["at"] < until and seat not in self.shown, where + "too early, late or twice")
                need(encode(T("seat-seed", self.game, seat, raw)) == self.committed.get(seat), where + "another one")
                self.shown[seat] = first.setdefault(data["entropy"], event["position"]), raw
            elif kind == "OpeningsExpired":
                need(data["until"] == until and event["at"] >= until, where + "not after the deadline")
                need(data["seats"] == sorted(self.committed.keys() - self.shown.keys()) != [], where + "other seats")
            elif kind == "StartAwaited":
                start = data["until"]
            elif kind == "StartReached":
                need(data["until"] == start and event["at"] >= start, where + "not at the start")
            previous = event
        return f"{self.seats - len(free)} of {self.seats} seats taken, entropy of {sorted(self.shown)}; undo: unchecked"

    def check_seed(self) -> str:
        need(encode(T("server-seed", self.game, self.seed)) == self.created["server_commit"], "another seed")
        need(self.private[0].get("server_seed") == encode(self.seed), "event 1 hides another seed, or none")
        return "the disclosed seed is the committed one"

    def check_commitments(self) -> str:
        checked = 0
        for event, private in zip(self.events, self.private, strict=True):
            for field, commitment in event["secrets"].items():
                where = f"event {event['position']}, {field}: "
                need(field in private and (private[field] or event["type"] != "OrderSigned"), where + "not disclosed")
                salt = M(self.seed, "salt", self.game, event["position"], field)
                made = T("commit", self.game, event["position"], field, salt, canonical(private[field]))
                need(encode(made) == commitment, where + "another value")
                checked += 1
        return f"{checked} hidden values"

    def check_entropy(self) -> str:
        named = {int(each.partition("=")[0]): bytes.fromhex(each.partition("=")[2]) for each in self.entropy}
        need(not re.search(r"[^\da-fA-F=]", "".join(self.entropy)) and len(named) == len(self.entropy), "bad, or twice")
        standing = 0
        for seat, raw in named.items():
            texts = {encode(raw), encode(T("seat-seed", self.game, seat, raw))}
            shown = [{*map(e["data"].get, ("entropy", "commitment"))} for e in self.events if e["seat"] == seat]
            need(any(each & texts for each in shown) or seat in self.free, f"seat {seat} lacks the bytes")
            standing += self.committed.get(seat) in texts or self.shown.get(seat, (0, None))[1] == raw
        if not 0 < standing == len(named):
            raise NotChecked("none given, or of a seat at which nobody sits, or that was left")
        return "the bytes given are in the record"

    def words(self, label: str) -> Iterator[int]:
        mixed = M(self.seed, "deck", self.game, *(self.shown.get(each, (0, b""))[1] for each in range(self.seats)))
        for raw in (T("stream", mixed, label, block) for block in count()):
            yield from (int.from_bytes(raw[at : at + 4], "big") for at in range(0, 32, 4))

    def shuffle(self, label: str, cards: list[str]) -> list[str]:
        words = self.words(label)
        for last in range(len(cards) - 1, 0, -1):
            other = below(last + 1, words)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def check_deal(self) -> str:
        found = [place for place, each in enumerate(self.events) if each["type"] == "GameStarted"]
        if not found:
            raise NotChecked("no shuffled deal: void, a fork, or from a position")
        data, hidden = self.events[found[0]]["data"], self.private[found[0]]
        if self.header["game"] == "carta-impera-victoria":
            deck: list[str] = []
            for epoch, counts in enumerate(EPOCHS, 1):
                cards = [f"{name}-{epoch}" for name, count in zip(SPHERES, counts, strict=True) for _ in range(count)]
                deck += self.shuffle(f"epoch-{epoch}", cards)[: -3 if self.seats < 4 else None]
            decks, drawn = {"deck": deck}, "first"
        elif self.header["game"] == "civilization-the-card-game":
            named = {"technologies": TECHNOLOGIES, "plots": PLOTS, "deck": CARDS}
            decks, drawn = {name: self.shuffle(name, copies(text)) for name, text in named.items()}, "dealer"
        else:
            raise NotChecked("an unknown game")
        need(data[drawn] == below(self.seats, self.words(drawn)), f"another {drawn}")
        for name, cards in decks.items():
            need(hidden.get(name) == cards, f"{name} lies otherwise than seed and entropy make it")
        return f"{', '.join(decks)} and {drawn}; later draws: not checked"

    def check_signatures(self) -> str:
        keys, seen, checked, signed = dict[int, Any](), dict[int, int](), 0, 0
        for event, private, before in zip(self.events, self.private, [{}, *self.events], strict=False):
            seat, data, where = event["seat"], event["data"], f"event {event['position']}: "
            if event["type"] in ("KeyGiven", "SubstituteSeated"):
                keys[seat], seen[seat] = data.get("key"), event["position"] - 1
                need(event["type"] != "KeyGiven" or require_key(decode(keys[seat])), where + "no key")
            elif event["type"] == "ActionSigned":
                delegated = before["type"] == "DelegateActed" and before["ply"] == event["ply"]
                need(delegated or keys.get(seat) == data["key"], where + "not the key of the seat")
                before_it, seen[seat] = seen.get(seat, 0), (version := data["version"])
                need(before_it < version < event["position"], where + "a version signed before, or not seen")
                key = require_key(decode(data["key"]))
                shown = private.keys() >= {"action", "signature"} and None not in private.values()
                need(shown or not self.ended, where + "what was signed is not shown")
                if shown:
                    message = parts("action", self.game, version, self.heads[version], canonical(private["action"]))
                    key.verify(decode(private["signature"], 64), sha256(message).digest())
                checked, signed = checked + shown, signed + 1
        return f"{checked} signatures of actions, {signed - checked} hidden; unsigned plies, orders: not checked"


def copies(text: str) -> list[str]:
    """Return the cards of a list like `forest:5 colosseum:2 pyramids`."""
    return [name for each in text.split() for name, _, count in [each.partition(":")] for _ in range(int(count or 1))]


def below(bound: int, words: Iterator[int]) -> int:
    """Take the next word below the largest multiple of the bound, modulo the bound."""
    return next(word for word in words if word < 2**32 - 2**32 % bound) % bound


def verdict(name: str, check: Callable[[], str]) -> bool:
    """Print the line of a check; return whether nothing is wrong."""
    try:
        print(f"{name}: ok: {check()}")
    except NotChecked as reason:
        print(f"{name}: not checked: {reason}")
    except (Wrong, InvalidSignature, RecursionError, AttributeError, LookupError, TypeError, ValueError) as error:
        print(f"{name}: WRONG: {ascii(str(error))[1:-1] if isinstance(error, Wrong) else ascii(error)}")
        return False
    return True


def main() -> int:
    arguments = argparse.ArgumentParser(description="Check a bundle. Exit: 0 nothing wrong, 1 something, 2 unreadable.")
    arguments.add_argument("file", type=Path)
    for name, kind in (("--key", str), ("--receipt", Path), ("--entropy", str)):
        arguments.add_argument(name, action="append", default=[], type=kind)
    given = arguments.parse_args()
    try:
        raw, *receipts = (each.read_bytes().decode() for each in (given.file, *given.receipt))
    except (OSError, ValueError) as error:
        arguments.error(str(error))
    made: list[Bundle] = []

    def check_form() -> str:
        kept = [each.rstrip(" \t\r\n").replace("\r\n", "\n") + "\n" for each in receipts]
        made.append(Bundle(raw, given.key, kept, given.entropy))
        return "canonical JSON; seats count from 0; members of events beyond the common ones: not checked"

    fine = verdict("form", check_form)
    for bundle, name in product(made, CHECKS):
        if name in ("seed", "commitments", "deal") and not bundle.ended:
            print(f"{name}: not checked: the game is not over")
            continue
        fine &= verdict(name, getattr(bundle, f"check_{name}"))
    print("log, origin, times, rules: not checked", "What this checks holds." if fine else "NOT verified.", sep="\n")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
