"""Names in English, Russian, Ukrainian and Korean."""

from typing import Any, Final

from domain.civilization_the_card_game.cards import (
    BONUSES,
    BUILDINGS,
    PLOTS_OF_EACH,
    RESOURCES,
    TECHNOLOGIES,
    TERRAINS,
    UNITS,
    YIELDS,
)
from domain.civilization_the_card_game.editions import EDITIONS, HOUSE_RULES, OPTIONS
from domain.match.game import LANGUAGES

NAMES: Final[dict[str, tuple[str, str, str, str]]] = {
    "civilization-the-card-game": (
        "Sid Meier's Civilization: The Card Game",
        "Цивилизация Сида Мейера: Карточная игра",
        "Цивілізація Сіда Меєра: Карткова гра",
        "시드 마이어의 문명: 카드 게임",
    ),
    "2006": ("2006 edition", "Издание 2006 года", "Видання 2006 року", "2006년판"),
    "food": ("Food", "Продовольствие", "Їжа", "식량"),
    "production": ("Production", "Производство", "Виробництво", "생산력"),
    "commerce": ("Commerce", "Коммерция", "Торгівля", "상업"),
    "archer": ("Archer", "Лучник", "Лучник", "궁수"),
    "axeman": ("Axeman", "Секирщик", "Сокирник", "도끼병"),
    "spearman": ("Spearman", "Копейщик", "Списоносець", "창병"),
    "swordsman": ("Swordsman", "Мечник", "Мечник", "검사"),
    "chariot": ("Chariot", "Колесница", "Колісниця", "전차"),
    "catapult": ("Catapult", "Катапульта", "Катапульта", "투석기"),
    "walls": ("Walls", "Стены", "Стіни", "성벽"),
    "temple": ("Temple", "Храм", "Храм", "사원"),
    "colosseum": ("Colosseum", "Колизей", "Колізей", "콜로세움"),
    "barracks": ("Barracks", "Казармы", "Казарми", "병영"),
    "granary": ("Granary", "Амбар", "Комора", "곡창"),
    "forge": ("Forge", "Кузница", "Кузня", "대장간"),
    "market": ("Market", "Рынок", "Ринок", "시장"),
    "monastery": ("Monastery", "Монастырь", "Монастир", "수도원"),
    "library": ("Library", "Библиотека", "Бібліотека", "도서관"),
    "hanging_gardens": ("Hanging Gardens", "Висячие Сады", "Висячі сади", "공중 정원"),
    "colossus": ("Colossus", "Колосс", "Колос", "거상"),
    "great_library": ("Great Library", "Великая Библиотека", "Велика бібліотека", "대도서관"),
    "great_wall": ("Great Wall", "Великая Стена", "Велика стіна", "만리장성"),
    "pyramids": ("Pyramids", "Пирамиды", "Піраміди", "피라미드"),
    "red": ("Any resource", "Любой ресурс", "Будь-який ресурс", "자유 자원"),
    "agriculture": ("Agriculture", "Земледелие", "Землеробство", "농업"),
    "mining": ("Mining", "Горное дело", "Гірнича справа", "채광"),
    "monotheism": ("Monotheism", "Единобожие", "Єдинобожжя", "일신교"),
    "literature": ("Literature", "Литература", "Література", "문학"),
    "the_wheel": ("The Wheel", "Колесо", "Колесо", "바퀴"),
    "writing": ("Writing", "Письменность", "Писемність", "문자"),
    "mathematics": ("Mathematics", "Математика", "Математика", "수학"),
    "iron_working": ("Iron Working", "Обработка железа", "Обробка заліза", "철기"),
    "sailing": ("Sailing", "Мореплавание", "Мореплавство", "항해술"),
    "pottery": ("Pottery", "Гончарное дело", "Гончарство", "도예"),
    "masonry": ("Masonry", "Каменная кладка", "Кам'яна кладка", "석공술"),
    "currency": ("Currency", "Денежное обращение", "Валюта", "화폐"),
    "engineering": ("Engineering", "Инженерное дело", "Інженерна справа", "공학"),
    "code_of_laws": ("Code of Laws", "Свод законов", "Звід законів", "법전"),
    "astronomy": ("Astronomy", "Астрономия", "Астрономія", "천문학"),
    "grassland": ("Grassland", "Луга", "Луки", "초원"),
    "mountains": ("Mountains", "Горы", "Гори", "산"),
    "coast": ("Coast", "Побережье", "Узбережжя", "해안"),
    "hills": ("Hills", "Холмы", "Пагорби", "언덕"),
    "river": ("River", "Река", "Річка", "강"),
    "forest": ("Forest", "Лес", "Ліс", "숲"),
    "population": ("Population", "Население", "Населення", "인구"),
    "happiness": ("Happiness", "Счастье", "Щастя", "행복"),
    "culture": ("Culture", "Культура", "Культура", "문화"),
    "happiness_leader": ("Happiness leader", "Лидер по Счастью", "Лідер щастя", "행복 지도자"),
    "culture_leader": ("Culture leader", "Лидер по Культуре", "Лідер культури", "문화 지도자"),
    "unit": ("Unit", "Отряд", "Загін", "유닛"),
    "building": ("Building", "Здание", "Будівля", "건물"),
    "wonder": ("Wonder", "Чудо света", "Диво світу", "불가사의"),
    "bonus": ("Bonus resource", "Бонусный ресурс", "Бонусний ресурс", "보너스 자원"),
    "technology": ("Technology", "Технология", "Технологія", "기술"),
    "plot": ("Plot", "Территория", "Територія", "영토"),
    "bank": ("Bank", "Банк", "Банк", "은행"),
    "hand": ("Hand", "Рука", "Рука", "손"),
    "deck": ("Deck", "Колода", "Колода", "카드 더미"),
    "discard": ("Discard pile", "Колода отыгранных карт", "Відбій", "버린 카드 더미"),
    "technologies": ("Last technology", "Последняя технология", "Остання технологія", "마지막 기술"),
    "teams": ("Teams", "Команды", "Команди", "팀전"),
    "seating": ("Seating", "Рассадка", "Розсадка", "자리 배치"),
    "opposite": ("Opposite", "Напротив", "Навпроти", "마주 앉기"),
    "side_by_side": ("Side by side", "Рядом", "Поруч", "나란히 앉기"),
    "free_population": (
        "When the free population is placed",
        "Когда размещается бесплатное население",
        "Коли розміщується безкоштовне населення",
        "무료 인구를 놓는 때",
    ),
    "setup": ("In the setup", "При подготовке", "Під час підготовки", "준비할 때"),
    "first_turn": ("On the first turn", "В первый ход", "У перший хід", "첫 차례에"),
    "masonry_wonders": (
        "Masonry makes wonders cheaper too",
        "Каменная кладка удешевляет и чудеса",
        "Кам'яна кладка здешевлює й дива",
        "석공술이 불가사의에도 적용됨",
    ),
    "discounts": ("Discounts", "Скидки", "Знижки", "할인"),
    "all": ("All add up", "Все складываются", "Усі додаються", "모두 합산"),
    "largest": ("The largest counts", "Действует наибольшая", "Діє найбільша", "가장 큰 것만"),
    "lowest_price": ("Lowest price", "Наименьшая цена", "Найменша ціна", "최저 가격"),
    "code_of_laws_every_turn": (
        "Code of Laws works every turn",
        "Свод законов действует каждый ход",
        "Звід законів діє щоходу",
        "법전이 매 차례 작동함",
    ),
    "worked_catapult_returns": (
        "A Catapult that has worked can be sent back",
        "Сработавшую катапульту можно вернуть",
        "Катапульту, що спрацювала, можна повернути",
        "작동한 투석기도 되돌릴 수 있음",
    ),
    "barracks_add": ("Barracks add up", "Казармы складываются", "Казарми додаються", "병영 효과가 합산됨"),
    "colossus_turns": (
        "Turns for which the Colossus protects",
        "Сколько ходов защищает Колосс",
        "Скільки ходів захищає Колос",
        "거상이 보호하는 차례 수",
    ),
    "leader_tie": (
        "When several pass a leader at once",
        "Когда лидера обошли сразу несколько",
        "Коли лідера обійшли одразу кілька",
        "여럿이 함께 지도자를 앞설 때",
    ),
    "nobody": ("Nobody leads", "Лидера нет", "Лідера немає", "지도자 없음"),
    "clockwise": (
        "The next one clockwise",
        "Следующий по часовой стрелке",
        "Наступний за годинниковою стрілкою",
        "시계 방향으로 다음",
    ),
    "end": ("When the game ends", "Когда кончается игра", "Коли закінчується гра", "게임이 끝나는 때"),
    "at_once": ("At once", "Сразу", "Одразу", "즉시"),
    "end_of_turn": ("At the end of the turn", "В конце хода", "Наприкінці ходу", "차례가 끝날 때"),
    "supply": (
        "Population and resource cards",
        "Карточки населения и ресурсов",
        "Картки населення та ресурсів",
        "인구와 자원 카드",
    ),
    "unlimited": ("As many as needed", "Сколько нужно", "Скільки треба", "제한 없음"),
    "kit": (
        "As in the box: 48 population, 60 of each resource",
        "Как в коробке: 48 населения, по 60 каждого ресурса",
        "Як у коробці: 48 населення, по 60 кожного ресурсу",
        "상자 구성대로: 인구 48, 자원별 60",
    ),
    "multipliers": (
        "What Granary, Forge and Market give once more",
        "Что ещё раз дают Амбар, Кузница и Рынок",
        "Що ще раз дають Комора, Кузня та Ринок",
        "곡창, 대장간, 시장이 한 번 더 주는 것",
    ),
    "printed_yield": (
        "What is printed on the territory",
        "Что напечатано на территории",
        "Що надруковано на території",
        "영토에 적힌 만큼",
    ),
    "with_population": (
        "That, and what its population gives",
        "Это и то, что даёт её население",
        "Це й те, що дає її населення",
        "그 영토의 인구가 주는 것까지",
    ),
    "last_hand_of_three": (
        "Cards dealt to the last of three players",
        "Сколько карт сдаётся последнему из трёх игроков",
        "Скільки карт здається останньому з трьох гравців",
        "3인 게임에서 마지막 플레이어가 받는 카드 수",
    ),
    "turn_order": ("Order of turns", "Порядок ходов", "Порядок ходів", "차례 순서"),
    "one_way": (
        "Always clockwise; hands of 6, 7, 8, 9",
        "Всегда по часовой стрелке; сдаётся 6, 7, 8, 9 карт",
        "Завжди за годинниковою стрілкою; здається 6, 7, 8, 9 карт",
        "항상 시계 방향, 손 카드 6·7·8·9장",
    ),
    "alternating": (
        "Clockwise and back by turns; seven cards each",
        "По часовой стрелке и обратно; всем по 7 карт",
        "За годинниковою стрілкою і назад; усім по 7 карт",
        "시계 방향과 반대 방향을 번갈아, 모두 7장",
    ),
    "tearing_down": (
        "When buildings can be torn down",
        "Когда можно сносить здания",
        "Коли можна зносити будівлі",
        "건물을 헐 수 있는 때",
    ),
    "any_moment": ("At any moment", "В любой момент", "У будь-який момент", "언제든지"),
    "own_steps": (
        "When buying, drawing and discarding",
        "При покупках, доборе и сбросе",
        "Під час купівлі, добору й скидання",
        "구매, 뽑기, 버리기 단계에",
    ),
    "torn_down_wonders": (
        "Wonders can be torn down too",
        "Сносить можно и чудеса",
        "Зносити можна й дива",
        "불가사의도 헐 수 있음",
    ),
    "bonus_cards": (
        "When bonus cards give resources",
        "Когда бонусные карты дают ресурсы",
        "Коли бонусні карти дають ресурси",
        "보너스 카드가 자원을 주는 때",
    ),
    "every_step": (
        "When buying, drawing and discarding",
        "При покупках, доборе и сбросе",
        "Під час купівлі, добору й скидання",
        "구매, 뽑기, 버리기 단계에",
    ),
    "buy_step": ("When buying only", "Только при покупках", "Лише під час купівлі", "구매 단계에만"),
    "war_phases": (
        "War against two defenders",
        "Война против двух защитников",
        "Війна проти двох захисників",
        "방어자가 둘인 전쟁",
    ),
    "together": ("In phases for both", "По этапам для обоих", "За етапами для обох", "둘이 함께 단계별로"),
    "one_by_one": ("One battle after the other", "Одна битва за другой", "Одна битва за іншою", "한 전투씩 차례로"),
}


