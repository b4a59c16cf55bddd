"""Descriptions of frames on the wire, by the names that oEmbed has for them."""

from marshmallow import EXCLUDE, Schema, fields, validate

from cartulary_service.api.schemas.message_schemas import URI, QueryNumber


class OEmbedQuery(Schema):
    """The address of a replay, and the room for its frame. Consumers send parameters of their own besides."""

    class Meta:
        unknown = EXCLUDE

    url = fields.String(required=True)
    maxwidth = QueryNumber(load_default=None, validate=validate.Range(1))
    maxheight = QueryNumber(load_default=None, validate=validate.Range(1))
    format = fields.String(load_default="json")


class OEmbed(Schema):
    """A frame with a replay."""

    type = fields.String(required=True, validate=validate.Equal("rich"))
    version = fields.String(required=True, validate=validate.Equal("1.0"))
    title = fields.String(required=True)
    provider_name = fields.String(required=True)
    provider_url = fields.String(required=True, metadata=URI)
    cache_age = fields.Integer(required=True)
    html = fields.String(required=True)
    width = fields.Integer(required=True)
    height = fields.Integer(required=True)
    thumbnail_url = fields.String(required=True, metadata=URI)
    thumbnail_width = fields.Integer(required=True)
    thumbnail_height = fields.Integer(required=True)
