"""Events in words, by the phrases that the service's catalogue has for a game."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from cartulary.i18n.phrases import Localizer, Phrases
from cartulary_mcp.service_client import Json, ServiceClient

NOBODY: Final = "nobody"


class GameWords:
    """The phrases and names of a game, from its entry in the catalogue."""

    def __init__(self, catalogue: Json) -> None:
        self.catalogue = catalogue
        self._phrases = Phrases(events=catalogue["phrases"], labels={}, names=names_of(catalogue), values={})
        self._secrets = {(each["type"], each["v"]): [*each["secret"]] for each in catalogue["events"]}

    def narrate(self, game: Json, events: Iterable[Json]) -> list[str]:
        """Return a sentence for each event that is worth telling, recorded or foreseen by a dry run."""
        localizer = Localizer(self._phrases, [name_of(seat) for seat in game["seats"]])
        sentences = (self._sentence(localizer, each["public"], each.get("private") or {}) for each in events)
        return [each for each in sentences if each]

    def _sentence(self, localizer: Localizer, public: Json, private: Mapping[str, Any]) -> str | None:
        # A dry run does not say which fields are hidden; the catalogue does.
        secrets = self._secrets.get((public["type"], public["v"]), [])
        if public["type"] not in self._phrases.events:
            return str(public["type"])
        return localizer.narrate({"secrets": secrets} | public, private)


def names_of(catalogue: Json) -> dict[str, str]:
    """Return the names of everything that has an id in a game: cards and places have theirs in lists of their own."""
    lists = [each for each in catalogue.values() if isinstance(each, list)]
    things = {each["id"]: each["name"] for items in lists for each in items if isinstance(each, dict) and "id" in each}
    return {**catalogue["names"], **things}


def name_of(seat: Json) -> str:
    return seat["player"]["name"] if seat["player"] else NOBODY


class Vocabulary:
    """The words of all games of a service, read once."""

    def __init__(self) -> None:
        self._known: dict[str, GameWords] = {}

    async def of(self, client: ServiceClient, game: str) -> GameWords:
        """Return the words of a game. Raises Refusal."""
        if game not in self._known:
            self._known[game] = GameWords(await client.get(f"/v1/catalogue/{game}"))
        return self._known[game]
