"""Events as sentences and views as lines, in the reader's language."""

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, Final, NamedTuple

from cartulary.i18n.catalogues import Texts

NONE: Final = "–"
ACCUSATIVE: Final = "@accusative"
"""Behind an id, the key of its name in the accusative, in languages where some names have one of their own."""
SENSES: Final = {
    "actions": "@action",
    "fields": "@field",
    "options": "@option",
    "results": "@result",
    "statuses": "@status",
    "steps": "@step",
}
"""Sections of words for ids that are called otherwise in one sense, by what stands behind the id in `names`."""
SENSE_OF: Final = {"step": "@step", "type": "@action"}
"""In which sense members of views hold an id: the step of a turn, and the action that is awaited."""
SEATS: Final = ("active", "first", "dealer", "seat", "target", "attacker", "defender")
"""Members of views that hold seats, in any game."""
HOLDERS: Final = ("leaders",)
"""Members of views whose own members each hold a seat."""


class Phrases(NamedTuple):
    """The texts of a game in one language."""

    events: Texts
    """A phrase for each event, to follow the name of its seat; empty for an event that is not worth telling.

    The key `Event?` holds the phrase for readers who may not see everything that the event hides, `Event@kind` that for
    an event of this `kind`. Placeholders are fields of the event: `{cards}` by name, `{cards:accusative}` or
    `{how:result}` by the name in that case or sense, `{target:seat}` by player, `{plot:place}` counted from 1,
    `{until:time}` to the minute, `{backs:sum}` added up, `{losses:count}` counted. The forms of a word may follow:
    `{backs:sum|card|cards}`, `{turns:|turn|turns}`.
    """
    labels: Texts
    """Labels of members of a view that have no name in the game."""
    names: Texts
    """Names of everything that has an id, and all labels."""
    values: Texts
    """Words for `true` and `false`."""


class Localizer(Formatter):
    """Words events and views of a match by the phrases of its game and the names of its players."""

    def __init__(self, phrases: Phrases, players: Sequence[str]) -> None:
        self.phrases = phrases
        self.players = players

    def narrate(self, public: Mapping[str, Any], private: Mapping[str, Any]) -> str | None:
        """Return the sentence for an event, as far as the reader may see it; None if it is not worth telling."""
        events, seat = self.phrases.events, public["seat"]
        known = all(name in private for name in public["secrets"])
        special = f"{public['type']}@{public['data'].get('kind')}" if known else f"{public['type']}?"
        phrase = events.get(special, events[public["type"]])
        if not phrase:
            return None
        sentence = self.vformat(phrase, (), public["data"] | dict(private) | {"seat": seat})
        return sentence if seat is None else f"{self.players[seat]}: {sentence}"

    def tell_end(self, kind: str | None, winners: Sequence[int]) -> str:
        """Return the sentence for the end of a game, by its result."""
        events = self.phrases.events
        phrase = events.get(f"GameEnded@{kind}", events["GameEnded"])
        return self.vformat(phrase, (), {"kind": kind, "winners": [*winners]})

    def format_field(self, value: Any, format_spec: str) -> str:
        form, *words = format_spec.split("|")
        match form:
            case "seat":
                return self.name_seat(value)
            case "place":
                return self.name([each + 1 for each in value] if isinstance(value, list) else value + 1)
            case "time":
                return f"{value[:10]} {value[11:16]} UTC"
            case "sum":
                number = sum(value.values())
            case "count":
                number = len(value)
            case _ if words:
                number = value
            case _:
                return self.name(value, form and f"@{form}")
        return f"{number} {choose_plural(number, words)}" if words else str(number)

    def name(self, value: Any, case: str = "") -> str:
        """Return a thing, several or a multiset of things by their names, in a case or sense."""
        if value is None or value in ({}, []):
            return NONE
        if isinstance(value, Mapping):
            parts = [(self.name(key, case), number) for key, number in value.items() if number]
            return ", ".join(name if number == 1 else f"{name} × {number}" for name, number in parts) or NONE
        if isinstance(value, list):
            return ", ".join(self.name(each, case) for each in value)
        names = self.phrases.names
        return names.get(f"{value}{case}", names.get(str(value), str(value)))

    def name_seat(self, value: Any) -> str:
        """Return a seat, or several, by the names of the players."""
        if isinstance(value, list):
            return ", ".join(map(self.name_seat, value)) or NONE
        return NONE if value is None else self.players[value]

    def label(self, key: str, within: str = "") -> str:
        """Return what a member of a view is called, or of one of its members."""
        names = self.phrases.names
        return names.get(f"{key}@{within}") or self.phrases.labels.get(key, names.get(key, key))

    def list_view(self, view: Mapping[str, Any], depth: int = 0, within: str = "") -> list[str]:
        """Return a view as lines, one for each member; those of nested members are indented."""
        return [line for key, value in view.items() for line in self._list_member(key, value, depth, within)]

    def _list_member(self, key: str, value: Any, depth: int, within: str) -> Iterator[str]:
        indent, label = "  " * depth, self.label(key, within)
        if key == "seats" and isinstance(value, list):
            for seat, each in enumerate(value):
                yield f"{indent}{self.players[seat]}"
                yield from self.list_view(each, depth + 1)
        elif (nested := self._list_nested(key, value, depth + 1)) is not None:
            yield f"{indent}{label}:"
            yield from nested
        else:
            yield f"{indent}{label}: {self._word_value(key, value)}"

    def _list_nested(self, key: str, value: Any, depth: int) -> list[str] | None:
        """Return the lines below a member; None if its value stands in the member's own line."""
        indent = "  " * depth
        if key in HOLDERS and isinstance(value, Mapping):
            return [f"{indent}{self.label(each)}: {self.name_seat(seat)}" for each, seat in value.items()]
        if isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
            return [f"{indent}{self._join(each)}" for each in value]
        if isinstance(value, Mapping) and not self._is_multiset(value):
            return self.list_view(value, depth, key)
        return None

    def _is_multiset(self, value: Mapping[str, Any]) -> bool:
        """Whether an object counts things rather than having members."""
        names, labels = self.phrases.names, self.phrases.labels
        are_things = all((key in names and key not in labels) or key.isdecimal() for key in value)
        return are_things and all(type(each) is int for each in value.values())

    def _join(self, value: Mapping[str, Any]) -> str:
        """Return an object in one line, without what is empty."""
        return "; ".join(line.strip() for line in self.list_view(value) if not line.endswith(f": {NONE}"))

    def _word_value(self, key: str, value: Any) -> str:
        if isinstance(value, bool):
            return self.phrases.values["true" if value else "false"]
        if key in SEATS and isinstance(value, int):
            return self.name_seat(value)
        if key == "hand" and value is None:
            return self.phrases.values["hidden"]
        return self.name(value, SENSE_OF.get(key, ""))


def choose_plural(number: int, words: Sequence[str]) -> str:
    """Return the form of a word for a number: of two forms as in English, of three as in Russian and Ukrainian."""
    if len(words) < 3:
        return words[0 if number == 1 else -1]
    if number % 10 == 1 and number % 100 != 11:
        return words[0]
    return words[1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2]
