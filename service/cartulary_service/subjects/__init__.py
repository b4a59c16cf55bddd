"""The list of all subjects, each a folder here: all that the service does beside its core."""

from collections.abc import Sequence
from typing import Final

from cartulary_service.api.operations import OPERATIONS as DECLARED
from cartulary_service.api.operations import Operation
from cartulary_service.config import ALL_SUBJECTS
from cartulary_service.store.sealing import Awaited
from cartulary_service.subject import Subject
from cartulary_service.subjects import (
    analyses,
    archive,
    calendars,
    chat,
    feed,
    forks,
    log,
    moderation,
    mutes,
    narration,
    notes,
    notices,
    oauth,
    organisers,
    pictures,
    ratings,
    standing_orders,
)

SUBJECTS: Final[Sequence[Subject]] = (
    chat.SUBJECT,
    mutes.SUBJECT,
    oauth.SUBJECT,
    feed.SUBJECT,
    narration.SUBJECT,
    notes.SUBJECT,
    standing_orders.SUBJECT,
    forks.SUBJECT,
    analyses.SUBJECT,
    archive.SUBJECT,
    pictures.SUBJECT,
    log.SUBJECT,
    moderation.SUBJECT,
    organisers.SUBJECT,
    ratings.SUBJECT,
    notices.SUBJECT,
    calendars.SUBJECT,
)
OPERATIONS: Final[Sequence[Operation]] = sorted(DECLARED, key=lambda each: each.path)
"""All operations, of the core too, now that all subjects are imported."""


def chosen(setting: str) -> Sequence[Subject]:
    """Return the subjects of the setting `SUBJECTS`."""
    names = {each.strip() for each in setting.split(",")}
    return [each for each in SUBJECTS if setting == ALL_SUBJECTS or each.name in names]


def list_awaited(setting: str) -> Sequence[Awaited]:
    """Return what tells of games that the chosen subjects have yet to read before they are sealed."""
    return [each.has_yet_to_read for each in chosen(setting) if each.has_yet_to_read is not None]
