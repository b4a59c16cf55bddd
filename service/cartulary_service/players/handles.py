"""Handles: what tells players apart who have the same name, or names that look alike."""

import re
import secrets
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from http import HTTPStatus
from itertools import chain, dropwhile, takewhile
from typing import Any, Final, NamedTuple

from cartulary.bots.strategies import STRATEGIES
from cartulary_service.errors import Problem
from cartulary_service.players.skeletons import JOINERS, fold, is_visible, prototypes, skeleton, skeletons

LONGEST: Final = 30
LONGEST_MADE: Final = 20
"""Maximum length of a handle made from a name; it leaves room for a number."""
FALLBACK: Final = "player"
"""The handle for a name without letters and digits, and for a reserved one."""
SEPARATORS: Final = "-_."
DOTTED_I: Final = "i\u0307"
"""What a capital I with a dot is folded into; no keyboard has it."""
NOT_TYPED: Final = dict.fromkeys(
    chain(map(ord, JOINERS), range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
)
"""Joiners and variation selectors, which shape the characters around them, as those of emoji do."""
TRIES: Final = 12
RESERVED: Final = (
    "admin", "administrator", "Cartulary", "Deleted player", "moderator", "nobody", "official", "operator", "root",
    "server", "staff", "support", "system", "Bot", "Bots",
    "админ", "администратор", "модератор", "оператор", "поддержка", "удалённый игрок", "бот",
    "адмін", "адміністратор", "підтримка", "вилучений гравець",
    "관리자", "운영자", "운영진", "삭제된 플레이어", "봇",
)  # fmt: skip
"""Names of the service, of those who run it and of nobody; each language of the pages has its own."""
FIRST_OR_LAST: Final = (
    "admin", "administrator", "moderator", "official", "staff", "support",
    "админ", "администратор", "модератор", "официальный", "официальная", "официально", "поддержка",
    "адмін", "адміністратор", "офіційний", "офіційна", "офіційно", "підтримка",
    "관리자", "운영자", "운영진", "공식",
)  # fmt: skip
"""Words that nobody's name begins or ends with."""
SERVICE: Final = "Cartulary"
"""Name of the service, which stands in nobody's name."""
ADDRESS: Final = re.compile(
    r"//|::|\[[0-9a-f]+:|[^\W_]\.[^\W\d_]{2}|\d+(\.\d+){3}|(?<!\w)(?!bot:)[^\W\d_][\w+-]*:[\w+]"
    r"|(?<!\w)(h(tt|xx)ps?|www)(?!\w)",
    re.IGNORECASE,
)
"""What the address of a page or of a mailbox has, of which mail and chats make a link; no handle of a bot has it."""
ADDRESS_AS_HANDLE: Final = re.compile(r"(?<!\w)www(?!\w)|\.([^\W\d_]{2}|com|net|org|info)$")
"""What a handle has that reads like the address of a page, though full stops are allowed in handles."""
MARKS: Final = ".:/"
DOTS: Final = "\u2022\u2027\u3002\uff61"
"""Characters read as a full stop that neither their name nor Unicode's list of confusable characters calls one."""
DOT_IN_BRACKETS: Final = re.compile(r"\s*[([{<]\s*(?:\.|dot)\s*[)\]}>]\s*", re.IGNORECASE)
ORDINARY_MIDDLE_DOT: Final = re.compile("(?<=l)\u00b7(?=l)|\u00b7(?=[\\d\uac00-\ud7a3])", re.IGNORECASE)
"""A middle dot of Catalan, before a number, and between Korean words."""


OVERLAY: Final = 1
"""Canonical combining class of strokes through a letter, which nobody types."""


def require_name(text: str) -> None:
    """Raise Problem 422 for a name that is reserved or reads like the address of a page.

    It is the rule for names of players and of programs.
    """
    require_free(text, "name")
    if reads_like_address(text):
        detail = (
            "This name reads like the address of a page. Leave the address out, and a blank after each full stop and "
            "colon."
        )
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "reserved-name", detail)


def reads_like_address(text: str) -> bool:
    """Whether a text has what mail programs, chats or people take for an address, also in full stops of other scripts.

    It is the rule for names, and for what is left out of mails and chats.
    """
    return ADDRESS.search(read_marks(text)) is not None


def read_marks(text: str) -> str:
    """Return a text with full stops, colons and slashes for the marks that look like them, also in brackets."""
    shown = "".join(char for char in text if unicodedata.category(char) != "Cf")
    plain = "".join(map(read_mark, ORDINARY_MIDDLE_DOT.sub(" ", shown)))
    # Some marks look like others only in their compatibility forms, others no longer do.
    return DOT_IN_BRACKETS.sub(".", "".join(map(read_mark, unicodedata.normalize("NFKC", plain))))


def read_mark(char: str) -> str:
    """Return a full stop, a colon or a slash for a mark that looks like one, other characters as they are."""
    if unicodedata.category(char)[0] not in "PS":
        return char
    # The middle dot of Katakana stands between the parts of names.
    name = unicodedata.name(char, "")
    if char in DOTS or "FULL STOP" in name or ("DOT" in name.split() and not name.startswith("KATAKANA")):
        return "."
    look = prototypes().get(char, char)
    return look if look in MARKS else char


def require_handle(handle: str) -> None:
    """Raise Problem 422 for a handle that is reserved or reads like the address of a page."""
    require_free(handle, "handle")
    if ADDRESS_AS_HANDLE.search(handle):
        detail = "This handle reads like the address of a page. Leave its full stops out."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "reserved-name", detail)


def require_free(text: str, what: str) -> None:
    """Raise Problem 422 if a name or a handle could be taken for the service's own, or for a bot's."""
    if is_reserved(text):
        detail = f"This {what} is reserved for the service and its bots, or looks like one that is. Choose another."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "reserved-name", detail)


