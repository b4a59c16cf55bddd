"""The settings: what is taken, what is refused, and in which words."""

from pathlib import Path

import pytest

from service.config import BadConfig, Config


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Config.__dataclass_fields__:
        monkeypatch.delenv(name.upper(), raising=False)


def test_with_nothing_set_every_setting_has_its_default() -> None:
    assert Config.from_environment() == Config()


def test_each_setting_is_the_variable_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Config(
        database_url="postgresql:///games",
        data_dir=Path("/var/lib/games"),
        keys_dir=Path("/etc/games/keys"),
        host="0.0.0.0",
        port=9,
        workers=8,
        pool_size=7,
        max_body_bytes=6,
        fold_cache=5,
        table_seconds=4,
        opening_seconds=3,
        audit_hours=2,
        public_url="https://games.example",
        webhook_allow_http=True,
        webhook_allow_private=True,
        webhook_disable_hours=1,
        smtp_url="smtps://ann:secret@mail.example",
        mail_from="games@games.example",
        log_level="debug",
    )
    for name in Config.__dataclass_fields__:
        monkeypatch.setenv(name.upper(), str(getattr(wanted, name)))
    assert Config.from_environment() == wanted


def test_an_empty_database_url_means_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    assert Config.from_environment().database_url is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("WORKERS", "0"),
        ("LOG_LEVEL", "loud"),
        ("PUBLIC_URL", "games.example"),
        ("SMTP_URL", "mail.example"),
        ("WEBHOOK_DISABLE_HOURS", "0"),
        ("WEBHOOK_ALLOW_HTTP", "perhaps"),
    ],
)
def test_a_bad_value_is_refused_by_the_variables_name(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadConfig, match=name):
        Config.from_environment()
