"""Ratings of players who have opted in."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.ratings import account, personal_data, queries, ticks
from cartulary_service.subjects.ratings.projection import RATINGS

SUBJECT: Final = Subject(
    name="ratings",
    ticks=(ticks.Rating,),
    personal_data=personal_data.RATINGS,
    account=account.RATED,
    results=queries.RATED_GAMES,
    projection=RATINGS,
)
