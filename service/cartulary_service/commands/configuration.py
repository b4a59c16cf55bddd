"""The command that shows the settings in force."""

import os
import re
import sys
from pathlib import Path
from typing import Any, Final

import click

from cartulary.commands.terminal import fail, say
from cartulary_service.config import Config, settings
from cartulary_service.terminal import (
    WRONG_CONFIG,
    Command,
    json_option,
    load_config,
    print_json,
    text_of,
    warn_of_misspelt,
)

HIDDEN: Final = "hidden"
DATABASES: Final = ("DATABASE_URL", "REPLICA_URL")
CREDENTIALS: Final = re.compile(r"(?<=://).*@", re.DOTALL)
"""User and password of a URL, whatever characters they have."""


@click.command("config", cls=Command)
@json_option
def show_config(as_json: bool) -> None:
    """Show every setting with its value in force and where that comes from; passwords are hidden.

    The exit status is 1 if a variable of the environment looks like a misspelt setting.
    """
    config = load_config()
    found = {
        each.variable: {
            "value": value_of(config, each.variable),
            "source": "environment" if os.environ.get(each.variable) else "default",
        }
        for each in settings()
    }
    if as_json:
        print_json(found)
    else:
        width = max(map(len, found))
        for name, each in found.items():
            say(f"{name:{width}}  {each['source']:11}  {text_of(each['value'])}")
    sys.exit(warn_of_misspelt())


def value_of(config: Config, variable: str) -> Any:
    """Return the value of a setting as it may be shown."""
    if variable == "KEYS_DIR":
        return str(config.keys_folder)
    # The file of a password is no field of the settings: it is read into the URLs.
    value = getattr(config, variable.lower(), os.environ.get(variable) or None)
    if value is not None and variable in DATABASES:
        return hide_password(variable, value)
    return CREDENTIALS.sub(f"{HIDDEN}@", str(value)) if isinstance(value, str | Path) else value


def hide_password(variable: str, url: str) -> str:
    """Return the connection string of a database, as libpq reads it, without its passwords."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    try:
        parts: dict[str, Any] = conninfo_to_dict(url)
    except ProgrammingError:
        fail(f"{variable} is not a PostgreSQL connection string.", WRONG_CONFIG)
    return make_conninfo(**parts | {name: HIDDEN for name in ("password", "sslpassword") if name in parts})
