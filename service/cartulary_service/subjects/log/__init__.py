"""The transparency log: a tree of the heads of all games, which witnesses cosign."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.log import documents, routes, ticks
from cartulary_service.subjects.log.growth import list_lacking
from cartulary_service.subjects.log.projection import LOG

SUBJECT: Final = Subject(
    name="log",
    blueprint=routes.blueprint,
    ticks=(ticks.Growing,),
    proofs=documents.prove_heads,
    projection=LOG,
    has_yet_to_read=list_lacking,
    signs=True,
)
