"""Receipts: signed heads of games that the service has given, kept so that no history can be written anew."""

from base64 import b64decode, urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from json import loads
from re import fullmatch
from typing import Any, Final, NamedTuple
from warnings import warn

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cartulary_client.entropy import digest
from cartulary_client.errors import CartularyError, Distrust, Problem
from cartulary_client.request import Request

HEADER: Final = "Receipt"
RECEIPT: Final = "cartulary-receipt/v1"
OF_GAME: Final = r"/games/([0-9a-f-]{36})(?:/.*)?"
SHOWS_ENTROPY: Final = r"/games/([0-9a-f-]{36})/(seats|openings)"
UNSIGNED: Final = "No known key of the service has signed this."
LEAVES: Final = r"/games/([0-9a-f-]{36})/seats/([0-9]+)"


class Doubt(UserWarning):
    """Something that proves nothing, and yet speaks against trusting the service."""


class Receipt(NamedTuple):
    """What a signed note says, and the note."""

    game: str
    version: int
    head: str
    note: str


@dataclass(slots=True)
class KeptGame:
    """What is kept of a game."""

    receipts: dict[int, Receipt] = field(default_factory=dict)
    """The first, that from before the shuffle, and the last one, by version."""
    before: int | None = None
    """Version of the one that was asked for right before the caller's bytes were first shown."""
    entropy: str | None = None
    """What the caller's seat has added to the shuffle, in hexadecimal."""
    left: set[int] = field(default_factory=set)
    """Seats that the caller has left, whose bytes went with them."""
    is_refused: bool = False
    """Whether the service has refused the bytes, as where a seat was taken: then no record has them."""


