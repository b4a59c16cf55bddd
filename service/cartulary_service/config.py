"""The settings, all from the environment."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from importlib.util import find_spec
from os.path import isfile
from pathlib import Path
from typing import Any, Final, NamedTuple, Self
from urllib.parse import parse_qs, quote, urlsplit

from environs import Env, EnvError
from marshmallow.validate import OneOf, Range, Regexp

ADDRESS: Final = re.compile(
    r"https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?)(:[0-9]{1,5})?(/[A-Za-z0-9._~%-]+)*/?"
)
PORTS: Final = r"([0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*)?\Z"
"""Ports and ranges of them, such as `8443,9000-9099`."""
POSTGRESQL: Final = r"(postgres(ql)?://.+)?\Z"
SMTP: Final = r"(smtps?://.+)?\Z"
ALL_SUBJECTS: Final = "all"
NO_SUBJECTS: Final = "none"
LOG_LEVELS: Final = ("debug", "info", "warning", "error", "critical")
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean all of this host, with the one by which a program on it reaches the service."""
PASSWORD_FILE: Final = "DATABASE_PASSWORD_FILE"
OURS: Final = "CARTULARY_"
"""A prefix that no setting has, and that many programs would give them."""
SHORTEST_NAME: Final = 7
"""Length of the shortest name that others are compared with: short ones are near those of other programs."""
NEAR: Final = 0.85

Reader = Callable[[Env, str, Any], Any]
"""Reads a variable of the environment by its name, with a default. Raises EnvError."""


class BadConfig(ValueError):
    """A setting that cannot be used; says which and why."""


def text(pattern: str = "") -> Reader:
    """Return a reader of texts that match a pattern; an empty one is none where none is the default."""

    def read(env: Env, name: str, default: str | None) -> str | None:
        found: str = env.str(name, default or "", validate=Regexp(pattern))
        return found or default

    return read


def number(least: int, most: int | None = None) -> Reader:
    """Return a reader of whole numbers within bounds."""
    return lambda env, name, default: env.int(name, default, validate=Range(min=least, max=most))


def one_of(*names: str) -> Reader:
    """Return a reader of a few names."""
    return lambda env, name, default: env.str(name, default, validate=OneOf(names))


def read_subjects(env: Env, name: str, default: str) -> str:
    """Read names of subjects, which are those of their folders."""
    found = str(env.str(name, "") or default)
    folders = sorted(each.parent.name for each in Path(__file__).with_name("subjects").glob("*/__init__.py"))
    if found not in (ALL_SUBJECTS, NO_SUBJECTS):
        for each in found.split(","):
            if each.strip() not in folders:
                raise EnvError(f"{name}: there is no {each.strip()!r}; name some of {', '.join(folders)}")
    return found


def read_switch(env: Env, name: str, default: bool) -> bool:
    return bool(env.bool(name, default))


def read_path(env: Env, name: str, default: Path | None) -> Path | None:
    found = env.str(name, "")
    return Path(found) if found else default


def address(*examples: str) -> Reader:
    """Return a reader of addresses of a host, with a port and a path if need be, and nothing else."""

    def read(env: Env, name: str, default: str | None) -> str | None:
        found: str = env.str(name, "")
        if found and ADDRESS.fullmatch(found) is None:
            raise EnvError(f"{name}: {found!r} is not an address such as {' or '.join(examples)}")
        return found.rstrip("/") or default

    return read


def setting(default: Any, read: Reader, description: str) -> Any:
    """Return a field of the settings."""
    return field(default=default, metadata={"read": read, "description": description})


