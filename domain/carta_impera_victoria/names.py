"""Names in English, Russian, Ukrainian and Korean."""

from typing import Any, Final

from domain.carta_impera_victoria.cards import COPIES, EPOCH_OF, KINDS, SPHERE_OF, SPHERES
from domain.carta_impera_victoria.editions import EDITIONS
from domain.carta_impera_victoria.effects import DISCARD_EFFECTS, EFFECTS
from domain.match.game import LANGUAGES

NAMES: Final[dict[str, tuple[str, str, str, str]]] = {
    "carta-impera-victoria": ("CIV: Carta Impera Victoria",) * 4,
    "military": ("Military", "Война", "Армія", "군사"),
    "religion": ("Religion", "Религия", "Релігія", "종교"),
    "economy": ("Economy", "Экономика", "Економіка", "경제"),
    "science": ("Science", "Наука", "Наука", "과학"),
    "culture": ("Culture", "Культура", "Культура", "문화"),
    "utopia": ("Utopia", "Утопия", "Утопія", "유토피아"),
    "assassination": ("Assassination", "Убийство", "Вбивство", "암살"),
    "purge": ("Purge", "Зачистка", "Зачистка", "숙청"),
    "attack": ("Attack", "Атака", "Атака", "공격"),
    "holy_book": ("Holy Book", "Священная книга", "Священна Книга", "성스러운 경전"),
    "divine_right": ("Divine Right", "Божественное право", "Божественне право", "왕권신수설"),
    "inquisition": ("Inquisition", "Инквизиция", "Інквізиція", "이단 심문"),
    "development": ("Development", "Разработка", "Виробництво", "개발"),
    "monopoly": ("Monopoly", "Монополия", "Монополія", "독점"),
    "embargo": ("Embargo", "Эмбарго", "Ембарго", "무역 봉쇄"),
    "experiment": ("Experiment", "Эксперимент", "Експеримент", "실험"),
    "research": ("Research", "Исследование", "Дослідження", "연구"),
    "breakthrough": ("Breakthrough", "Прорыв", "Прорив", "대발견"),
    "inspiration": ("Inspiration", "Вдохновение", "Натхнення", "영감"),
    "oligarchy": ("Oligarchy", "Олигархия", "Олігархія", "과두정"),
    "republic": ("Republic", "Республика", "Республіка", "공화정"),
    "democracy": ("Democracy", "Демократия", "Демократія", "민주정"),
    "ru": ("Russian edition", "Русское издание", "Російське видання", "러시아어판"),
    "uk": ("Ukrainian edition", "Украинское издание", "Українське видання", "우크라이나어판"),
    "ko": ("Korean edition", "Корейское издание", "Корейське видання", "한국어판"),
    "deal": ("Deal", "Вариант раздачи", "Варіант роздачі", "카드 분배"),
    "basic": ("Basic", "Обычный", "Базовий", "기본"),
    "draft": ("Draft", "Драфт", "Драфт", "드래프트"),
    "teams": ("Teams", "Команды", "Команди", "팀전"),
    "hand_limit": ("Hand limit", "Предел руки", "Межа руки", "손에 들 수 있는 최대 장수"),
    "chosen": (
        "Chosen for the turn",
        "Выбирается на ход",
        "Обирається на хід",
        "차례마다 고름",
    ),
    "standing": (
        "Standing while Religion lies there",
        "Держится, пока лежит Религия",
        "Тримається, поки лежить Релігія",
        "종교가 놓여 있는 동안 유지",
    ),
    "own_embargo": (
        "When an Embargo on oneself begins",
        "Когда начинает действовать Эмбарго на себя",
        "Коли починає діяти Ембарго на себе",
        "자기에게 놓은 무역 봉쇄가 시작되는 때",
    ),
    "as_printed": ("As the edition has it", "Как в издании", "Як у виданні", "판본대로"),
    "at_once": ("At once", "Сразу", "Одразу", "즉시"),
    "copied_effect": (
        "What a copy bars in the turn",
        "Что нельзя вместе с копией за ход",
        "Чого не можна разом із копією за хід",
        "복사한 차례에 함께 쓸 수 없는 것",
    ),
    "same_sphere": (
        "Own effects of the same sphere",
        "Свои эффекты той же сферы",
        "Свої ефекти тієї самої галузі",
        "같은 분야의 자기 능력",
    ),
    "same_effect": ("The same effect only", "Только тот же эффект", "Лише той самий ефект", "같은 능력만"),
    "team_tiebreak": (
        "By what tied teams are compared",
        "По чему сравнивают равные команды",
        "За чим порівнюють рівні команди",
        "동점인 팀을 비교하는 기준",
    ),
    "best_member": ("The best member", "По лучшему игроку", "За найкращим гравцем", "가장 많은 한 사람"),
    "sum": ("Both members together", "По сумме партнёров", "За сумою партнерів", "팀원 합계"),
    "epoch": ("Epoch", "Эпоха", "Епоха", "시대"),
    "area": ("Play area", "Игровая зона", "Ігрова зона", "자기 앞"),
    "hand": ("Hand", "Рука", "Рука", "손"),
    "deck": ("Deck", "Колода эпох", "Колода Епох", "카드 더미"),
    "discard": ("Discard pile", "Сброс", "Відбій", "버린 카드 더미"),
    "culture_token": ("Culture token", "Жетон культуры", "Мистецька монета", "문화 토큰"),
    "permanent_effect": ("Permanent effect", "Постоянный эффект", "Постійний ефект", "지속 능력"),
    "discard_effect": ("Discard effect", "Эффект сброса", "Ефект скидання", "폐기 능력"),
    "domination": ("Domination", "Моментальная победа", "Перемога домінуванням", "주도권 승리"),
    "majority": ("Majority", "Победа большинством", "Перемога більшості", "지배력 승리"),
}
ROMAN: Final = ("", "I", "II", "III")