class Receipts:
    """The receipts of a client, by game, and the keys that may have signed them."""

    def __init__(self, keys: Sequence[str] = ()) -> None:
        self.keys = list(keys)
        """Keys of the service. If none is given, those that it shows first are pinned."""
        self.doubts: list[str] = []
        """Sentences on what proves nothing and yet speaks against trust; each is also a warning of the kind Doubt."""
        self.games: dict[str, KeptGame] = {}
        self._are_given = bool(keys)

    def pin(self, listed: Sequence[str]) -> None:
        """Pin the keys that the service lists.

        Keys that the caller gave are the only ones. A list that lacks a pinned key is not taken up. A key that is
        listed beside all pinned ones is taken up, with a doubt.
        """
        if self._are_given or not {*self.keys} <= {*listed}:
            return
        for key in listed if self.keys else ():
            if key not in self.keys:
                self.doubt(f"The service shows a key that this client did not know. Nobody vouched for it: {key}")
        self.keys = [*listed]

    def doubt(self, sentence: str) -> None:
        """Note a doubt, once."""
        if sentence not in self.doubts:
            self.doubts.append(sentence)
            warn(sentence, Doubt, stacklevel=2)

    def has_unknown_signer(self, headers: Mapping[str, str]) -> bool:
        """Whether an answer has a receipt that no pinned key has signed."""
        note = note_in(headers)
        return note is not None and not self.is_signed(note)

    def is_signed(self, note: str) -> bool:
        """Whether a pinned key has signed a note."""
        try:
            return any(has_signed(key, note) for key in self.keys)
        except (Distrust, ValueError):
            return False

    def keep_from(self, headers: Mapping[str, str], games: Collection[str]) -> None:
        """Keep the receipt of an answer on one of these games, if a pinned key has signed it; else note a doubt.

        Raises Distrust for a second head of one version.
        """
        if HEADER not in headers:
            return
        note = note_in(headers)
        if note is None or not self.is_signed(note) or read_receipt(note).game not in games:
            self.doubt("The service gave a receipt that no known key has signed for this game. It is not kept.")
        else:
            self.keep(note)

    def keep(self, note: str) -> None:
        """Keep the first and the last note of its game, and that from before the shuffle; check it if a key is pinned.

        Raises Distrust for a note that no pinned key has signed, and for a second head of one version.
        """
        require(not self.keys or self.is_signed(note), UNSIGNED)
        receipt = read_receipt(note)
        game = self.games.setdefault(receipt.game, KeptGame())
        known = game.receipts.get(receipt.version)
        if known is not None and known.head != receipt.head and (not self.keys or self.is_signed(known.note)):
            proof = (known.note, receipt.note) if self.keys else ()
            says = "The service has signed" if self.keys else "Two notes, which no key is known to check, tell"
            raise Distrust(f"{says} two histories of game {receipt.game}.", proof)
        every = game.receipts | {receipt.version: receipt}
        game.receipts = {each: every[each] for each in sorted(every) if each in (min(every), game.before, max(every))}

    def earliest(self, game: str) -> str | None:
        """Return the first note of a game."""
        kept = self.games.get(game, KeptGame()).receipts
        return kept[min(kept)].note if kept else None

    def before_shuffle(self, game: str) -> str | None:
        """Return the note from right before the caller's bytes were shown, for `cartulary verify --receipt`."""
        kept = self.games.get(game, KeptGame())
        return kept.receipts[kept.before].note if kept.before in kept.receipts else None

    def game_to_ask_for(self, request: Request[Any]) -> str | None:
        """Return the game of which a receipt has to be asked for before a request adds to its shuffle.

        For a commitment any one will do. Bytes are shown after a new one: it fixes what all others have added.
        """
        game, body = contribution_in(request)
        if game is None:
            return None
        if body.get("entropy"):
            return None if self._has_shown(game, body["entropy"]) else game
        return game if body.get("commitment") and self.earliest(game) is None else None

    def _has_shown(self, game: str, entropy: str) -> bool:
        kept = self.games.get(game, KeptGame())
        return kept.before is not None and kept.entropy == entropy

    def forget_entropy(self, game: str) -> None:
        """Expect no bytes in a record any more: others are about to be added."""
        self.games.setdefault(game, KeptGame()).entropy = None

    def note_entropy(self, request: Request[Any]) -> None:
        """Remember what a request adds to a shuffle, and which seat it leaves."""
        if request.method == "DELETE" and (leaves := fullmatch(LEAVES, request.path)):
            self.games.setdefault(leaves[1], KeptGame()).left.add(int(leaves[2]))
        game, body = contribution_in(request)
        if game and body.get("entropy"):
            kept = self.games.setdefault(game, KeptGame())
            if not self._has_shown(game, body["entropy"]):
                kept.entropy, kept.before = body["entropy"], max(kept.receipts, default=None)
            kept.is_refused = False

    def note_refusal(self, request: Request[Any], failure: CartularyError) -> None:
        """Remember that the service has refused what a request would add to a shuffle."""
        game, body = contribution_in(request)
        if (
            game
            and body.get("entropy")
            and isinstance(failure, Problem)
            and failure.status < HTTPStatus.INTERNAL_SERVER_ERROR
        ):
            self.games.setdefault(game, KeptGame()).is_refused = True

    def check(self, game: str, bundle: str) -> None:
        """Hold a game's audit bundle against what is kept, and keep its note. Raises Distrust.

        It checks the chain, the signature, the server's commitment to its seed, all receipts and the caller's own
        entropy. `cartulary verify` checks everything else.
        """
        header, *lines, last = map(loads, bundle.splitlines())
        events = [loads(line["public"]) for line in lines]
        heads = heads_of(game, [line["public"] for line in lines])
        require(header["id"] == game and bool(events), "The bundle is that of another game.")
        require(bool(events[0]["data"].get("server_commit")), "The server has committed to no seed.")
        receipt = read_receipt(last["note"])
        self.require_signature(header["key"], receipt)
        kept = self.games.setdefault(game, KeptGame())
        kept.receipts = {version: each for version, each in kept.receipts.items() if self.is_signed(each.note)}
        # A record without an end may be older than a receipt, and than one's own bytes.
        is_over = events[-1]["type"] == "GameEnded"
        within = [each for version, each in kept.receipts.items() if is_over or version <= len(events)]
        for each in (receipt, *within):
            require(each.version < len(heads), f"The game ended before version {each.version}, which was signed.")
            known = heads[each.version] == each.head and each.game == game
            require(known, f"The history has another head at version {each.version} than was signed.")
        if len(within) == len(kept.receipts):
            require_own(kept, events)
        self.keep(receipt.note)

    def require_signature(self, named: str, receipt: Receipt) -> None:
        """Check the signature of a note by a pinned key, or pin the one that the bundle names. Raises Distrust."""
        if not self.keys:
            self.keys = [named]
        require(any(has_signed(key, receipt.note) for key in self.keys), UNSIGNED)