def is_reserved(text: str) -> bool:
    """Whether a name could be taken for one of the service or of a bot.

    It looks like reserved names, also with something in brackets after them; begins like a bot's; has the name of the
    service in it; or begins or ends with a word of those who run the service.
    """
    found = plain_skeletons(text) | plain_skeletons(before_brackets(text))
    if any(pattern_of_reserved_names().fullmatch(each) or each.startswith(bots()) for each in found):
        return True
    words = split_words(text)
    ends = plain_skeletons(words[0]) | plain_skeletons(words[-1]) if words else frozenset()
    # Some letters look like letters of another script only as capitals, or as small ones.
    return bool(ends & appearances(FIRST_OR_LAST)) or any(
        service in each for each in found | plain_skeletons(text.upper()) for service in appearances((SERVICE,))
    )


def plain_skeletons(text: str) -> frozenset[str]:
    """Return the skeletons of a text without marks above and below letters, which are easily overlooked."""
    return frozenset(
        "".join(char for char in each if not unicodedata.category(char).startswith("M")) for each in skeletons(text)
    )


def split_words(text: str) -> list[str]:
    """Split a text where it has neither a letter, a mark nor a digit, without characters that are not displayed."""
    shown = (char for char in text if unicodedata.category(char) != "Cf")
    return "".join(char if unicodedata.category(char)[0] in "LMN" else " " for char in shown).split()


def before_brackets(text: str) -> str:
    """Return a text as far as its first opening bracket."""
    return "".join(takewhile(lambda char: unicodedata.category(char) != "Ps", text))


@cache
def pattern_of_reserved_names() -> re.Pattern[str]:
    """Return a pattern of the skeletons of texts that consist of reserved names only."""
    return re.compile(f"(?:{'|'.join(map(re.escape, sorted(appearances(RESERVED))))})+")


@cache
def appearances(names: tuple[str, ...]) -> frozenset[str]:
    """The skeletons of names in each case."""
    written = (case for name in names for case in (name.lower(), name.upper(), name.title()))
    return frozenset().union(*map(plain_skeletons, written))


@cache
def bots() -> tuple[str, ...]:
    """Return the skeletons that begin the names of bots."""
    return tuple(sorted({each for strategy in STRATEGIES for each in plain_skeletons(f"Bot {strategy}")}))


def tidy(handle: str) -> str:
    """A handle as it is stored."""
    return fold_handle(handle.strip().removeprefix("@"))


def fold_handle(text: str) -> str:
    """Fold a text into characters that can be typed.

    Without joiners and variation selectors, with a plain i for the Turkish capital, and with the sigma that stands
    within Greek words also for the one at their ends, in whichever way it was typed.
    """
    return fold(text.translate(NOT_TYPED)).replace(DOTTED_I, "i")


def is_well_formed(handle: str) -> bool:
    """Whether a tidy handle has letters and digits only, with single separators between them."""
    parts = re.split(f"[{re.escape(SEPARATORS)}]", handle)
    return len(handle) <= LONGEST and all(part and not is_mark(part[0]) and all(map(belongs, part)) for part in parts)


def belongs(char: str) -> bool:
    """Whether a character may stand in a handle besides the separators."""
    return is_visible(char) and (unicodedata.category(char)[0] == "L" or is_mark(char) or char.isdecimal())


def is_mark(char: str) -> bool:
    """Whether a character is written with the letter before it, as an accent or a vowel sign; no frame or stroke is."""
    return unicodedata.category(char) in ("Mn", "Mc") and unicodedata.combining(char) != OVERLAY


def candidates(name: str) -> Iterator[str]:
    """Yield handles for a name: the name itself, then with a number that has more and more digits."""
    base = slug(name)
    if base == "" or is_reserved(base):
        base = FALLBACK
    else:
        yield base
    for digits in range(2, TRIES):
        yield f"{base}-{10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"


def slug(name: str) -> str:
    """A name as a handle; empty where it has neither letters nor digits."""
    # What stands on a letter leaves it without a gap.
    shown = (char for char in fold_handle(name) if belongs(char) or unicodedata.category(char)[0] != "M")
    words = "".join(char if belongs(char) else " " for char in shown).split()
    written = ("".join(dropwhile(is_mark, word)) for word in words)
    return "-".join(filter(None, written))[:LONGEST_MADE].rstrip("-")


class Named(NamedTuple):
    """The name of a player, the handle, and whether a program plays; a deleted player has no handle."""

    name: str
    handle: str | None
    bot: bool = False

    def json(self, player: str) -> dict[str, Any]:
        """A player on the wire."""
        return {"id": player, "name": self.name, "handle": self.handle, "bot": self.bot}

    @property
    def full(self) -> str:
        """The name with the handle."""
        return self.name if self.handle is None else f"{self.name} (@{self.handle})"


def distinguish(players: Sequence[Named | None]) -> list[str | None]:
    """Return the names of players for use within sentences, with their handles where two names look alike."""
    looks = Counter(skeleton(each.name) for each in players if each)
    return [each and (each.full if looks[skeleton(each.name)] > 1 else each.name) for each in players]


class Given(NamedTuple):
    """The handle of a player, and the key by which it is unique."""

    player: str
    handle: str
    skeleton: str


OF_BOTS: Final = "bot:"
"""Beginning of the handles of bots; no person can have a colon in theirs."""


def of_bot(player: str, strategy: str) -> Given:
    """The handle of a bot; no person can have a blank in a skeleton."""
    return Given(player, f"{OF_BOTS}{strategy}-{player[-6:]}", f"bot {player}")
