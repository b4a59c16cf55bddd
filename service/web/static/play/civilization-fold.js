/** Sid Meier's Civilization: The Card Game, folded from its events; no rule is here but what a view shows. */

const RESOURCES = ['food', 'production', 'commerce'];
const SETUP = {plots: 'take_plot', discards: 'discard', settle: 'settle'};
const TECHNOLOGIES = 15;
const PLOTS = 30;
const CARDS = 90;
const UNKNOWN = '?';

function put(zone, kind, number = 1) {
  zone[kind] = (zone[kind] ?? 0) + number;
  if (zone[kind] === 0) delete zone[kind];
}

const putAll = (zone, cards) => cards.forEach((kind) => put(zone, kind));
const removeAll = (zone, cards) => cards.forEach((kind) => put(zone, zone[kind] ? kind : UNKNOWN, -1));
const unknown = (count) => Array(count).fill(UNKNOWN);
const total = (counts) => Object.values(counts).reduce((sum, each) => sum + each, 0);
const stacked = (count, topFirst) => (topFirst ? [...topFirst].reverse() : unknown(count));
const battleOf = (state) => state.war.battles[0];

function zoneOf(cards) {
  const zone = {};
  putAll(zone, cards);
  return zone;
}

/** Take a card that nobody saw out of a hand; what can no longer be known to be left becomes unknown. */
function separate(hand) {
  const size = total(hand);
  const sure = Object.keys(hand).find((kind) => hand[kind] === size);
  if (sure === undefined) {
    for (const kind of Object.keys(hand)) if (kind !== UNKNOWN) put(hand, kind, -1);
    put(hand, UNKNOWN, size - total(hand));
  }
  put(hand, sure ?? UNKNOWN, -1);
  return sure ?? UNKNOWN;
}

function move(state, seat, amounts, sign) {
  for (const [resource, number] of Object.entries(amounts)) state.resources[seat][resource] += sign * number;
}

function without(list, item) {
  const place = list.indexOf(item);
  return place < 0 ? list : list.toSpliced(place, 1);
}

function raze(state, seat, number, building) {
  const plot = state.plots[seat][number];
  plot.buildings = without(plot.buildings, building);
}

const draw = (state, event) => {
  state.deck.length -= event.count;
  putAll(state.hands[event.seat], event.cards ?? unknown(event.count));
};
const plot = (terrain) => ({terrain, population: 0, buildings: []});
const wait = (step) => (state, event) => Object.assign(state, {step, waiting: [...event.order]});

function turnToBattle(state, event) {
  const {battles} = state.war;
  const first = battles.filter((each) => each.defender === event.seat);
  state.war = {begun: true, battles: [...first, ...battles.filter((each) => each.defender !== event.seat)]};
}

