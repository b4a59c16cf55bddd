"""The API: one blueprint per resource of openapi.yaml."""

from flask import Flask

from service.api import (
    actions,
    archive,
    audit,
    catalogue,
    chat,
    events,
    feed,
    forks,
    games,
    invites,
    mutes,
    notes,
    notices,
    orders,
    players,
    telling,
    webhooks,
)
from service.api.contract import BASE, tell_caches, tell_limits
from service.api.deprecation import tell_deprecation


def init_app(app: Flask) -> None:
    """Register every resource."""
    playing = (games, forks, invites, actions, orders, events, feed, telling, notes, chat, mutes)
    resources = (catalogue, players, *playing, webhooks, notices, audit, archive)
    app.after_request(tell_caches)
    app.after_request(tell_limits)
    app.after_request(tell_deprecation)
    for resource in resources:
        app.register_blueprint(resource.blueprint, url_prefix=BASE)
