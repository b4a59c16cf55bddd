"""The API: one blueprint per resource of openapi.yaml."""

from flask import Flask

from service.api import actions, audit, catalogue, events, games, invites, notices, players, telling, webhooks
from service.api.contract import BASE


def init_app(app: Flask) -> None:
    """Register every resource."""
    for resource in (catalogue, players, games, invites, actions, events, telling, webhooks, notices, audit):
        app.register_blueprint(resource.blueprint, url_prefix=BASE)
