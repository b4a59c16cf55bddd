"""The settings: what is taken, what is refused, and in which words."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from psycopg.conninfo import conninfo_to_dict

from cartulary_service.commands.serve import serve
from cartulary_service.config import BadConfig, Config, settings


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Config.__dataclass_fields__:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.delenv("DATABASE_PASSWORD_FILE", raising=False)


def test_with_nothing_set_every_setting_has_its_default() -> None:
    assert Config.from_environment() == Config()


def test_each_setting_is_the_variable_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Config(
        database_url="postgresql:///games",
        replica_url="postgresql://standby/games",
        service_login="servers",
        service_password_file=Path("/etc/games/password"),
        data_dir=Path("/var/lib/games"),
        keys_dir=Path("/etc/games/keys"),
        host="0.0.0.0",
        port=9,
        workers=8,
        migrate=False,
        own_worker=False,
        pool_size=7,
        max_body_bytes=6,
        fold_cache=5,
        table_seconds=4,
        empty_table_seconds=15,
        opening_seconds=3,
        audit_hours=2,
        seal_days=60,
        rate_limits=False,
        rate_per_token=11,
        rate_per_address=12,
        players_per_hour=13,
        games_per_player=14,
        trusted_proxies=2,
        metrics_host="10.0.0.1",
        metrics_port=10,
        public_url="https://games.example",
        webhook_allow_http=True,
        webhook_allow_private=True,
        webhook_ports="8443,9000-9099",
        webhook_disable_hours=1,
        smtp_url="smtps://ann:secret@mail.example",
        mail_from="games@games.example",
        log_level="debug",
        otel_exporter_otlp_endpoint="http://collector.example:4318",
    )
    for name in Config.__dataclass_fields__:
        monkeypatch.setenv(name.upper(), str(getattr(wanted, name)))
    assert Config.from_environment() == wanted


def test_an_empty_database_url_means_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    assert Config.from_environment().database_url is None


DESCRIBED = re.compile(r"^\| `([A-Z_]+)` \| (?:`.+?`|–) \| (.+) \|$", re.MULTILINE)
ROW = re.compile(r"^\| `([A-Z_]+)` \| (?:`(.+?)`|–) \|", re.MULTILINE)


def test_every_setting_is_documented_with_its_default_and_no_other_is() -> None:
    documented = dict(ROW.findall((Path(__file__).parents[2] / "docs" / "operating.md").read_text()))
    settings = {name.upper(): getattr(Config(), name) for name in Config.__dataclass_fields__}
    assert documented.keys() == settings.keys() | {"DATABASE_PASSWORD_FILE"}
    for name, default in settings.items():
        said = {"data_dir": "./data", "keys_dir": "DATA_DIR/keys"}.get(name.lower(), default)
        words = {None: "", True: "true", False: "false"} if said is None or isinstance(said, bool) else {}
        assert documented[name] == words.get(said, str(said)), name


def test_the_help_of_serve_lists_every_setting_as_it_is_documented() -> None:
    shown = " ".join(CliRunner().invoke(serve, ["--help"], terminal_width=10_000).output.split())
    told = dict(DESCRIBED.findall((Path(__file__).parents[2] / "docs" / "operating.md").read_text()))
    for each in settings():
        assert told[each.variable] == each.description
        assert f" {each.variable} {each.description}" in shown
    assert "--host" in shown
    assert "--port" in shown


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("postgresql://ann@db/games", "postgresql://ann@db/games?password=a%26b%20%2F%C3%A9"),
        (
            "postgresql://db1:1,db2:2/games?connect_timeout=5",
            "postgresql://db1:1,db2:2/games?connect_timeout=5&password=a%26b%20%2F%C3%A9",
        ),
        ("postgresql://ann:own@db/games", "postgresql://ann:own@db/games"),
        ("postgresql://db/games?password=own", "postgresql://db/games?password=own"),
    ],
)
def test_a_password_may_stand_in_a_file(url: str, read: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "password"
    file.write_text("a&b /é\n", encoding="utf-8")
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("DATABASE_PASSWORD_FILE", str(file))
    found = Config.from_environment().database_url
    assert found == read
    # A process that is started with what was found reads the same.
    monkeypatch.setenv("DATABASE_URL", read)
    assert Config.from_environment().database_url == read
    password = "own" if "own" in url else "a&b /é"
    assert conninfo_to_dict(read)["password"] == password


@pytest.mark.parametrize("url", ["postgresql://db/games", "host=db dbname=games"])
def test_a_password_that_cannot_be_read_or_placed_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("DATABASE_PASSWORD_FILE", "/nowhere/password")
    with pytest.raises(BadConfig, match="DATABASE_PASSWORD_FILE"):
        Config.from_environment()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("WORKERS", "0"),
        ("RATE_PER_TOKEN", "0"),
        ("TRUSTED_PROXIES", "-1"),
        ("LOG_LEVEL", "loud"),
        ("PUBLIC_URL", "games.example"),
        ("SMTP_URL", "mail.example"),
        ("REPLICA_URL", "standby.example"),
        ("WEBHOOK_DISABLE_HOURS", "0"),
        ("WEBHOOK_ALLOW_HTTP", "perhaps"),
        ("WEBHOOK_PORTS", "443;80"),
    ],
)
def test_a_bad_value_is_refused_by_the_variables_name(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadConfig, match=name):
        Config.from_environment()


@pytest.mark.parametrize(
    "value",
    [
        *("games.example", "https://games.example//evil", "https://games.example?x=1", "https://games.example/a b"),
        *("https://user:pw@games.example", "https://games.example/#top", "https://", "https://games.example:x"),
    ],
)
def test_a_public_url_that_is_more_than_an_address_is_refused_with_an_example(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", value)
    with pytest.raises(BadConfig, match=r"PUBLIC_URL: .* such as https://games\.example"):
        Config.from_environment()


@pytest.mark.parametrize(
    "value",
    ["http://192.168.0.10:8000", "https://[2001:db8::1]:8443", "https://a.example/carta/play", "http://localhost"],
)
def test_a_public_url_and_a_collectors_address_may_have_a_port_and_a_path(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", f"{value}/")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"{value}/")
    assert Config.from_environment().public_url == value
    assert Config.from_environment().otel_exporter_otlp_endpoint == value


@pytest.mark.parametrize(
    "value", ["http:// collector", "http://:4318", "http://collector:port", "https://a b", "collector:4318"]
)
def test_a_collectors_address_that_is_none_is_refused_with_an_example(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", value)
    with pytest.raises(BadConfig, match=r"OTEL_EXPORTER_OTLP_ENDPOINT: .* such as http://127\.0\.0\.1:4318"):
        Config.from_environment()