class Setting(NamedTuple):
    """A setting as it is documented: the variable, its default, and what it means."""

    variable: str
    default: Any
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings; each is the variable of its name in capitals."""

    database_url: str | None = setting(
        None,
        text(),
        "a PostgreSQL 16 or newer; without it an embedded one runs in `DATA_DIR`",
    )
    replica_url: str | None = setting(
        None,
        text(POSTGRESQL),
        "a standby from which spectators are answered where it is new enough, like `postgresql://…`",
    )
    service_login: str | None = setting(
        None,
        text(),
        "the login that `cartulary migrate` creates for the servers and the worker",
    )
    service_password_file: Path | None = setting(None, read_path, "a file with the password that `SERVICE_LOGIN` gets")
    data_dir: Path = setting(
        Path("data"),
        read_path,
        "where the embedded PostgreSQL keeps its data, unless `serve` says that it lies elsewhere",
    )
    keys_dir: Path | None = setting(
        None,
        read_path,
        "the private keys that sign heads; the first is made at the first start, `cartulary keys --new` makes "
        "another. `push.key`, which signs messages to browsers, lies there too. Back it up, keep it secret, give all "
        "hosts the same",
    )
    host: str = setting("127.0.0.1", text(), "the address to listen on")
    port: int = setting(8000, number(1, 65_535), "the port to listen on")
    subjects: str = setting(
        ALL_SUBJECTS,
        read_subjects,
        "the subjects that run beside the core, by name with commas between; `all`, or `none`",
    )
    workers: int = setting(2, number(1), "worker processes")
    migrate: bool = setting(
        True,
        read_switch,
        "whether `serve` applies the migrations before it serves; `false` where `cartulary migrate` runs before it",
    )
    own_worker: bool = setting(
        True,
        read_switch,
        "whether `serve` keeps a worker by the clock beside it; `false` where `cartulary worker` runs by itself",
    )
    pool_size: int = setting(16, number(1), "database connections of each role in each worker")
    max_body_bytes: int = setting(16_384, number(1), "the largest body that is taken")
    fold_cache: int = setting(2_000, number(1), "games that each worker keeps folded")
    table_seconds: int = setting(2_592_000, number(1), "how long a table stays open that does not fill")
    empty_table_seconds: int = setting(
        86_400,
        number(1),
        "how long a table stays open at which no player sits and to which nobody is invited; the worker looks every "
        "10 minutes",
    )
    opening_seconds: int = setting(
        86_400,
        number(1),
        "how long seats that committed to their entropy have to open it once all sit",
    )
    audit_hours: int = setting(24, number(0), "how often the worker checks the whole record; 0: never")
    seal_days: int = setting(
        30,
        number(0),
        "how long after its end the worker seals a game: its events become one compressed row; 0: never",
    )
    heartbeat_seconds: int = setting(
        15,
        number(1),
        "how often an event stream says that it is still there, and its token is checked",
    )
    tick_milliseconds: int = setting(
        50,
        number(1, 1_000),
        "how often a worker that has streams looks for what others have stored",
    )
    max_streams: int = setting(5_000, number(0), "event streams that each worker holds open; more get a 503")
    rate_limits: bool = setting(
        True,
        read_switch,
        "whether requests, and games under way, are counted; `false` for tests and measurements",
    )
    rate_per_token: int = setting(
        300,
        number(1),
        "requests a second with one token, over all workers; twice as many at once",
    )
    rate_per_address: int = setting(600, number(1), "requests a second from one address, with whatever tokens")
    players_per_hour: int = setting(200, number(1), "new players from one address")
    games_per_player: int = setting(
        200,
        number(1),
        "games, forks and rematches that one player may have opened and that are not over",
    )
    trusted_proxies: int = setting(
        0,
        number(0, 10),
        "how many proxies in front write `X-Forwarded-For`; without them every caller behind a proxy has its address",
    )
    metrics_host: str = setting("127.0.0.1", text(), "the address to listen on for it")
    metrics_port: int = setting(0, number(0, 65_535), "a port at which Prometheus finds `/metrics`; 0: none")
    public_url: str | None = setting(
        None,
        address("https://games.example", "https://games.example/play"),
        "where players reach the service, like `https://games.example`: links in notices and types of problems begin "
        "with it",
    )
    webhook_allow_http: bool = setting(False, read_switch, "webhooks may be sent by http too, for tests and intranets")
    webhook_allow_private: bool = setting(
        False,
        read_switch,
        "webhooks may be sent to addresses that are not public, for tests and intranets: any player can then "
        "make the service post to your network",
    )
    webhook_ports: str = setting(
        "",
        text(PORTS),
        "ports besides 443 (and 80 with `WEBHOOK_ALLOW_HTTP`) to which webhooks may be sent, such as `8443,9000-9099`",
    )
    webhook_disable_hours: int = setting(
        120,
        number(1),
        "a webhook that has failed for so long without a success is disabled",
    )
    witnesses: str = setting(
        "",
        text(),
        "keys of witnesses whose cosignatures of the transparency log are taken, as `cartulary witness` prints them, "
        "with commas between; after a key, a space and the address of a witness that waits to be asked",
    )
    smtp_url: str | None = setting(
        None,
        text(SMTP),
        "the mail server, like `smtp://user:password@host:587` (STARTTLS where it is offered; without it no "
        "password is sent) or `smtps://…`; without it no mail is sent",
    )
    mail_from: str | None = setting(None, text(), "the sender of mails; without it no mail is sent")
    log_level: str = setting("warning", one_of(*LOG_LEVELS), "`debug`, `info`, `warning`, `error` or `critical`")
    otel_exporter_otlp_endpoint: str | None = setting(
        None,
        address("http://127.0.0.1:4318"),
        "a collector of OpenTelemetry, such as `http://127.0.0.1:4318`, that gets a span for each request; "
        "needs `cartulary-service[otel]`",
    )

    @property
    def keys_folder(self) -> Path:
        return self.keys_dir or self.data_dir / "keys"

    @property
    def url(self) -> str:
        """Return where players reach the service, else where a program on this host does."""
        here = EVERYWHERE.get(self.host, self.host)
        return self.public_url or f"http://{bracket(here)}:{self.port}"

    @classmethod
    def from_environment(cls) -> Self:
        """Read the settings. Raises BadConfig."""
        env = Env()
        try:
            found = {each.name: each.metadata["read"](env, each.name.upper(), each.default) for each in fields(cls)}
        except EnvError as error:
            raise BadConfig(str(error).replace("['", "").replace("']", "")) from error
        for name in ("data_dir", "keys_dir"):
            if found[name] and isfile(found[name]):
                raise BadConfig(f"{name.upper()} ({found[name]}) is a file. Set it to a folder.")
        file = env.str(PASSWORD_FILE, "")
        urls = {name: with_password(found[name], file) for name in ("database_url", "replica_url")}
        return cls(**found | urls)


def require_spans(config: Config) -> None:
    """Check that the library is installed which sends spans, where they are wanted. Raises BadConfig."""
    if not config.otel_exporter_otlp_endpoint:
        return
    try:
        # Nothing is imported: it may be only once gevent has patched the worker.
        is_installed = find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ModuleNotFoundError:
        is_installed = False
    if not is_installed:
        raise BadConfig(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is not installed: "
            "pip install 'cartulary-service[otel]', or leave it unset."
        )


def bracket(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def settings() -> list[Setting]:
    """Return all settings."""
    own = [Setting(each.name.upper(), each.default, each.metadata["description"]) for each in fields(Config)]
    return [own[0], Setting(PASSWORD_FILE, None, PASSWORD_FILE_DESCRIPTION), *own[1:]]


PASSWORD_FILE_DESCRIPTION: Final = "a file with the password for a `DATABASE_URL`, and a `REPLICA_URL`, that has none"


def with_password(url: str | None, file: str) -> str | None:
    """Return the URL with the password that stands in a file, unless it has one. Raises BadConfig."""
    if not file or not url:
        return url
    parts = urlsplit(url)
    if parts.scheme not in ("postgresql", "postgres"):
        raise BadConfig("DATABASE_PASSWORD_FILE needs a DATABASE_URL that begins with postgresql://.")
    if parts.password is not None or "password" in parse_qs(parts.query):
        return url
    password = password_of(Path(file), "DATABASE_PASSWORD_FILE") or ""
    return f"{url}{'&' if parts.query else '?'}password={quote(password, safe='')}"


def find_misspelt(variables: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield variables that are nearly a setting's name, with that name."""
    known = [each.variable for each in settings()]
    long = [each for each in known if len(each) >= SHORTEST_NAME]
    for name in sorted({*variables} - {*known}):
        bare = name.upper().removeprefix(OURS)
        is_ours = bare != name.upper()
        for near in get_close_matches(bare, known if is_ours else long, 1, NEAR):
            # With another prefix it is another program's, and OpenTelemetry's library reads more of its own.
            if is_ours or not (name.endswith(f"_{near}") or name.startswith("OTEL_")):
                yield name, near


def find_without_effect(config: Config) -> Iterator[tuple[str, str]]:
    """Yield settings that do not do what who set them may expect, with words that say why and what to do."""
    if config.service_login is not None and config.database_url is None:
        yield "SERVICE_LOGIN", "it does nothing without DATABASE_URL, for the embedded PostgreSQL has its own login"
    if bool(config.smtp_url) != bool(config.mail_from):
        yield "SMTP_URL", "mail needs both SMTP_URL and MAIL_FROM; set the other one too"
    if config.host in EVERYWHERE and config.public_url is None:
        yield (
            "PUBLIC_URL",
            f"it is not set, and HOST is {config.host}, so links that the service writes begin with {config.url}; set "
            "it to where players reach the service",
        )


def password_of(file: Path | None, setting: str) -> str | None:
    """Return the password in the file that a setting names; None without one. Raises BadConfig."""
    if file is None:
        return None
    try:
        password = file.read_text().strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"{setting} cannot be read: {error}.") from error
    if not password:
        raise BadConfig(f"{setting} names an empty file: write the password into {file}.")
    return password
