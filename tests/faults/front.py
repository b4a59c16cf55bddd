"""The front that is recommended: nginx by deploy/nginx.conf, with other places and nothing else changed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.faults.clusters import eventually
from tests.faults.places import free_port
from tests.faults.wire import Caller, Unanswered

CONFIGURATION: Final = Path(__file__).parents[2] / "deploy" / "nginx.conf"
TEMPORARY: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
SECONDS_TO_END: Final = 10


class NoFront(Exception):
    """There is no nginx here, or it does not take the configuration; says which."""


def program() -> str:
    """Where nginx is. Raises NoFront."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/usr/local/sbin")
    if found is None:
        raise NoFront("nginx is not installed")
    return found


def configuration(home: Path, port: int, *upstreams: int, addressed: str | None = None) -> str:
    """The configuration with places of our own; a header may say from which address a request comes."""
    text = CONFIGURATION.read_text()
    paths = "".join(f"    {name}_temp_path {home / name};\n" for name in TEMPORARY)
    if addressed is not None:
        paths += f"    set_real_ip_from 127.0.0.1;\n    real_ip_header {addressed};\n"
    for old, new in {
        "pid /run/nginx.pid;": f"pid {home / 'nginx.pid'};",
        "http {\n": f"http {{\n{paths}",
        "server service:8000;": " ".join(f"server 127.0.0.1:{each};" for each in upstreams),
        "listen 80 backlog": f"listen 127.0.0.1:{port} backlog",
    }.items():
        if text.count(old) != 1:
            raise NoFront(f"{old!r} does not stand in the configuration once")
        text = text.replace(old, new)
    return text


@contextmanager
def front(home: Path, *upstreams: int, awaited: bool = True, addressed: str | None = None) -> Iterator[int]:
    """The port of an nginx in front of services, which answer through it if that is awaited. Raises NoFront."""
    home.mkdir()
    port, written, log = free_port(), home / "nginx.conf", home / "nginx.log"
    written.write_text(configuration(home, port, *upstreams, addressed=addressed))
    command = [program(), "-p", str(home), "-e", "stderr", "-c", str(written), "-g", "daemon off;"]
    with log.open("w") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        try:
            eventually(lambda: process.poll() is not None or not awaited or answers(port), 30)
        except TimeoutError as error:
            raise NoFront(log.read_text()[-1_000:]) from error
        if process.poll() is not None:
            raise NoFront(log.read_text()[-1_000:])
        yield port
    finally:
        process.terminate()
        process.wait(SECONDS_TO_END)


def answers(port: int) -> bool:
    """Whether the service answers through it."""
    caller = Caller(port)
    try:
        return caller.send("GET", "/catalogue").status == 200
    except Unanswered:
        return False
    finally:
        caller.close()
