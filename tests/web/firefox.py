"""Somebody with Firefox, which is driven by its own protocol: WebDriver BiDi."""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.service.conftest import eventually
from tests.web.visitor import BETWEEN_LOOKS

FIREFOX: Final = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
LISTENS: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES: Final = {
    "intl.accept_languages": "en-US, en",
    # Nothing is asked of Mozilla's servers, of which the page knows nothing.
    "app.normandy.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.prefersReducedMotion": 1,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "",
}
QUESTION: Final = "/actions?dry_run=true"
"""What a page asks to learn why it may not do something; the reason comes as a problem."""
POINT: Final = """
(key) => new Promise((done) => {
    const named = `[data-card="${key}"], [data-key="${key}"]:not([data-card])`;
    let before = null;
    const look = () => {
        const found = [...document.querySelectorAll(named)].filter((each) => each.getClientRects().length > 0).at(-1);
        found?.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
        const {left, top, width, height} = found?.getBoundingClientRect() ?? {};
        // A technology is an arch, which has no corner.
        const isArch = key.startsWith('technology:');
        const point = [Math.round(left + (isArch ? width / 2 : 12)), Math.round(top + (isArch ? height / 2 : 8))];
        const rests = String(point) === before;
        before = String(point);
        if (found && rests && found.contains(document.elementFromPoint(...point))) done(point);
        else requestAnimationFrame(look);
    };
    look();
})
"""
"""Where to touch what has a key, once it rests and nothing lies over it."""
AWAIT: Final = """
(about) => new Promise((done) => {
    const look = () => {
        const said = (%s)(about);
        if (said) done(said);
        else setTimeout(look, %d);
    };
    look();
})
"""


class Firefox:
    """A page in Firefox, which keeps what went wrong on it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._sent = 0
        self.complaints: list[str] = []
        self._send("session.new", capabilities={})
        watched = ["log.entryAdded", "network.fetchError", "network.responseCompleted"]
        self._send("session.subscribe", events=watched)
        self.page: str = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command, and return its result once it has come."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        deadline = time.monotonic() + PATIENCE
        while (message := json.loads(self._socket.recv(deadline - time.monotonic()))).get("id") != self._sent:
            self._hear(message["method"], message["params"])
        assert message["type"] == "success", message
        result: dict[str, Any] = message["result"]
        return result

    def _hear(self, event: str, told: dict[str, Any]) -> None:
        if event == "log.entryAdded" and told["level"] in ("error", "warn"):
            self.complaints.append(told["text"])
        elif event == "network.fetchError":
            self.complaints.append(f"{told['errorText']}: {told['request']['url']}")
        elif event == "network.responseCompleted" and told["response"]["status"] >= 400:
            address = told["response"]["url"]
            if not address.endswith(QUESTION):
                self.complaints.append(f"{told['response']['status']}: {address}")

    def goes(self, address: str) -> Self:
        """Open a page and wait until it stands."""
        self._send("browsingContext.navigate", context=self.page, url=address, wait="complete")
        self.awaits("() => document.body.dataset.ready === 'yes'")
        return self

    def asks(self, what: str, about: Any = None) -> Any:
        """Return what a function of JavaScript says of that now, or once the promise is kept that it returns."""
        code = f"async () => JSON.stringify(await ({what})({json.dumps(about)})) ?? 'null'"
        target = {"context": self.page}
        answer = self._send("script.callFunction", functionDeclaration=code, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def awaits(self, what: str, about: Any = None) -> Any:
        """Return what a function of JavaScript says of that once it is no longer nothing."""
        return self.asks(AWAIT % (what, BETWEEN_LOOKS), about)

    def touches(self, key: str) -> None:
        """Click what has a key, by a mouse."""
        x, y = self.asks(POINT, key)
        button = {"button": 0}
        clicks = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown"} | button,
            {"type": "pointerUp"} | button,
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": clicks}
        self._send("input.performActions", context=self.page, actions=[mouse])


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """A Firefox without a window, whose profile is a new folder."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    log = profile / "log"
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with log.open("w") as output, subprocess.Popen(command, stdout=output, stderr=output) as process:
        try:
            eventually(lambda: LISTENS.search(log.read_text()) or process.poll() is not None)
            listens = LISTENS.search(log.read_text())
            assert listens, log.read_text()
            with connect(f"{listens[1]}/session", compression=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
