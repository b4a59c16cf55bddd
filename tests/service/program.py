"""A third-party program that signs players in, by an OAuth client library that is not the service's."""

import os
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from requests import Response
from requests_oauthlib import OAuth2Session

from tests.service.client import Client, Player, body_of, check
from tests.service.in_process import mount

# The library refuses to talk to a service without TLS otherwise.
os.environ.setdefault("OAUTHLIB_INSECURE_TRANSPORT", "1")
BACK: Final = "http://127.0.0.1:9/back"


def checked(response: Response) -> Response:
    """The answer, which is one that the contract has."""
    check(response)
    return response


class Program:
    """A registered program, and the session in which one player lets it act."""

    def __init__(self, base: str, scope: str = "read play") -> None:
        self.base = base
        self.anybody = Client(base)
        made = body_of(
            self.anybody.post("/oauth/clients", {"client_name": "Table by Boris", "redirect_uris": [BACK]}), 201
        )
        self.id: str = made["client_id"]
        self.session = OAuth2Session(self.id, redirect_uri=BACK, scope=scope.split(), pkce="S256")
        self.session.trust_env = False
        mount(self.session, base)
        self.session.register_compliance_hook("access_token_response", checked)

    def ask(self) -> dict[str, str]:
        """The parameters of the authorization request to which the browser is sent."""
        address, _ = self.session.authorization_url(f"{self.base}/authorize")
        return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}

    def let_in(self, player: Player) -> str:
        """Have a player agree, as the consent page does; return the address to which the browser goes."""
        address: str = body_of(player.post("/me/consents", self.ask()), 201)["redirect_to"]
        return address

    def redeem(self, address: str) -> dict[str, Any]:
        """Exchange the code in an address for tokens."""
        token: dict[str, Any] = self.session.fetch_token(
            f"{self.base}/v1/oauth/tokens",
            authorization_response=address,
            include_client_id=True,
        )
        return token

    def sign_in(self, player: Player) -> Client:
        """Return somebody who acts for a player by this program's token."""
        return Client(self.base, self.redeem(self.let_in(player))["access_token"])

    def post_form(self, path: str, **fields: str) -> Any:
        """Post a form, and check the answer."""
        return self.anybody.send("POST", path, data={"client_id": self.id, **fields})
