"""The API: one blueprint per resource of openapi.yaml."""

from flask import Flask

from cartulary_service.api import (
    actions,
    audit,
    catalogue,
    events,
    games,
    invitations,
    players,
    recoveries,
)
from cartulary_service.api.replies import BASE
from cartulary_service.api.response_headers import tell_caches, tell_deprecation, tell_limits, tell_tag


def init_app(app: Flask) -> None:
    """Register every resource."""
    resources = (
        catalogue,
        players,
        recoveries,
        games,
        invitations,
        actions,
        events,
        audit,
    )
    app.after_request(tell_tag)
    app.after_request(tell_caches)
    app.after_request(tell_limits)
    app.after_request(tell_deprecation)
    for resource in resources:
        app.register_blueprint(resource.blueprint, url_prefix=BASE)
