"""Events and views in words, in every language; a phrase follows the name of the seat that it is about."""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, Final, NamedTuple

Phrases = Mapping[str, tuple[str, str, str, str]]
"""Event, or event with `?` where what it hides is not known -> a phrase in en, ru, uk and ko; empty: not worth telling.

In braces stand the event's fields: `{cards}` by their names, `{target:seat}` by the player's, `{backs:sum}` added up.
"""
LANGUAGES: Final = ("en", "ru", "uk", "ko")
NONE: Final = "–"


class Speech(NamedTuple):
    """Who is spoken of, in which language, and what things are called."""

    language: str
    names: Mapping[str, str]
    players: Sequence[str]

    def said(self, value: Any) -> str:
        """A value by the names of what is in it."""
        if value is None or value in ({}, []):
            return NONE
        if isinstance(value, Mapping):
            parts = [(self.said(key), number) for key, number in value.items() if number]
            return ", ".join(name if number == 1 else f"{name} × {number}" for name, number in parts) or NONE
        if isinstance(value, list):
            return ", ".join(map(self.said, value))
        return self.names.get(str(value), str(value))

    def seat(self, value: Any) -> str:
        """A seat, or several, by the names of the players."""
        if isinstance(value, list):
            return ", ".join(map(self.seat, value)) or NONE
        return NONE if value is None else self.players[value]


