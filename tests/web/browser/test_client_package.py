"""The TypeScript package in a browser: without a bundler, from another origin than the service."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from tests.service.clients.packages import install_tarball, needs_npm

PLAY = """
async (service) => {
  const { Bot, Client } = await import("/node_modules/cartulary-client/dist/index.js");
  class RandomBot extends Bot {
    choose(game, actions) {
      return actions[Math.floor(Math.random() * actions.length)];
    }
  }
  const bots = [await RandomBot.register(service, "Ada"), await RandomBot.register(service, "Boris")];
  const options = { fairness: "commit" };
  const { id } = await bots[0].client.createGame({ game: "carta-impera-victoria", seats: 2, options });
  const ends = await Promise.all(bots.map((bot) => bot.run(id)));
  const told = [];
  for await (const event of new Client(service).followGame(id)) told.push(event.public.position);
  return { statuses: ends.map((end) => end.status), version: ends[0].version, told };
}
"""


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a word about each."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[str]:
    """Somebody else's web server that has the package."""
    install_tarball(tmp_path)
    (tmp_path / "index.html").write_text("<!doctype html><title>A page</title>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


@needs_npm
def test_bots_play_and_a_spectator_follows(browser: Browser, served: str, pages: str) -> None:
    page = browser.new_page()
    page.goto(pages)
    end = page.evaluate(PLAY, served)
    page.close()
    assert end["statuses"] == ["finished", "finished"]
    assert end["told"] == [*range(1, end["version"] + 1)]
