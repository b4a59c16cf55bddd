"""The transparency log of games, in the form of C2SP tlog-tiles."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response

from cartulary_service.api.operations import PUBLIC, Call, operation
from cartulary_service.api.replies import OCTETS
from cartulary_service.subjects.log import cosigning, documents
from cartulary_service.subjects.log.growth import origin_of
from cartulary_service.subjects.log.schemas import NewCosignature

PLAIN: Final = "text/plain"
FEW_SECONDS: Final = "public, max-age=5"
FOR_EVER: Final = "public, max-age=31536000, immutable"

blueprint = Blueprint("transparency_log", __name__)


@operation(
    blueprint,
    "GET",
    "/log/checkpoint",
    access=PUBLIC,
    answers={200: None},
    media_types=(PLAIN,),
)
def read_log_checkpoint(call: Call) -> Response:
    """Read the newest checkpoint of the log.

    A signed note as C2SP tlog-checkpoint has it: the log's name, its size and its root. The service signs it with its
    key under the log's name; a line of each witness that has cosigned it follows.
    """
    signer = call.keys.active()
    note = documents.read_checkpoint(call.database, signer, origin_of(call.config, signer))
    return Response(note, HTTPStatus.OK, {"Cache-Control": FEW_SECONDS}, content_type=f"{PLAIN}; charset=utf-8")


@operation(
    blueprint,
    "GET",
    "/log/tile/<path:tile>",
    access=PUBLIC,
    answers={200: None},
    media_types=(OCTETS,),
)
def read_log_tile(call: Call) -> Response:
    """Read a tile of the log.

    256 hashes of the Merkle tree, or fewer in a partial tile, as C2SP tlog-tiles has them: `0/000` has the first
    leaves, `1/000` the hashes of the first full tiles, `0/001.p/17` is 17 hashes wide. `entries/000` has the entries
    themselves, each with its length before it in two bytes. An entry is JSON: `game`, `version` and `head`, or
    `blinded` for a private game.
    """
    data = documents.read_tile(call.database, call.path["tile"])
    return Response(data, HTTPStatus.OK, {"Cache-Control": FOR_EVER}, content_type=OCTETS)


@operation(
    blueprint,
    "POST",
    "/log/cosignatures",
    access=PUBLIC,
    body=NewCosignature,
    answers={204: None},
    repeatable=True,
)
def add_cosignature(call: Call) -> Response:
    """Add the cosignature of a witness to a checkpoint.

    A signature line as C2SP tlog-cosignature has it, by a witness that the operator has set. A checkpoint has one of
    each witness, the first that comes.
    """
    cosigning.take(call.database, call.config, call.body["size"], call.body["line"])
    return Response(status=HTTPStatus.NO_CONTENT)
