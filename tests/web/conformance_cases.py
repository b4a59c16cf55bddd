"""The cases of the conformance set; a function with `@conforming` in one of these modules adds one."""

from typing import Final

from tests.web import conformance_attacks, conformance_authority, conformance_damage, conformance_games
from tests.web.conformance import SCENARIOS

MODULES: Final = (conformance_games, conformance_attacks, conformance_damage, conformance_authority)
CASES: Final = SCENARIOS
