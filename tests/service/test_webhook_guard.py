"""To which addresses webhooks are sent, and to whom one speaks there."""

import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from cartulary_service.subjects.notices import http_post
from cartulary_service.subjects.notices.addresses import BadAddress, Rules, is_public, ports_of, require_allowed
from tests.cases import cases
from tests.service.client import Player, body_of

NOT_PUBLIC = [
    "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1",
    "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "224.0.0.1", "239.1.1.1", "240.0.0.1",
    "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:0:8.8.8.8",
    "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808", "2002:7f00:1::", "2002:a00:1::1", "2001:0::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "3fff::1", "fe80::1", "fe80::1%lo", "fec0::1", "fc00::1",
    "fd00::1", "ff02::1", "ff0e::1", "100::1", "5f00::1", "nonsense", "192.0.0.1", "192.0.0.9", "192.0.0.192",
    "168.63.129.16", "::ffff:168.63.129.16", "64:ff9b::a83f:8110", "2002:a83f:8110::1", "192.31.196.1", "192.52.193.1",
    "192.175.48.1", "2620:4f:8000::1", "2001:1::1", "2001:3::1", "2001:4:112::1", "2001:20::1", "2001:30::1",
    "100:0:0:1::1", "4000::1", "64:ff9b::c000:9",
]  # fmt: skip
ANY_PORT = (range(1, 65_536),)
PUBLIC = [
    "1.1.1.1",
    "168.63.129.15",
    "192.0.1.1",
    "2620:4f:8001::1",
    "8.8.8.8",
    "2606:4700:4700::1111",
    "2a00:1450::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
]


@cases("address", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not is_public(address)


@cases("address", PUBLIC)
def test_a_public_address_is_taken(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", [each for each in NOT_PUBLIC if each != "nonsense"])
def test_a_name_that_resolves_to_one_that_is_not_public_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolved(*_: Any, **__: Any) -> list[Any]:
        found = ("1.1.1.1", address)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    with pytest.raises(BadAddress, match="public"):
        require_allowed("https://innocent.example/hook", Rules())


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://0x7f.1/",
        "https://2130706433/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]:8443/",
        "https://[64:ff9b::7f00:1]/",
        "http://1.1.1.1/",
        "ftp://1.1.1.1/",
        "https://user@1.1.1.1/",
        "https://1.1.1.1:0/",
        "https://1.1.1.1:80/",
        "https://1.1.1.1:22/",
        "https://1.1.1.1:8443/",
        "https://1.1.1.1:99999/",
        "https://1.1.1.1/#top",
        "https://1.1.1.1/a b",
        "https://1.1.1.1/\r\nHost: x",
        "https://",
        "https://[::1",
        "https://x.invalid/",
        "//1.1.1.1/",
        "https://1.1.1.1/" + "x" * 2_048,
        5,
        None,
    ],
)
def test_a_url_to_which_nothing_may_be_sent_is_refused(served: str, url: Any) -> None:
    refused = body_of(Player(served).post("/webhooks", {"url": url}), 422)
    assert refused["errors"]["url"]


def test_a_refused_url_is_told_what_it_is_not(served: str) -> None:
    refused = body_of(Player(served).post("/webhooks", {"url": "http://1.1.1.1/"}), 422)
    assert refused["errors"]["url"] == ["This URL is not allowed: it does not begin with https://."]


@cases(
    ("url", "rules"),
    [
        ("https://1.1.1.1/", Rules()),
        ("https://1.1.1.1:443/", Rules()),
        ("http://1.1.1.1/", Rules(http=True)),
        ("https://1.1.1.1:8443/", Rules(ports=ports_of("8443"))),
        ("https://1.1.1.1:9099/", Rules(ports=ports_of("8443,9000-9099"))),
    ],
)
def test_the_usual_ports_and_those_that_the_operator_names_are_allowed(url: str, rules: Rules) -> None:
    require_allowed(url, rules)


@cases(
    ("url", "rules"),
    [
        ("https://1.1.1.1:8443/", Rules(http=True)),
        ("https://127.0.0.1:6379/", Rules(private=True)),
        ("https://1.1.1.1:9100/", Rules(ports=ports_of("8443,9000-9099"))),
        ("http://1.1.1.1:22/", Rules(http=True)),
    ],
)
def test_any_other_port_is_refused_and_the_refusal_says_what_to_do(url: str, rules: Rules) -> None:
    with pytest.raises(BadAddress, match=r"port \d+ is not allowed; leave it out, or ask the operator"):
        require_allowed(url, rules)


# Over TLS

NAME = "hooks.example"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate of that name, with its key, which nobody has signed but itself."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(x509.OID_COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    kind = serialization.PrivateFormat.PKCS8
    secret = key.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption())
    path = tmp_path / "certificate"
    path.write_bytes(signed.public_bytes(serialization.Encoding.PEM) + secret)
    return path


class Secure:
    """Answers one request over TLS; keeps the name that was asked for, and the request."""

    def __init__(self, certificate: Path) -> None:
        self.names: list[str | None] = []
        self.request = b""
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate)
        self._context.sni_callback = lambda _socket, name, _context: self.names.append(name)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        with self._listener, self._listener.accept()[0] as plain:
            try:
                with self._context.wrap_socket(plain, server_side=True) as secure:
                    # To close on an unread body would reset the connection, and the answer with it.
                    while not self.request.endswith(b"body") and (more := secure.recv(10_000)):
                        self.request += more
                    secure.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            except OSError:
                return


@pytest.fixture
def resolved_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every name means this machine; the list tells which were asked for."""
    asked: list[str] = []

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("cartulary_service.subjects.notices.addresses.socket.getaddrinfo", resolve)
    return asked


def test_the_address_that_was_checked_is_spoken_to_by_its_name_and_resolved_once(
    certificate: Path, resolved_here: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Secure(certificate)
    monkeypatch.setattr(http_post, "context", lambda: ssl.create_default_context(cafile=certificate))
    url = f"https://{NAME}:{there.port}/hook?a=b"
    assert http_post.post(url, b"body", {"webhook-id": "x"}, Rules(private=True, ports=ANY_PORT)) == 204
    there.thread.join()
    assert there.names == [NAME]
    assert resolved_here == [NAME]
    assert there.request.startswith(b"POST /hook?a=b HTTP/1.1\r\n")
    assert f"Host: {NAME}:{there.port}\r\n".encode() in there.request


@pytest.mark.parametrize("name", [NAME, "other.example"])
def test_a_certificate_that_proves_nothing_is_refused(
    certificate: Path, resolved_here: list[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    there = Secure(certificate)
    if name != NAME:
        monkeypatch.setattr(http_post, "context", lambda: ssl.create_default_context(cafile=certificate))
    with pytest.raises(http_post.Undelivered, match="TLS"):
        http_post.post(f"https://{name}:{there.port}/", b"", {}, Rules(private=True, ports=ANY_PORT))
    there.thread.join()
    assert there.request == b""
