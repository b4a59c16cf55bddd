"""The page behind the link in each mail: one button, which stops the mails. It needs no script."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from flask import Flask, Response, current_app, render_template_string, request

from domain.i18n.catalogues import LANGUAGES
from service.notifications import email_addresses

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
    "Vary": "Accept-Language",
}


class Words(NamedTuple):
    title: str
    question: str
    button: str
    done: str


WORDS: Final = {
    "en": Words(
        "Stop the mails",
        "Cartulary sends news of your games to this address. Stop it?",
        "Send no more mails",
        "Done. Your address is forgotten, and no more mails are sent to it.",
    ),
    "ru": Words(
        "Отказ от писем",
        "Cartulary присылает на этот адрес новости о ваших играх. Больше не присылать?",
        "Больше не присылать",
        "Готово. Адрес удалён, писем на него больше не будет.",
    ),
    "uk": Words(
        "Відмова від листів",
        "Cartulary надсилає на цю адресу новини про ваші ігри. Більше не надсилати?",
        "Більше не надсилати",
        "Готово. Адресу вилучено, листів на неї більше не буде.",
    ),
    "ko": Words(
        "메일 받지 않기",
        "Cartulary가 이 주소로 게임 소식을 보내고 있습니다. 그만 받으시겠습니까?",
        "메일 그만 받기",
        "완료되었습니다. 주소가 삭제되었으며 더 이상 메일을 보내지 않습니다.",
    ),
}
PAGE: Final = """<!doctype html>
<html lang="{{ language }}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>{{ words.title }} – Cartulary</title>
  <link rel="stylesheet" href="/pages.css">
</head>
<body>
  <main>
    <h1>{{ words.title }}</h1>
    {% if done %}
    <p role="status">{{ words.done }}</p>
    {% else %}
    <p>{{ words.question }}</p>
    <form method="post"><button>{{ words.button }}</button></form>
    {% endif %}
  </main>
</body>
</html>
"""


def init_app(app: Flask) -> None:
    app.add_url_rule("/unsubscribe/<code>", "ask-to-unsubscribe", ask, methods=["GET"])
    app.add_url_rule("/unsubscribe/<code>", "unsubscribe-by-page", stop, methods=["POST"])


def ask(code: str) -> Response:
    """Show the button. Whether the code is known is not told."""
    return shown(done=False)


def stop(code: str) -> Response:
    """Stop the mails in which this code stands; to do it twice does no harm."""
    service = current_app.extensions["cartulary"]
    service["limits"].spend(service["limits"].address, request.remote_addr or "", [])
    email_addresses.unsubscribe(service["database"], code)
    return shown(done=True)


def shown(*, done: bool) -> Response:
    language = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
    page = render_template_string(PAGE, language=language, words=WORDS[language], done=done)
    return Response(page, headers={**HEADERS, "Content-Language": language}, mimetype="text/html")
