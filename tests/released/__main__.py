"""Keep what is new as released, and say what it is; refuse what would break what was."""

import sys

from cartulary import __version__
from tests.released import contract, events, installation, shapes

try:
    events.release()
    shapes.write()
    if __version__ not in installation.versions():
        installation.keep()
    print("\n".join(f"- {each}" for each in contract.release()) or "The API has not changed.")
except (events.Changed, contract.Breaks) as error:
    sys.exit(str(error))
