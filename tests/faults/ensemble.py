"""Hosts under Patroni, by ports of one machine, set up by `deploy/patroni`: each an etcd, a Patroni, a PostgreSQL."""

import json
import os
import shutil
import signal
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg

from cartulary_service.store.postgresql import binaries, system_user
from tests.faults.clusters import Cluster, eventually, own
from tests.faults.places import free_port
from tests.faults.volumes import CannotBeMade

DEPLOY: Final = Path(__file__).parents[2] / "deploy" / "patroni"
NAMES: Final = ("node1", "node2", "node3")
PROGRAMS: Final = ("etcd", "patroni")
SECONDS_TO_ANSWER: Final = 5
SECONDS_TO_BE_WHOLE: Final = 120
STANDBYS: Final = "select count(*) = %s from pg_stat_replication where state = 'streaming'"


def settings_of(file: Path) -> dict[str, str]:
    """The settings in a file of environment variables."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


SECRETS: Final = settings_of(DEPLOY / "node.env")


def require_programs() -> None:
    """Raise CannotBeMade where a program of an ensemble is not installed."""
    missing = [each for each in PROGRAMS if shutil.which(each) is None]
    if missing:
        raise CannotBeMade(f"there is no {', '.join(missing)}")


class Member(Cluster):
    """A PostgreSQL that Patroni keeps; it lets nobody in without a password."""

    @property
    def url(self) -> str:
        return f"postgresql://{credentials()}@127.0.0.1:{self.port}/postgres"


def credentials() -> str:
    """The superuser's name and password, as in a URL."""
    return f"{SECRETS['PATRONI_SUPERUSER_USERNAME']}:{SECRETS['PATRONI_SUPERUSER_PASSWORD']}"


@dataclass(frozen=True)
class Addresses:
    """The addresses at which the programs of a host listen."""

    etcd: str
    peers: str
    patroni: str
    postgres: str

    @classmethod
    def find(cls) -> "Addresses":
        """Addresses that are free."""
        return cls(*(f"127.0.0.1:{free_port()}" for _ in range(4)))


class Host:
    """A host with its three programs, which may be maltreated."""

    def __init__(self, name: str, home: Path, ensemble: Mapping[str, Addresses], template: str) -> None:
        self.name = name
        self._template = template
        self.addresses = ensemble[name]
        self.postgres = Member(home, int(self.addresses.postgres.rpartition(":")[2]))
        self._home = home
        self._ensemble = ensemble
        self._running: dict[str, psutil.Process] = {}

    def start(self) -> None:
        """Start those of its programs that do not run."""
        own(self._home)
        (self._home / "patroni.yml").write_text(self._template, encoding="utf-8")
        self._run("etcd", ["etcd"], self._etcd_settings())
        self._run("patroni", ["patroni", str(self._home / "patroni.yml")], self._patroni_settings())

    def _run(self, name: str, command: Sequence[str], settings: Mapping[str, str]) -> None:
        if name in self._running and self._running[name].is_running():
            return
        with (self._home / f"{name}.log").open("a") as log:
            process = subprocess.Popen(
                command,
                user=system_user(),
                cwd=self._home,
                env={"PATH": os.environ.get("PATH", os.defpath), **settings},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._running[name] = psutil.Process(process.pid)

    def _etcd_settings(self) -> dict[str, str]:
        own_address, peers = f"http://{self.addresses.etcd}", f"http://{self.addresses.peers}"
        return settings_of(DEPLOY / "etcd.env") | {
            "ETCD_NAME": self.name,
            "ETCD_DATA_DIR": str(self._home / "etcd"),
            "ETCD_LISTEN_PEER_URLS": peers,
            "ETCD_INITIAL_ADVERTISE_PEER_URLS": peers,
            "ETCD_LISTEN_CLIENT_URLS": own_address,
            "ETCD_ADVERTISE_CLIENT_URLS": own_address,
            "ETCD_INITIAL_CLUSTER": ",".join(f"{name}=http://{each.peers}" for name, each in self._ensemble.items()),
        }

    def _patroni_settings(self) -> dict[str, str]:
        return SECRETS | {
            "PATRONI_NAME": self.name,
            "PATRONI_RESTAPI_LISTEN": self.addresses.patroni,
            "PATRONI_RESTAPI_CONNECT_ADDRESS": self.addresses.patroni,
            "PATRONI_POSTGRESQL_LISTEN": self.addresses.postgres,
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": self.addresses.postgres,
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.postgres.pgdata),
            "PATRONI_POSTGRESQL_BIN_DIR": str(binaries()),
            "PATRONI_POSTGRESQL_PGPASS": str(self._home / "pgpass"),
            "PATRONI_ETCD3_HOSTS": ",".join(each.etcd for each in self._ensemble.values()),
        }

    def processes(self) -> list[psutil.Process]:
        """All processes of the host."""
        postmaster = self.postgres.postmaster()
        parents = [*self._running.values(), *([] if postmaster is None else [postmaster])]
        found = list(parents)
        for each in parents:
            with suppress(psutil.NoSuchProcess):
                found += each.children(recursive=True)
        return found

    def signal(self, what: signal.Signals) -> None:
        """Send a signal to all processes of the host at once."""
        for each in self.processes():
            with suppress(psutil.NoSuchProcess):
                each.send_signal(what)

    def kill(self) -> None:
        """SIGKILL to all processes of the host."""
        doomed = self.processes()
        self.signal(signal.SIGKILL)
        psutil.wait_procs(doomed, timeout=SECONDS_TO_BE_WHOLE)

    def ask(self, method: str, path: str, body: object = None, patience: float = SECONDS_TO_ANSWER) -> tuple[int, Any]:
        """The status and the answer of Patroni's REST API; 0 where it does not answer."""
        host, _, port = self.addresses.patroni.partition(":")
        wire = HTTPConnection(host, int(port), timeout=patience)
        try:
            wire.request(method, path, json.dumps(body), {"Authorization": authorization()})
            answer = wire.getresponse()
            return answer.status, answer.read()
        except (OSError, HTTPException):
            return 0, None
        finally:
            wire.close()

    def is_primary(self) -> bool:
        """Whether its PostgreSQL takes writes."""
        return self.postgres.postmaster() is not None and self.postgres.is_primary()


