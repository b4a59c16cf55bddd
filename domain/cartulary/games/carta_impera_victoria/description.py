"""The description of the game in the catalogue, in each language."""

from pathlib import Path
from typing import Any, Final

from cartulary.games.carta_impera_victoria.cards import COPIES, EPOCH_OF, KINDS, RELIGION, SPHERE_OF, SPHERES
from cartulary.games.carta_impera_victoria.editions import EDITIONS
from cartulary.games.carta_impera_victoria.effects import DISCARD_EFFECTS, EFFECTS, Effect
from cartulary.games.carta_impera_victoria.rules import HAND_LIMITS, THRESHOLDS
from cartulary.i18n.catalogues import load_catalogue

LOCALE: Final = Path(__file__).parent / "locale"
"""The game's message catalogues."""
ROMAN: Final = ("", "I", "II", "III")


def name(key: str, language: str) -> str:
    return load_catalogue(LOCALE, language)["names"][key]


def describe(language: str) -> dict[str, Any]:
    """Return the game's entry in the catalogue."""
    return {
        "name": name("carta-impera-victoria", language),
        "editions": [edition_entry(each, language) for each in EDITIONS],
        "spheres": [{"id": sphere, "name": name(sphere, language)} for sphere in SPHERES],
        "kinds": [kind_entry(kind, language) for kind in range(len(KINDS))],
        "effects": effect_entries(language),
        "names": dict(load_catalogue(LOCALE, language)["names"]),
    }


def edition_entry(edition: str, language: str) -> dict[str, Any]:
    """Return an edition with the properties in which editions differ."""
    record = EDITIONS[edition]
    rules = {
        "draft_direction": "clockwise" if record.draft_direction == 1 else "counter-clockwise",
        "may_target_self": record.may_target_self,
        "own_embargo_at_once": record.own_embargo_at_once,
        "token_to_overtaker": record.token_to_overtaker,
    }
    return {"id": edition, "name": name(edition, language), "rules": rules}


def kind_entry(kind: int, language: str) -> dict[str, Any]:
    """Return a kind of card."""
    sphere, epoch = SPHERES[SPHERE_OF[kind]], EPOCH_OF[kind]
    return {
        "id": KINDS[kind],
        "name": f"{name(sphere, language)} {ROMAN[epoch]}",
        "sphere": sphere,
        "epoch": epoch,
        "count": COPIES[kind],
    }


def effect_entries(language: str) -> list[dict[str, Any]]:
    """Return every effect with its sphere, and permanent ones with their level and what it takes and gives."""
    permanent = [
        effect_entry(each.name, SPHERES[each.sphere], "permanent", language, each) for each in EFFECTS.values()
    ]
    discard = [
        effect_entry(each, SPHERES[sphere], "discard", language) for sphere, each in enumerate(DISCARD_EFFECTS) if each
    ]
    return [*permanent, effect_entry("inspiration", "culture", "permanent", language), *discard]


def effect_entry(key: str, sphere: str, kind: str, language: str, effect: Effect | None = None) -> dict[str, Any]:
    """Return an effect; `effect` is given for those that so many cards of a sphere open."""
    return {
        "id": key,
        "name": name(key, language),
        "sphere": sphere,
        "kind": kind,
        "level": effect and effect.level,
        "cards": effect and {str(seats): cards[effect.level - 1] for seats, cards in THRESHOLDS.items()},
        "hand_limit": HAND_LIMITS[effect.level] if effect and effect.sphere == RELIGION else None,
    }