def name(key: str, language: str) -> str:
    """What something is called in a language."""
    return NAMES[key][LANGUAGES.index(language)]


def describe(language: str) -> dict[str, Any]:
    """The game's part of the catalogue."""
    return {
        "name": name("carta-impera-victoria", language),
        "editions": [edition_entry(each, language) for each in EDITIONS],
        "spheres": [{"id": sphere, "name": name(sphere, language)} for sphere in SPHERES],
        "kinds": [kind_entry(kind, language) for kind in range(len(KINDS))],
        "effects": effect_entries(language),
        "names": {key: name(key, language) for key in NAMES},
    }


def edition_entry(edition: str, language: str) -> dict[str, Any]:
    """An edition with the properties in which editions differ."""
    record = EDITIONS[edition]
    rules = {
        "draft_direction": "clockwise" if record.draft_direction == 1 else "counter-clockwise",
        "may_target_self": record.may_target_self,
        "own_embargo_at_once": record.own_embargo_at_once,
        "token_to_overtaker": record.token_to_overtaker,
    }
    return {"id": edition, "name": name(edition, language), "rules": rules}


def kind_entry(kind: int, language: str) -> dict[str, Any]:
    """A kind of card."""
    sphere, epoch = SPHERES[SPHERE_OF[kind]], EPOCH_OF[kind]
    return {
        "id": KINDS[kind],
        "name": f"{name(sphere, language)} {ROMAN[epoch]}",
        "sphere": sphere,
        "epoch": epoch,
        "count": COPIES[kind],
    }


def effect_entries(language: str) -> list[dict[str, Any]]:
    """Every effect with its sphere; permanent ones with their level."""
    permanent = [(each.name, SPHERES[each.sphere], "permanent", each.level) for each in EFFECTS.values()]
    discard = [(each, SPHERES[sphere], "discard", None) for sphere, each in enumerate(DISCARD_EFFECTS) if each]
    every = [*permanent, ("inspiration", "culture", "permanent", None), *discard]
    return [
        {"id": key, "name": name(key, language), "sphere": sphere, "kind": kind, "level": level}
        for key, sphere, kind, level in every
    ]
