"""Native hash partitions by game: what the service asks over them is what a distributed database would be asked."""

from typing import Any, Final

import psycopg
from psycopg.sql import SQL, Identifier, Literal

from tests.service.statements import KEYS

KEYS_TO: Final = """
    select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = %s::regclass and contype = 'f'
"""
RIGHTS: Final = """
    select privilege_type, grantee::regrole::text, null from pg_class, aclexplode(relacl)
    where oid = %(table)s::regclass and grantee <> relowner
    union all
    select privilege_type, grantee::regrole::text, quote_ident(attname)
    from pg_attribute, aclexplode(attacl) where attrelid = %(table)s::regclass and not attisdropped
"""
INDEXES: Final = "select indexrelid::regclass::text from pg_index where indrelid = %s::regclass order by indexrelid"

Session = psycopg.Connection[Any]


def split(url: str, number: int) -> None:
    """Replace each table by game, with its keys and rights, by one with so many partitions; there are no games yet."""
    if not number:
        return
    with psycopg.connect(url) as session:
        for table, key in KEYS.items():
            replace(session, table, key, number)


def replace(session: Session, table: str, key: str, number: int) -> None:
    """Replace one table."""
    keys_to = session.execute(KEYS_TO, (table,)).fetchall()
    rights = session.execute(RIGHTS, {"table": table}).fetchall()
    whole, names = Identifier(f"{table}_whole"), {"table": Identifier(table), "key": Identifier(key)}
    session.execute(SQL("alter table {table} rename to {whole}").format(whole=whole, **names))
    free_names(session, f"{table}_whole")
    like = SQL("create table {table} (like {whole} including all) partition by hash ({key})")
    session.execute(like.format(whole=whole, **names))
    for remainder in range(number):
        part = SQL("create table {part} partition of {table} for values with (modulus {number}, remainder {remainder})")
        counts = {"number": Literal(number), "remainder": Literal(remainder)}
        session.execute(part.format(part=Identifier(f"{table}_{remainder}"), **counts, **names))
    session.execute(SQL("drop table {whole}").format(whole=whole))
    for name, definition in keys_to:
        added = SQL("alter table {table} add constraint {name} ").format(name=Identifier(name), **names)
        session.execute(added + SQL(definition))
    for right, role, column in rights:
        what = SQL(right if column is None else f"{right} ({column})")
        session.execute(SQL("grant {what} on {table} to {role}").format(what=what, role=Identifier(role), **names))


def free_names(session: Session, table: str) -> None:
    """Rename the indexes of a table, for its successor has the same names."""
    for (name,) in session.execute(INDEXES, (table,)).fetchall():
        old, new = Identifier(name), Identifier(f"{name[:50]}_whole")
        session.execute(SQL("alter index {old} rename to {new}").format(old=old, new=new))


def title(what: str, partitions: int) -> str:
    """The title of a run, which says over how many partitions it is."""
    return f"{what} over {partitions} partitions" if partitions else what
