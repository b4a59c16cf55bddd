"""The settings, all from the environment."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, quote, urlsplit

from environs import Env, EnvError
from marshmallow.validate import OneOf, Range, Regexp

PORTS = r"([0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*)?\Z"
"""Ports and ranges of them, such as `8443,9000-9099`."""
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


class BadConfig(ValueError):
    """A setting that cannot be used; says which and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    database_url: str | None = None
    replica_url: str | None = None
    service_login: str | None = None
    service_password_file: Path | None = None
    data_dir: Path = Path("data")
    keys_dir: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    migrate: bool = True
    own_worker: bool = True
    pool_size: int = 16
    max_body_bytes: int = 16_384
    fold_cache: int = 2_000
    table_seconds: int = 2_592_000
    opening_seconds: int = 86_400
    audit_hours: int = 24
    heartbeat_seconds: int = 15
    tick_milliseconds: int = 50
    max_streams: int = 5_000
    rate_limits: bool = True
    rate_per_token: int = 300
    rate_per_address: int = 600
    players_per_hour: int = 200
    games_per_player: int = 200
    trusted_proxies: int = 0
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0
    public_url: str | None = None
    webhook_allow_http: bool = False
    webhook_allow_private: bool = False
    webhook_ports: str = ""
    webhook_disable_hours: int = 120
    smtp_url: str | None = None
    mail_from: str | None = None
    log_level: str = "warning"
    otel_exporter_otlp_endpoint: str | None = None

    @classmethod
    def from_environment(cls) -> Self:
        try:
            return cls._read(Env(), cls())
        except EnvError as error:
            raise BadConfig(str(error).replace("['", "").replace("']", "")) from error

    @classmethod
    def _read(cls, env: Env, default: Self) -> Self:
        at_least_one = Range(min=1)
        replica_url = env.str("REPLICA_URL", "", validate=Regexp(r"(postgres(ql)?://.+)?\Z"))
        password_file = env.str("DATABASE_PASSWORD_FILE", "")
        return cls(
            database_url=with_password(env.str("DATABASE_URL", ""), password_file) or None,
            replica_url=with_password(replica_url, password_file) or None,
            service_login=env.str("SERVICE_LOGIN", "") or None,
            service_password_file=Path(file) if (file := env.str("SERVICE_PASSWORD_FILE", "")) else None,
            data_dir=Path(env.str("DATA_DIR", str(default.data_dir))),
            keys_dir=Path(keys) if (keys := env.str("KEYS_DIR", "")) else None,
            host=env.str("HOST", default.host),
            port=env.int("PORT", default.port, validate=Range(min=1, max=65_535)),
            workers=env.int("WORKERS", default.workers, validate=at_least_one),
            migrate=env.bool("MIGRATE", default.migrate),
            own_worker=env.bool("OWN_WORKER", default.own_worker),
            pool_size=env.int("POOL_SIZE", default.pool_size, validate=at_least_one),
            max_body_bytes=env.int("MAX_BODY_BYTES", default.max_body_bytes, validate=at_least_one),
            fold_cache=env.int("FOLD_CACHE", default.fold_cache, validate=at_least_one),
            table_seconds=env.int("TABLE_SECONDS", default.table_seconds, validate=at_least_one),
            opening_seconds=env.int("OPENING_SECONDS", default.opening_seconds, validate=at_least_one),
            audit_hours=env.int("AUDIT_HOURS", default.audit_hours, validate=Range(min=0)),
            heartbeat_seconds=env.int("HEARTBEAT_SECONDS", default.heartbeat_seconds, validate=at_least_one),
            tick_milliseconds=env.int("TICK_MILLISECONDS", default.tick_milliseconds, validate=Range(min=1, max=1_000)),
            max_streams=env.int("MAX_STREAMS", default.max_streams, validate=Range(min=0)),
            rate_limits=env.bool("RATE_LIMITS", default.rate_limits),
            rate_per_token=env.int("RATE_PER_TOKEN", default.rate_per_token, validate=at_least_one),
            rate_per_address=env.int("RATE_PER_ADDRESS", default.rate_per_address, validate=at_least_one),
            players_per_hour=env.int("PLAYERS_PER_HOUR", default.players_per_hour, validate=at_least_one),
            games_per_player=env.int("GAMES_PER_PLAYER", default.games_per_player, validate=at_least_one),
            trusted_proxies=env.int("TRUSTED_PROXIES", default.trusted_proxies, validate=Range(min=0, max=10)),
            metrics_host=env.str("METRICS_HOST", default.metrics_host),
            metrics_port=env.int("METRICS_PORT", default.metrics_port, validate=Range(min=0, max=65_535)),
            public_url=env.str("PUBLIC_URL", "", validate=Regexp(r"(https?://.+)?\Z")).rstrip("/") or None,
            webhook_allow_http=env.bool("WEBHOOK_ALLOW_HTTP", default.webhook_allow_http),
            webhook_allow_private=env.bool("WEBHOOK_ALLOW_PRIVATE", default.webhook_allow_private),
            webhook_ports=env.str("WEBHOOK_PORTS", default.webhook_ports, validate=Regexp(PORTS)),
            webhook_disable_hours=env.int(
                "WEBHOOK_DISABLE_HOURS", default.webhook_disable_hours, validate=at_least_one
            ),
            smtp_url=env.str("SMTP_URL", "", validate=Regexp(r"(smtps?://.+)?\Z")) or None,
            mail_from=env.str("MAIL_FROM", "") or None,
            log_level=env.str("LOG_LEVEL", default.log_level, validate=OneOf(LOG_LEVELS)),
            otel_exporter_otlp_endpoint=env.str(
                "OTEL_EXPORTER_OTLP_ENDPOINT", "", validate=Regexp(r"(https?://.+)?\Z")
            ).rstrip("/")
            or None,
        )


def with_password(url: str, file: str) -> str:
    """The URL with the password that stands in a file, unless it has one. Raises BadConfig."""
    if not file or not url:
        return url
    parts = urlsplit(url)
    if parts.scheme not in ("postgresql", "postgres"):
        raise BadConfig("DATABASE_PASSWORD_FILE needs a DATABASE_URL that begins with postgresql://.")
    if parts.password is not None or "password" in parse_qs(parts.query):
        return url
    password = password_of(Path(file), "DATABASE_PASSWORD_FILE") or ""
    return f"{url}{'&' if parts.query else '?'}password={quote(password, safe='')}"


def password_of(file: Path | None, setting: str) -> str | None:
    """Return the password in the file that a setting names; None without one. Raises BadConfig."""
    if file is None:
        return None
    try:
        return file.read_text().strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"{setting} cannot be read: {error}.") from error
