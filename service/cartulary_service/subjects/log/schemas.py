"""Cosignatures of the transparency log, on the wire."""

from typing import Final

from marshmallow import fields, validate

from cartulary_service.api.schemas.message_schemas import Strict, StrictInteger

LARGEST_SIZE: Final = 2**53 - 1
LONGEST_LINE: Final = 500


class NewCosignature(Strict):
    """A line of a witness below a checkpoint."""

    size = StrictInteger(required=True, validate=validate.Range(1, LARGEST_SIZE))
    line = fields.String(required=True, validate=validate.Length(1, LONGEST_LINE))