def authorization() -> str:
    """The header by which Patroni knows its operator."""
    pair = f"{SECRETS['PATRONI_RESTAPI_USERNAME']}:{SECRETS['PATRONI_RESTAPI_PASSWORD']}"
    return f"Basic {b64encode(pair.encode()).decode()}"


class Ensemble:
    """Three hosts, one of which has the primary."""

    def __init__(self, home: Path, synchronous: bool) -> None:
        template = (DEPLOY / "patroni.yml").read_text(encoding="utf-8")
        if not synchronous:
            template = template.replace("synchronous_mode: true", "synchronous_mode: false")
        addresses = {name: Addresses.find() for name in NAMES}
        self._synchronous = synchronous
        self.hosts = [Host(name, home / name, addresses, template) for name in NAMES]

    @property
    def url(self) -> str:
        """The URL by which the service finds the primary, whichever host has it."""
        places = ",".join(each.addresses.postgres for each in self.hosts)
        return f"postgresql://{credentials()}@{places}/postgres?target_session_attrs=read-write"

    def start(self) -> None:
        """Start all hosts, and wait until the standbys follow."""
        for each in self.hosts:
            each.start()
        eventually(self.is_whole, SECONDS_TO_BE_WHOLE)

    def primary(self, besides: Host | None = None) -> Host | None:
        """The host that has the primary; of two, while one does not know yet that it was replaced, not `besides`."""
        return next((each for each in self.hosts if each is not besides and each.is_primary()), None)

    def await_primary(self, besides: Host | None = None) -> Host:
        """Wait for a primary on another host than `besides`."""
        eventually(lambda: self.primary(besides), SECONDS_TO_BE_WHOLE)
        found = self.primary(besides)
        assert found is not None
        return found

    def deafen(self) -> list[psutil.Process]:
        """Suspend the processes by which the standbys hear the primary, and return them."""
        receivers = [each for host in self.hosts for each in host.postgres.processes("walreceiver")]
        for each in receivers:
            each.suspend()
        return receivers

    def is_whole(self) -> bool:
        """Whether one host leads and all others follow it, as Patroni knows, one of them synchronously if it should."""
        leaders = [each for each in self.hosts if each.is_primary()]
        if len(leaders) != 1:
            return False
        statuses = sorted(each.ask("GET", "/sync")[0] for each in self.hosts if each is not leaders[0])
        follows = statuses[0] == 200 or not self._synchronous
        return follows and has_standbys(leaders[0].postgres, len(self.hosts) - 1)

    def remove(self) -> None:
        """Kill all hosts."""
        for each in self.hosts:
            each.kill()


def has_standbys(primary: Cluster, number: int) -> bool:
    """Whether so many standbys follow."""
    with suppress(psycopg.OperationalError), primary.connect() as session:
        return session.execute(STANDBYS, (number,)).fetchone() == (True,)
    return False


@contextmanager
def ensemble(home: Path, synchronous: bool = True) -> Iterator[Ensemble]:
    """An ensemble that runs, and is gone afterwards. Raises CannotBeMade."""
    require_programs()
    made = Ensemble(home, synchronous)
    with ExitStack() as ends:
        ends.callback(made.remove)
        made.start()
        yield made
