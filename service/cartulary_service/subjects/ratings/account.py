"""Ratings in accounts: the choice to be rated, and the ratings that everybody sees."""

from collections.abc import Mapping
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import AccountPart
from cartulary_service.subjects.ratings import consent, queries


def show(database: Database, player: str) -> Mapping[str, Any]:
    return {"ratings": queries.list_ratings(database, player)}


RATED: Final = AccountPart("rated", consent.is_rated, consent.choose, show)
