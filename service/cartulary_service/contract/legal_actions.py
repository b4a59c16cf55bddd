"""Legal actions as they are listed: those that are posted, and forms in which something is left to choose."""

from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary_service.contract.descriptions import part_text, prefix, property_text
from cartulary_service.contract.openness import SCHEMAS

Json = dict[str, Any]

LISTED: Final = "LegalAction"
FORM: Final = "ActionForm"


def type_legal_actions(schemas: Json) -> None:
    """Refer to the actions that are posted, and to a form of them, where legal actions are told."""
    schemas[FORM] = {
        "description": part_text(FORM),
        "type": "object",
        "properties": {
            "type": {"type": "string"} | property_text(FORM, "type"),
            "choose": {"type": "object", "additionalProperties": refer("Choice")} | property_text(FORM, "choose"),
        },
        "required": ["choose", "type"],
        "additionalProperties": True,
    }
    posted = [refer(f"{prefix(game)}Action") for game in CATALOGUE]
    schemas[LISTED] = {"description": part_text(LISTED), "anyOf": [*posted, refer(FORM)]}
    for where, name in (("LegalActions", "actions"), ("Problem", "legal")):
        schemas[where]["properties"][name]["items"] = refer(LISTED)


def refer(name: str) -> Json:
    return {"$ref": f"{SCHEMAS}{name}"}
