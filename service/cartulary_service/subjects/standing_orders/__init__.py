"""Orders by which a seat acts when a condition comes true."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.standing_orders import personal_data, routes, ticks

SUBJECT: Final = Subject(
    name="standing_orders", blueprint=routes.blueprint, ticks=(ticks.Firing,), personal_data=personal_data.ORDERS
)