def name(key: str, language: str) -> str:
    """What something is called in a language."""
    return NAMES[key][LANGUAGES.index(language)]


def describe(language: str) -> dict[str, Any]:
    """The game's part of the catalogue."""
    return {
        "name": name("civilization-the-card-game", language),
        "editions": [
            {"id": each, "name": name(each, language), "rules": {"house_rules": house_rules(language)}}
            for each in EDITIONS
        ],
        "kinds": [*unit_entries(language), *building_entries(language), *bonus_entries(language)],
        "technologies": [
            {"id": each.name, "name": name(each.name, language), "cost": each.cost, "culture": each.culture}
            for each in TECHNOLOGIES
        ],
        "plots": [
            {
                "id": terrain,
                "name": name(terrain, language),
                "count": PLOTS_OF_EACH,
                "yield": dict(zip(RESOURCES, printed, strict=True)),
            }
            for terrain, printed in zip(TERRAINS, YIELDS, strict=True)
        ],
        "names": {key: name(key, language) for key in NAMES},
    }


def house_rules(language: str) -> list[dict[str, Any]]:
    """What no publication settles, with what is played unless an option says otherwise."""
    return [
        {"option": each.name, "name": name(each.name, language), "default": each.values[0]}
        for each in OPTIONS
        if each.name in HOUSE_RULES
    ]


def unit_entries(language: str) -> list[dict[str, Any]]:
    """The units."""
    return [
        {
            "id": each.name,
            "name": name(each.name, language),
            "sort": "unit",
            "count": each.copies,
            "takes": each.takes,
            "destroys": each.destroys,
            "stops": list(each.stops),
        }
        for each in UNITS
    ]


def building_entries(language: str) -> list[dict[str, Any]]:
    """The buildings and wonders."""
    return [
        {
            "id": each.name,
            "name": name(each.name, language),
            "sort": "wonder" if each.wonder else "building",
            "count": each.copies,
            "cost": each.cost,
            "happiness": each.happiness,
            "culture": each.culture,
            "discount": each.discount,
        }
        for each in BUILDINGS
    ]


def bonus_entries(language: str) -> list[dict[str, Any]]:
    """The bonus cards."""
    resources = ["red" if each.resource is None else RESOURCES[each.resource] for each in BONUSES]
    return [
        {
            "id": each.name,
            "name": f"{name(resource, language)} {each.value}",
            "sort": "bonus",
            "count": each.copies,
            "value": each.value,
            "resource": None if each.resource is None else resource,
        }
        for each, resource in zip(BONUSES, resources, strict=True)
    ]
