"""Pictures of positions on the wire."""

from marshmallow import Schema, fields, validate

from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.api import viewpoints


class PictureQuery(Schema):
    """The audience to look through, and the language of the words."""

    audience = fields.String(data_key="as", load_default=None, validate=validate.OneOf(viewpoints.NAMES))
    lang = fields.String(load_default=None, validate=validate.OneOf(LANGUAGES))