def require_own(kept: KeptGame, events: Sequence[Mapping[str, Any]]) -> None:
    """Check that the bytes that the caller's seat has added stand, unless the caller has left it. Raises Distrust."""
    if kept.entropy is None or kept.is_refused:
        return
    own, standing, left = text_of(bytes.fromhex(kept.entropy)), dict[int, str | None](), set[int]()
    for event in events:
        seat = event["seat"]
        if event["type"] in ("SeatTaken", "EntropyOpened"):
            standing[seat] = event["data"]["entropy"]
        elif event["type"] in ("SeatLeft", "SeatCleared") and standing.pop(seat, None) == own:
            left |= {seat} if event["type"] == "SeatLeft" else set()
    otherwise = (
        "What goes into the shuffle lacks the bytes that your seat has added. If you have not left it elsewhere, and "
        "were not removed from the table, do not trust this game."
    )
    require(own in standing.values() or bool(left & kept.left), otherwise)


def contribution_in(request: Request[Any]) -> tuple[str | None, Mapping[str, Any]]:
    """Return the game of a request that may add to a shuffle, and its body; None and nothing of any other."""
    shown = fullmatch(SHOWS_ENTROPY, request.path) if request.method == "POST" else None
    return (shown[1], request.body or {}) if shown else (None, {})


def note_in(headers: Mapping[str, str]) -> str | None:
    """Return the note in the headers of an answer; None if there is none that can be read."""
    try:
        return b64decode(headers.get(HEADER, ""), validate=True).decode() or None
    except ValueError:
        return None


def note_of(bundle: str) -> str:
    """Return the note of a bundle; an empty text if there is none."""
    try:
        return str(loads(bundle.splitlines()[-1])["note"])
    except (ValueError, LookupError, TypeError):
        return ""


def games_of(request: Request[Any], given: Any) -> set[str]:
    """Return the game that a request names, and the one that its answer is."""
    named = fullmatch(OF_GAME, request.path)
    made = given.get("id") if isinstance(given, dict) else None
    return {each for each in (named and named[1], made) if each}


def read_receipt(note: str) -> Receipt:
    """Read the text of a note. Raises Distrust."""
    lines = note.split("\n")
    require(len(lines) > 5 and lines[0] == RECEIPT and lines[4] == "", "This is no receipt.")
    return Receipt(lines[1], int(lines[2]), lines[3], note)


def is_sound_key(key: bytes) -> bool:
    """Whether bytes are a point of Ed25519 in its only spelling, and none of small order, by which anybody can sign."""
    p = 2**255 - 19
    y, d = int.from_bytes(key, "little") % 2**255, -121_665 * pow(121_666, -1, p)
    is_point = y < p and pow((y * y - 1) * (d * y * y + 1), p // 2, p) == 1
    return len(key) == 32 and is_point and y * (d * y**4 + 2 * y * y - 1) % p != 0


def has_signed(key: str, note: str) -> bool:
    """Whether a key has signed a note in the form of C2SP. Raises Distrust for a key by which anybody can sign."""
    name, _, encoded = key.split("+", 2)
    text, _, signatures = note.rpartition("\n\n")
    raw = b64decode(encoded)[1:]
    require(is_sound_key(raw), "The key of the service is none, or one by which anybody can sign.")
    for line in signatures.splitlines():
        signer, _, signature = line.removeprefix("\N{EM DASH} ").partition(" ")
        try:
            if signer == name:
                Ed25519PublicKey.from_public_bytes(raw).verify(b64decode(signature)[4:], f"{text}\n".encode())
                return True
        except InvalidSignature:
            continue
    return False


def heads_of(game: str, events: Sequence[str]) -> list[str]:
    """Return the head of each version, from 0, of these public parts."""
    head = digest("genesis", game.encode())
    heads = [head]
    for public in events:
        head = digest("event", head, public.encode())
        heads.append(head)
    return [*map(text_of, heads)]


def text_of(value: bytes) -> str:
    """Return bytes as the record writes them."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Distrust(otherwise)
