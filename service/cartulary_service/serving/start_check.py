"""The check that a process makes before it serves: of its database's schema, and of its keys."""

from collections.abc import Sequence
from dataclasses import replace

from cartulary_service.config import Config
from cartulary_service.diagnostics import Finding
from cartulary_service.store.database import SECONDS_TO_CONNECT, Database, DatabaseUnavailable
from cartulary_service.store.schema import MissingSchema, UnfitSchema, require_schema
from cartulary_service.trust.keys import Keys, UnfitKeys
from cartulary_service.trust.push_keys import find_lost
from cartulary_service.trust.signing_keys import admit

UNFIT = (UnfitSchema, UnfitKeys)


def check_installation(config: Config, signs: bool = True, makes_first: bool = True) -> str | None:
    """Check the database's schema and the keys; return what the check has to wait for, in words. Raises UNFIT.

    A process that signs needs the key that signed last. `makes_first`: make the first key, if there has been none.
    """
    own = Keys(config.keys_folder)
    database = Database(replace(config, pool_size=1))
    try:
        require_schema(config.database_url or "", SECONDS_TO_CONNECT)
        if signs:
            admit(database, own, makes_first)
    except MissingSchema:
        return "the schema of the database (run: cartulary migrate)"
    except DatabaseUnavailable as error:
        # The service may start before its database, but only that knows whether a first key is in order.
        if makes_first and not own.exist():
            words = f"There is no key in {own.folder}, and the database cannot be asked whether there was one: {error}."
            raise UnfitKeys(words) from error
        return f"the database ({error})"
    finally:
        database.close()
    return None


def list_losses(config: Config) -> Sequence[Finding]:
    """Return what is amiss with an installation that is fit to serve all the same."""
    database = Database(replace(config, pool_size=1))
    try:
        return [*find_lost(database, config.keys_folder)]
    except DatabaseUnavailable:
        return ()
    finally:
        database.close()