const EVOLVE = {
  GameStarted(state, event) {
    state.dealer = event.dealer;
    state.technologyDeck = stacked(TECHNOLOGIES, event.technologies);
    state.plotDeck = stacked(PLOTS, event.plots);
    state.deck = stacked(CARDS, event.deck);
  },
  PositionSet(state, event) {
    Object.assign(state, {turn: event.turn, active: event.active, dealer: event.dealer, discard: zoneOf(event.discard)});
    state.step = ['buy', 'draw'].includes(event.step) ? event.step : 'collect';
    state.openTechnologies = [...event.open_technologies];
    state.openPlots = [...event.open_plots];
    state.technologyDeck = stacked(event.technologies_left, event.technologies);
    state.plotDeck = stacked(event.plots_left, event.plots);
    state.deck = stacked(event.cards_left, event.deck);
  },
  EmpireSet(state, event) {
    state.plots[event.seat] = event.plots.map((each) => ({...each, buildings: [...each.buildings]}));
    state.technologies[event.seat] = [...event.technologies];
    move(state, event.seat, event.resources, 1);
    state.protected[event.seat] = event.protected;
  },
  HandSet(state, event) {
    state.hands[event.seat] = zoneOf(event.cards ?? unknown(event.count));
  },
  PlotsDealt(state, event) {
    state.plotDeck.length -= event.plots.length;
    state.plots[event.seat].push(...event.plots.map(plot));
  },
  PlotsOpened(state, event) {
    state.plotDeck.length -= event.picks.length;
    state.openPlots = event.plots ? [...event.plots] : unknown(event.picks.length);
    state.waiting = [...event.picks];
  },
  PlotTaken(state, event) {
    state.openPlots = without(state.openPlots, event.terrain);
    state.plots[event.seat].push(plot(event.terrain));
    state.waiting = without(state.waiting, event.seat);
  },
  MarketOpened(state, event) {
    state.openPlots = [...(event.plots ?? [])];
    state.openTechnologies = [...(event.technologies ?? [])];
    state.plotDeck.length -= state.openPlots.length;
    state.technologyDeck.length -= state.openTechnologies.length;
  },
  HandDealt: draw,
  StartingDiscardsBegan: wait('discards'),
  CardsDiscarded(state, event) {
    removeAll(state.hands[event.seat], event.cards);
    putAll(state.discard, event.cards);
    if (state.step === 'discards') state.waiting = without(state.waiting, event.seat);
  },
  SettlingBegan: wait('settle'),
  PopulationSettled(state, event) {
    state.plots[event.seat][event.plot].population += 1;
    state.waiting = without(state.waiting, event.seat);
    if (state.turn) state.step = 'collect';
  },
  TurnBegan(state, event) {
    Object.assign(state, {active: event.seat, turn: event.turn, step: 'collect', pottery: false, codeOfLaws: false});
    state.protected[event.seat] = Math.max(0, state.protected[event.seat] - 1);
  },
  ResourcesCollected(state, event) {
    move(state, event.seat, event.resources, 1);
    state.step = 'buy';
  },
  PlotBought(state, event) {
    move(state, event.seat, event.paid, -1);
    state.openPlots = without(state.openPlots, event.terrain);
    state.plots[event.seat].push(plot(event.terrain));
  },
  PlotOffered(state, event) {
    state.plotDeck.pop();
    state.openPlots.push(event.terrain ?? UNKNOWN);
  },
  PopulationBought(state, event) {
    state.resources[event.seat].food -= event.paid;
    state.plots[event.seat][event.plot].population += 1;
  },
  BuildingBuilt(state, event) {
    state.resources[event.seat].production -= event.paid;
    removeAll(state.hands[event.seat], [event.building]);
    const {buildings} = state.plots[event.seat][event.plot];
    buildings.push(event.building);
    buildings.sort((one, other) => state.order.indexOf(one) - state.order.indexOf(other));
  },
  BuildingTornDown(state, event) {
    raze(state, event.seat, event.plot, event.building);
    put(state.discard, event.building);
  },
  ProtectionSet(state, event) {
    state.protected[event.seat] = event.turns;
  },
  TechnologyBought(state, event) {
    state.resources[event.seat].commerce -= event.paid;
    state.openTechnologies = without(state.openTechnologies, event.technology);
    state.technologies[event.seat].push(event.technology);
  },
  TechnologyOffered(state, event) {
    state.technologyDeck.pop();
    state.openTechnologies.push(event.technology ?? UNKNOWN);
  },
  ResourcesGained(state, event) {
    move(state, event.seat, event.resources, 1);
  },
  CardStolen(state, event) {
    const stolen = event.card ?? separate(state.hands[event.target]);
    if (event.card) removeAll(state.hands[event.target], [stolen]);
    put(state.hands[event.seat], stolen);
  },
  ResourcesTaken(state, event) {
    move(state, event.target, event.resources, -1);
    move(state, event.seat, event.resources, 1);
  },
  BonusUsed(state, event) {
    removeAll(state.hands[event.seat], [event.card]);
    put(state.discard, event.card);
    move(state, event.seat, event.resources, 1);
  },
  ResourcesExchanged(state, event) {
    move(state, event.seat, event.given, -1);
    state.resources[event.seat][event.taken] += 1;
  },
  ResourcesGiven(state, event) {
    move(state, event.seat, event.resources, -1);
    move(state, event.target, event.resources, 1);
  },
  AttackLaid(state, event) {
    if (state.war === null) Object.assign(state, {step: 'war', war: {begun: false, battles: []}});
    removeAll(state.hands[event.seat], event.units);
    const counts = {population: 0, captives: 0, buildings: 0, worked: 0, sentBack: false, defended: false};
    const units = {attacking: zoneOf(event.units), stopped: {}, defending: {}};
    state.war.battles.push({defender: event.target, ...units, ...counts});
  },
  BattleBegan: turnToBattle,
  BattleResumed: turnToBattle,
  WallsReturned(state, event) {
    for (const number of event.plots) {
      raze(state, event.seat, number, 'walls');
      put(state.hands[event.seat], 'walls');
    }
    battleOf(state).worked += event.plots.length;
  },
  UnitSentBack(state, event) {
    put(battleOf(state).attacking, event.unit, -1);
    battleOf(state).sentBack = true;
    put(state.hands[state.active], event.unit);
  },
  UnitStopped(state, event) {
    const battle = battleOf(state);
    removeAll(state.hands[event.seat], [event.unit]);
    put(battle.defending, event.unit);
    put(battle.attacking, event.stopped, -1);
    put(battle.stopped, event.stopped);
  },
  DefenceEnded(state, event) {
    Object.assign(battleOf(state), {defended: true, population: event.population, buildings: event.buildings});
  },
  PopulationTaken(state, event) {
    for (const number of event.plots) state.plots[event.seat][number].population -= 1;
    Object.assign(battleOf(state), {population: 0, captives: event.plots.length});
  },
  PopulationResettled(state, event) {
    for (const number of event.plots) state.plots[event.seat][number].population += 1;
    battleOf(state).captives = 0;
  },
  BuildingReturned(state, event) {
    raze(state, event.seat, event.plot, event.building);
    put(state.hands[event.seat], event.building);
    battleOf(state).buildings -= 1;
  },
  BattleEnded(state, event) {
    const battle = state.war.battles.find((each) => each.defender === event.seat);
    for (const units of [battle.attacking, battle.stopped, battle.defending]) {
      for (const [kind, number] of Object.entries(units)) put(state.discard, kind, number);
    }
    state.war.battles = state.war.battles.filter((each) => each !== battle);
  },
  WarEnded(state) {
    Object.assign(state, {war: null, step: 'draw'});
  },
  DeckReshuffled(state, event) {
    state.deck = stacked(event.count, event.deck);
    state.discard = {};
  },
  CardsDrawn: draw,
  DiscardStepBegan(state, event) {
    Object.assign(state, {step: 'discard', toDiscard: event.count});
  },
  CardBought(state, event) {
    move(state, event.seat, event.paid, -1);
    state.pottery = true;
  },
  CodeOfLawsUsed(state) {
    state.codeOfLaws = true;
  },
  LeaderChanged(state, event) {
    state.leaders[event.leader] = event.to;
  },
  SeatResigned(state, {seat}) {
    state.present[seat] = false;
    Object.assign(state.hands, {[seat]: {}});
    Object.assign(state.plots, {[seat]: []});
    Object.assign(state.technologies, {[seat]: []});
    state.resources[seat] = {food: 0, production: 0, commerce: 0};
    state.protected[seat] = 0;
    state.waiting = without(state.waiting, seat);
  },
  HandRevealed(state, event) {
    if (event.cards) state.hands[event.seat] = zoneOf(event.cards);
  },
  GameEnded(state) {
    Object.assign(state, {step: 'over', war: null, waiting: []});
  },
};

