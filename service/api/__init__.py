"""The API: one blueprint per resource of openapi.yaml."""

from flask import Flask

from service.api import (
    actions,
    audit,
    catalogue,
    events,
    feed,
    games,
    invites,
    notices,
    players,
    telling,
    webhooks,
)
from service.api.contract import BASE


def init_app(app: Flask) -> None:
    """Register every resource."""
    resources = (catalogue, players, games, invites, actions, events, feed, telling, webhooks, notices, audit)
    for resource in resources:
        app.register_blueprint(resource.blueprint, url_prefix=BASE)
