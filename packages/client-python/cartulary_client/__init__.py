"""A client of Cartulary: requests, retries, streams that resume, and bots."""

from cartulary_client.async_client import AsyncClient
from cartulary_client.bot import AsyncBot, Bot
from cartulary_client.client import Client
from cartulary_client.errors import CartularyError, Distrust, NoAnswer, Problem
from cartulary_client.receipts import Doubt, Receipts
from cartulary_client.request import new_key
from cartulary_client.retries import Retries
from cartulary_client.signing import ActionKey, publication
from cartulary_client.types import Action, Event, Game

__all__ = [
    "Action",
    "ActionKey",
    "AsyncBot",
    "AsyncClient",
    "Bot",
    "CartularyError",
    "Client",
    "Distrust",
    "Doubt",
    "Event",
    "Game",
    "NoAnswer",
    "Problem",
    "Receipts",
    "Retries",
    "new_key",
    "publication",
]
__version__ = "1.0.0"