const has = (state, seat, technology) => state.technologies[seat].includes(technology);
const standing = (state, seat) => state.plots[seat].flatMap((each) => each.buildings);
const built = (state, seat, building) => standing(state, seat).filter((each) => each === building).length;
const wallsToReturn = (state, battle) =>
  Math.min((battle.attacking.catapult ?? 0) - battle.worked, built(state, battle.defender, 'walls'));

const buildingsDue = (state, battle) =>
  Math.min(battle.buildings, standing(state, battle.defender).filter((each) => !state.wonders.includes(each)).length);

function mayReturn(state, battle) {
  const walled = built(state, battle.defender, 'walls') || built(state, battle.defender, 'great_wall');
  if (battle.sentBack || !walled) return false;
  const worked = state.options.worked_catapult_returns ? 0 : battle.worked;
  return Object.entries(battle.attacking).some(([kind, number]) => number > (kind === 'catapult' ? worked : 0));
}

/** What a war waits for: [decision, seat, how many]. */
function warWaits(state) {
  if (!state.war.begun) return ['attack', state.active, null];
  if (state.war.battles.length === 0) return null;
  const battle = battleOf(state);
  const walls = wallsToReturn(state, battle);
  if (walls > 0) return ['return_walls', battle.defender, walls];
  if (!battle.defended) return [mayReturn(state, battle) ? 'send_back' : 'defend', battle.defender, null];
  if (battle.population) return ['give_up_population', battle.defender, battle.population];
  if (battle.captives) return ['resettle', state.active, battle.captives];
  const buildings = buildingsDue(state, battle);
  return buildings ? ['give_up_building', battle.defender, buildings] : ['end', battle.defender, null];
}

