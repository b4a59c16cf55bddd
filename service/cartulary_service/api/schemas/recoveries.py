"""Recovery of accounts, on the wire."""

from typing import Any

from marshmallow import Schema, fields, post_load, validate, validates

from cartulary_service.api.schemas.message_schemas import NOT_EMPTY, Strict, StrictBoolean
from cartulary_service.api.schemas.players import Labelled, require_handle
from cartulary_service.players import handles

LONGEST_CODE = 100


class RecoveryCodes(Schema):
    """New recovery codes, shown this once."""

    codes = fields.List(fields.String(), required=True)


class WantedRecovery(Strict):
    """The player who wants a code."""

    handle = fields.String(required=True, metadata=NOT_EMPTY)

    @validates("handle")
    def require_well_formed(self, value: str, data_key: str) -> None:
        """Any handle that could be, whether there is a player or not."""
        require_handle(value)

    @post_load
    def tidy(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Normalise the handle."""
        return data | {"handle": handles.tidy(data["handle"])}


class NewRecovery(WantedRecovery, Labelled):
    """A recovery code of a player."""

    code = fields.String(required=True, validate=validate.Length(1, LONGEST_CODE))
    revoke_others = StrictBoolean(load_default=False)