class Sentences(Formatter):
    """Fills in a phrase."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "seat":
            return self._speech.seat(value)
        if format_spec == "sum":
            return str(sum(value.values()))
        if format_spec == "count":
            return str(len(value))
        return self._speech.said(value)


def sentence(phrases: Phrases, speech: Speech, public: Mapping[str, Any], private: Mapping[str, Any]) -> str | None:
    """What an event tells those who see that much of it; None where it is not worth telling."""
    known = all(name in private for name in public["secrets"])
    key = public["type"] if known or f"{public['type']}?" not in phrases else f"{public['type']}?"
    phrase = phrases[key][LANGUAGES.index(speech.language)]
    if not phrase:
        return None
    values = public["data"] | dict(private) | {"seat": public["seat"]}
    told = Sentences(speech).vformat(phrase, (), values)
    return told if public["seat"] is None else f"{speech.players[public['seat']]}: {told}"


LIFECYCLE_WORDS: Final[Phrases] = {
    "GameCreated": ("A table is opened.", "Открыт стол.", "Відкрито стіл.", "게임 테이블이 열렸습니다."),
    "SeatTaken": ("sits down.", "садится за стол.", "сідає за стіл.", "자리에 앉습니다."),
    "SeatLeft": ("leaves the table.", "покидает стол.", "залишає стіл.", "자리를 떠납니다."),
    "TableExpired": (
        "The table did not fill in time.",
        "Стол не заполнился вовремя.",
        "Стіл не заповнився вчасно.",
        "제시간에 자리가 차지 않았습니다.",
    ),
    "EntropyCommitted": ("", "", "", ""),
    "OpeningsAwaited": (
        "Everybody sits; each opens the random number they committed to, by {until}.",
        "Все за столом; каждый раскрывает своё случайное число, до {until}.",
        "Усі за столом; кожен розкриває своє випадкове число, до {until}.",
        "모두 앉았습니다. 저마다 약속한 난수를 {until}까지 공개합니다.",
    ),
    "EntropyOpened": ("", "", "", ""),
    "OpeningsExpired": (
        "Not opened in time by: {seats:seat}.",
        "Вовремя не раскрыли: {seats:seat}.",
        "Вчасно не розкрили: {seats:seat}.",
        "제시간에 공개하지 않음: {seats:seat}.",
    ),
    "SeatSaw": ("", "", "", ""),
    "ForkBegan": (
        "The game goes on from a position of another.",
        "Игра продолжается с позиции другой партии.",
        "Гра триває з позиції іншої партії.",
        "다른 게임의 한 시점에서 이어집니다.",
    ),
    "ClockStarted": ("", "", "", ""),
    "ClockStopped": ("", "", "", ""),
    "PauseAgreed": ("asks for a pause.", "просит паузу.", "просить паузу.", "일시 정지를 요청합니다."),
    "GamePaused": ("The game is paused.", "Игра на паузе.", "Гра на паузі.", "게임이 일시 정지되었습니다."),
    "GameResumed": ("ends the pause.", "снимает паузу.", "знімає паузу.", "일시 정지를 끝냅니다."),
    "VacationTaken": (
        "takes vacation, days: {days}.",
        "берёт отпуск, дней: {days}.",
        "бере відпустку, днів: {days}.",
        "휴가를 냅니다({days}일).",
    ),
    "TimeGiven": (
        "gives more time to {to:seat}.",
        "добавляет время: {to:seat}.",
        "додає час: {to:seat}.",
        "시간을 더 줍니다: {to:seat}.",
    ),
    "TimeExpired": ("time has run out.", "время вышло.", "час вийшов.", "시간이 다 되었습니다."),
    "TimeClaimed": (
        "stops waiting for {expired:seat}.",
        "больше не ждёт: {expired:seat}.",
        "більше не чекає: {expired:seat}.",
        "더 기다리지 않습니다: {expired:seat}.",
    ),
    "BotTookOver": ("a bot plays on.", "дальше играет бот.", "далі грає бот.", "봇이 이어서 둡니다."),
    "SeatReturned": ("is back.", "снова в игре.", "знову в грі.", "돌아왔습니다."),
    "DelegateActed": (
        "somebody acts by delegation.",
        "ход делает доверенное лицо.",
        "хід робить довірена особа.",
        "대리인이 행동합니다.",
    ),
    "OrderFired": (
        "acts by a standing order.",
        "ход сделан по данному заранее поручению.",
        "хід зроблено за даним наперед дорученням.",
        "예약 지시에 따라 행동합니다.",
    ),
    "RulesAgreed": (
        "agrees to newer rules, revision {revision}.",
        "соглашается на новые правила, редакция {revision}.",
        "погоджується на нові правила, редакція {revision}.",
        "새 규칙(개정 {revision})에 동의합니다.",
    ),
    "RulesMoved": (
        "From here on the game uses revision {revision} of the rules.",
        "Игра продолжается по правилам редакции {revision}.",
        "Гра триває за правилами редакції {revision}.",
        "이제부터 개정 {revision} 규칙으로 계속합니다.",
    ),
    "GameCorrected": (
        "{by} takes the game back to version {back_to}: {reason}",
        "{by} возвращает игру к версии {back_to}: {reason}",
        "{by} повертає гру до версії {back_to}: {reason}",
        "{by}: 게임을 버전 {back_to}(으)로 되돌립니다. {reason}",
    ),
    "TakeBackAgreed": (
        "asks to go back to version {back_to}.",
        "предлагает вернуться к версии {back_to}.",
        "пропонує повернутися до версії {back_to}.",
        "버전 {back_to}(으)로 되돌리기를 원합니다.",
    ),
    "ActionsTakenBack": (
        "goes back to version {back_to}.",
        "возвращает игру к версии {back_to}.",
        "повертає гру до версії {back_to}.",
        "버전 {back_to}(으)로 되돌립니다.",
    ),
    "GameEnded": (
        "The game is over ({kind}). Winners: {winners:seat}.",
        "Игра окончена ({kind}). Победа: {winners:seat}.",
        "Гру завершено ({kind}). Перемога: {winners:seat}.",
        "게임이 끝났습니다({kind}). 승자: {winners:seat}.",
    ),
}
"""What every game can record."""


COMMON_LABELS: Final[Phrases] = {
    "over": ("over", "окончена", "завершено", "끝"),
    "resignation": ("resignation", "остальные сдались", "решта здалися", "기권"),
    "void": ("void", "не засчитана", "не зараховано", "무효"),
    "turn": ("Turn", "Ход", "Хід", "차례"),
    "active": ("To move", "Ходит", "Ходить", "차례인 사람"),
    "step": ("Step", "Шаг", "Крок", "단계"),
    "pending": ("To be finished", "Нужно завершить", "Треба завершити", "마쳐야 할 일"),
    "type": ("What", "Что", "Що", "종류"),
    "seat": ("Who", "Кто", "Хто", "누구"),
    "count": ("Number", "Количество", "Кількість", "개수"),
    "known": ("Known cards of it", "Известные карты", "Відомі карти", "알려진 카드"),
    "used": ("Used this turn", "Использовано за ход", "Використано за хід", "이번 차례에 사용"),
    "present": ("In the game", "В игре", "У грі", "참가 중"),
}
"""What members are called, and values, that views of several games have."""


def view_lines(speech: Speech, labels: Phrases, state: Mapping[str, Any], depth: int = 0) -> list[str]:
    """A view as lines, one a member; members inside are indented, and seats are named by their players."""
    lines: list[str] = []
    for key, value in state.items():
        lines += member_lines(speech, labels, key, value, "  " * depth, depth)
    return lines


def member_lines(speech: Speech, labels: Phrases, key: str, value: Any, indent: str, depth: int) -> list[str]:
    """One member of a view."""
    label = label_of(speech, labels, key)
    if key == "seats" and isinstance(value, list):
        lines = []
        for seat, each in enumerate(value):
            lines += [f"{indent}{speech.players[seat]}", *view_lines(speech, labels, each, depth + 1)]
        return lines
    if key in HOLDERS and isinstance(value, Mapping):
        held = [f"{label_of(speech, labels, each)}: {speech.seat(seat)}" for each, seat in value.items()]
        return [f"{indent}{label}:", *(f"{indent}  {each}" for each in held)]
    if isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
        parts = [inline(speech, labels, each) for each in value]
        return [f"{indent}{label}:", *(f"{indent}  {part}" for part in parts)]
    if isinstance(value, Mapping) and not is_multiset(speech, labels, value):
        return [f"{indent}{label}:", *view_lines(speech, labels, value, depth + 1)]
    return [f"{indent}{label}: {plain(speech, key, value)}"]


def label_of(speech: Speech, labels: Phrases, key: str) -> str:
    """What a member is called."""
    return labels[key][LANGUAGES.index(speech.language)] if key in labels else speech.names.get(key, key)


def is_multiset(speech: Speech, labels: Phrases, value: Mapping[str, Any]) -> bool:
    """Whether it says of things how many there are, rather than having members."""
    named = all((key in speech.names and key not in labels) or key.isdecimal() for key in value)
    return named and all(type(each) is int for each in value.values())


def inline(speech: Speech, labels: Phrases, value: Mapping[str, Any]) -> str:
    """An object in one line."""
    return "; ".join(line.strip() for line in view_lines(speech, labels, value) if not line.endswith(f": {NONE}"))


SEATS: Final = ("active", "first", "dealer", "seat", "target", "attacker", "defender")
"""Members of views that hold seats, in any game."""
HOLDERS: Final = ("leaders",)
"""Members of views whose own members each hold a seat."""
TRUTHS: Final = {True: ("yes", "да", "так", "예"), False: ("no", "нет", "ні", "아니요")}


def plain(speech: Speech, key: str, value: Any) -> str:
    """A value without members of its own."""
    if isinstance(value, bool):
        return TRUTHS[value][LANGUAGES.index(speech.language)]
    if key in SEATS and isinstance(value, int):
        return speech.seat(value)
    return speech.said(value)
