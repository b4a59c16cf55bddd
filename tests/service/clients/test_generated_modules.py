"""The modules of both packages that are made from the contract say what it says."""

import re

from cartulary_client import AsyncClient, Client
from packages.generator.__main__ import modules
from packages.generator.contract import ROOT
from tests.service.client import contract

LEADS_ELSEWHERE = {"lead_to_unsubscription"}
"""A redirection for people who follow a link."""
OPERATIONS = {each["operationId"] for methods in contract()["paths"].values() for each in methods.values()}


def test_they_are_those_of_the_present_contract() -> None:
    outdated = [path.relative_to(ROOT).as_posix() for path, text in modules().items() if path.read_text() != text]
    assert outdated == [], "run: make openapi"


def test_every_operation_is_a_method_of_each_client() -> None:
    for client in (Client, AsyncClient):
        assert {name for name in OPERATIONS if not hasattr(client, name)} == LEADS_ELSEWHERE
    source = "".join(
        (ROOT / "packages" / "client-typescript" / "src" / name).read_text() for name in ("methods.ts", "client.ts")
    )
    methods = {*re.findall(r"^  (?:async )?\*?([a-z]\w+)\(", source, re.MULTILINE)}
    camel = {re.sub(r"_(\w)", lambda found: found[1].upper(), name): name for name in OPERATIONS}
    assert {name for word, name in camel.items() if word not in methods} == LEADS_ELSEWHERE


def test_both_packages_have_the_same_modules() -> None:
    python = {path.stem for path in (ROOT / "packages" / "client-python" / "cartulary_client").glob("[a-z]*.py")}
    typescript = {path.stem for path in (ROOT / "packages" / "client-typescript" / "src").glob("*.ts")}
    # What Python has besides: the second client, and the words of its HTTP library.
    assert python - typescript == {"async_client", "http"}
    assert typescript - python == {"index"}
