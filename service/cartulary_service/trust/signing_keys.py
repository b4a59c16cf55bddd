"""The public keys that have signed for this service, which its database remembers."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from cartulary.signing.notes import PublicKey, public_key
from cartulary_service.diagnostics import Finding, warning, wrong
from cartulary_service.store.database import Connection, Database, DatabaseUnavailable, connection
from cartulary_service.trust.keys import Keys, UnfitKeys

ONE_AT_A_TIME: Final = "select pg_advisory_xact_lock(hashtext('cartulary keys'))"
ADD: Final = "insert into signing_keys (key) values (%s) on conflict do nothing"


class LostKey(UnfitKeys):
    """The folder of the keys lacks the one that signed last; says what to do."""

    def describe(self, games: Path | None) -> str:
        """Return what to do. `games`: the folder in which the games lie, where it is one of ours."""
        return str(self) if games is None else f"{self}. To begin anew without the games, stop serve and delete {games}"


def admit(database: Database, keys: Keys, makes_first: bool) -> None:
    """Remember the keys of the folder, before any of them signs. Raises UnfitKeys.

    Of two hosts that start with empty folders of their own, one makes the first key and the other one is refused.
    """
    with connection(database.serving) as c, c.transaction():
        c.execute(ONE_AT_A_TIME)
        known = list_known(c)
        if makes_first and not known:
            keys.make_first()
        require_signer(keys, known)
        add(c, keys)


def make(database: Database, keys: Keys, replaces_lost: bool) -> None:
    """Make a new key, which signs from now on. Raises UnfitKeys.

    `replaces_lost`: only in place of a lost one; without it, only where none is lost.
    """
    with connection(database.serving) as c, c.transaction():
        c.execute(ONE_AT_A_TIME)
        known = list_known(c)
        if not replaces_lost:
            require_signer(keys, known)
        elif not is_lost(keys, known):
            raise UnfitKeys(
                f"No key is lost: KEYS_DIR ({keys.folder}) has the one that signed last. To sign with a new one all "
                "the same, run: cartulary keys --new"
            )
        keys.make()
        add(c, keys)


def add(c: Connection, keys: Keys) -> None:
    for each in keys.signers():
        c.execute(ADD, (each.public.text(),))


def require_signer(keys: Keys, known: Sequence[str]) -> None:
    """Raise LostKey if the folder lacks the last of these keys."""
    if is_lost(keys, known):
        raise LostKey(
            f"KEYS_DIR ({keys.folder}) lacks the key {known[-1]}, which signed last. Restore the folder from your "
            "backup, or, if the key is lost for good, go on with a new one: cartulary keys --replace-lost"
        )


def is_lost(keys: Keys, known: Sequence[str]) -> bool:
    """Whether the folder lacks the last of these keys."""
    return bool(known) and known[-1] not in [each.public.text() for each in keys.signers()]


def list_known(c: Connection) -> Sequence[str]:
    """Return the public keys that have signed, the oldest first."""
    return [row[0] for row in c.execute("select key from signing_keys order by place")]


def list_shown(database: Database, keys: Keys) -> Sequence[PublicKey]:
    """Return all public keys by which receipts can be checked, the oldest first; the database is asked once a key.

    While it is away these are the keys of the folder.
    """
    own = [each.public for each in keys.signers()]
    if not own or any(each not in keys.shown for each in own):
        try:
            with connection(database.public) as c:
                known = [public_key(each) for each in list_known(c)]
        except DatabaseUnavailable:
            return own
        keys.shown = [*known, *(each for each in own if each not in known)]
    return keys.shown


def describe_all(database: Database, keys: Keys) -> Iterator[str]:
    """Yield a line for each key that has signed, and for each of the folder that has not. Raises UnfitKeys."""
    own = [each.public for each in keys.signers()]
    with connection(database.public) as c:
        known = [public_key(each) for each in list_known(c)]
    for each in known:
        yield f"{each.text()}  {each.fingerprint}{'' if each in own else '  not in KEYS_DIR'}"
    for each in own:
        if each not in known:
            yield f"{each.text()}  {each.fingerprint}  in KEYS_DIR, and has never signed for this installation"


def of_known_keys(known: Sequence[str], keys: Keys, games: Path | None) -> Iterator[Finding]:
    """Whether the keys that have signed are there, the oldest first. `games`: as in `LostKey.describe`."""
    # A key that cannot be read is found by itself.
    try:
        require_signer(keys, known)
        own = [each.public.text() for each in keys.signers()]
        for each in known:
            if each not in own:
                words = f"{keys.folder} lacks the file of {each}, which no longer signs; what it has signed can still"
                yield warning("keys", f"{words} be checked by its public key, which the database keeps")
    except LostKey as error:
        yield wrong("keys", error.describe(games))
    except UnfitKeys:
        return