function pendingView(state) {
  if (state.waiting.length) {
    const [seat] = state.waiting;
    const count = state.step === 'discards' ? Math.min(2, total(state.hands[seat])) : null;
    return {type: SETUP[state.step], seat, count};
  }
  if (state.step === 'collect') return {type: 'collect', seat: state.active, count: null};
  const due = state.war && warWaits(state);
  return due ? {type: due[0], seat: due[1], count: due[2]} : null;
}

function sideOf(state, seat) {
  if (!state.options.teams) return [seat];
  const team = (each) => (state.options.seating === 'side_by_side' ? each >> 1 : each % 2);
  return state.present.flatMap((present, each) => (present && team(each) === team(seat) ? [each] : []));
}

const known = (zone) => Object.fromEntries(Object.entries(zone).filter(([kind]) => kind !== UNKNOWN));
const knownOnly = (list) => list.filter((each) => each !== UNKNOWN);

/** How this game is folded and shown. */
export function civilizationFold(catalogue) {
  const kinds = Object.fromEntries(catalogue.kinds.map((each) => [each.id, each]));
  const order = catalogue.kinds.map(({id}) => id);
  const wonders = order.filter((id) => kinds[id].sort === 'wonder');
  const technologyOrder = catalogue.technologies.map(({id}) => id);

  const culturePoints = (state, seat) => {
    const counting = standing(state, seat);
    if (has(state, seat, 'monotheism')) counting.push(...Array(built(state, seat, 'temple')).fill('temple'));
    const literature = has(state, seat, 'literature') ? catalogue.technologies.find(({id}) => id === 'literature').culture : 0;
    const sum = (name) => counting.reduce((points, building) => points + kinds[building][name], 0);
    return {happiness: sum('happiness'), culture: literature + sum('culture')};
  };
  const points = (state, seat) => {
    const wonders = standing(state, seat).filter((building) => kinds[building].sort === 'wonder').length;
    const population = state.plots[seat].reduce((sum, each) => sum + each.population, 0);
    return state.technologies[seat].length + population + wonders;
  };
  const seatView = (state, seat, isOpen) => {
    const hand = state.hands[seat];
    const side = state.present[seat] ? sideOf(state, seat) : [];
    return {
      hand: isOpen ? known(hand) : null,
      known: isOpen ? {} : known(hand),
      hand_count: total(hand),
      resources: {...state.resources[seat]},
      plots: state.plots[seat].map((each) => ({
        ...each,
        buildings: [...each.buildings],
        capacity: each.population >= 3 || has(state, seat, 'engineering') ? 2 : 1,
      })),
      technologies: technologyOrder.filter((technology) => has(state, seat, technology)),
      ...culturePoints(state, seat),
      points: side.reduce((sum, each) => sum + points(state, each), 0),
      protected: state.protected[seat],
      present: state.present[seat],
    };
  };
  const battleView = (state, battle) => {
    const {defender, attacking, stopped, defending, population, captives} = battle;
    const units = {attacking: {...attacking}, stopped: {...stopped}, defending: {...defending}};
    return {defender, ...units, population, captives, buildings: buildingsDue(state, battle)};
  };

  const names = [...order, UNKNOWN];
  const zone = (counts) => Object.fromEntries(counts.flatMap((number, kind) => (number ? [[names[kind], number]] : [])));
  const terrains = (indices) => indices.map((index) => catalogue.plots[index]?.id ?? UNKNOWN);
  const technologies = (indices) => indices.map((index) => technologyOrder[index] ?? UNKNOWN);
  const battle = ({attacking, stopped, defending, sent_back: sentBack, ...counts}) => (
    {...counts, sentBack, attacking: zone(attacking), stopped: zone(stopped), defending: zone(defending)});

  return {
    initial({seats, options}) {
      const each = (make) => Array.from({length: seats}, make);
      const zones = {hands: each(() => ({})), plots: each(() => []), technologies: each(() => [])};
      const own = {resources: each(() => Object.fromEntries(RESOURCES.map((name) => [name, 0]))), protected: each(() => 0)};
      const decks = {deck: [], plotDeck: [], technologyDeck: [], discard: {}, openPlots: [], openTechnologies: []};
      const turn = {waiting: [], dealer: 0, active: 0, turn: 0, step: 'plots', war: null, toDiscard: 0};
      const used = {pottery: false, codeOfLaws: false, leaders: {happiness: null, culture: null}};
      return {options, order, wonders, present: each(() => true), ...zones, ...own, ...decks, ...turn, ...used};
    },
    /** What a fork begins from, as the service keeps it: cards, plots and technologies by their numbers. */
    written(told) {
      const {present, dealer, active, turn, step, waiting, war} = told;
      const [happiness, culture] = told.leaders;
      return {
        ...{present, dealer, active, turn, step, waiting, protected: told.protected, toDiscard: told.to_discard},
        pottery: told.pottery_used,
        codeOfLaws: told.code_of_laws_used,
        leaders: {happiness, culture},
        hands: told.hands.map(zone),
        plots: told.plots.map((mine) => mine.map(({terrain, population, buildings}) => (
          {terrain: terrains([terrain])[0], population, buildings: buildings.map((kind) => names[kind])}))),
        technologies: told.technologies.map((owned) => technologyOrder.filter((_, index) => owned[index])),
        resources: told.resources.map((counts) => Object.fromEntries(RESOURCES.map((name, index) => [name, counts[index]]))),
        deck: told.deck.map((kind) => names[kind]),
        plotDeck: terrains(told.plot_deck),
        technologyDeck: technologies(told.technology_deck),
        discard: zone(told.discard),
        openPlots: terrains(told.open_plots),
        openTechnologies: technologies(told.open_technologies),
        war: war && {begun: war.begun, battles: war.battles.map(battle)},
      };
    },
    evolve(state, event) {
      EVOLVE[event.type]?.(state, event);
    },
    view(state, viewer) {
      const isOpen = (seat) => seat === viewer || viewer === 'everything' || state.step === 'over';
      const due = state.step === 'discard' ? Math.min(state.toDiscard, total(state.hands[state.active])) : 0;
      return {
        turn: state.turn,
        active: state.active,
        dealer: state.dealer,
        step: state.step,
        pending: pendingView(state),
        to_discard: due,
        used: {pottery: state.pottery, code_of_laws: state.codeOfLaws},
        deck: {count: state.deck.length},
        discard: {...state.discard},
        technologies: {open: knownOnly(state.openTechnologies), deck: state.technologyDeck.length},
        plots: {open: knownOnly(state.openPlots), deck: state.plotDeck.length},
        leaders: {...state.leaders},
        war: state.war && {attacker: state.active, begun: state.war.begun, battles: state.war.battles.map((each) => battleView(state, each))},
        seats: state.present.map((_, seat) => seatView(state, seat, isOpen(seat))),
      };
    },
  };
}
