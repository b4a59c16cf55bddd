/** CIV: Carta Impera Victoria, folded from its events; no rule is here but what a view shows. */

const SPHERES = ['military', 'religion', 'economy', 'science', 'culture', 'utopia'];
const EPOCHS = ['1', '2', '3'];
const DEMOCRACY_CARD = 'utopia-3';
const DOMINATION = {2: 8, 3: 7, 4: 7};
const THRESHOLDS = {2: [3, 5], 3: [3, 5], 4: [2, 4]};
const HAND_LIMITS = [3, 5, 7];

const epochOf = (kind) => kind.at(-1);
const sphereOf = (kind) => kind.slice(0, -2);
const isBack = (kind) => kind.startsWith('?');
const levelOf = (effect) => (['purge', 'divine_right', 'monopoly', 'research', 'republic'].includes(effect) ? 2 : 1);
const GIVES = {
  assassination: 'military', purge: 'military', holy_book: 'religion', divine_right: 'religion', development: 'economy',
  monopoly: 'economy', experiment: 'science', research: 'science', oligarchy: 'utopia', republic: 'utopia',
};

/** Put a number of a kind into a zone; zones count kinds, and unknown cards as `?1`, `?2`, `?3`. */
function put(zone, kind, number = 1) {
  zone[kind] = (zone[kind] ?? 0) + number;
  if (zone[kind] === 0) delete zone[kind];
}

function putAll(zone, more) {
  for (const [kind, number] of Object.entries(more)) put(zone, kind, number);
}

function zoneOf(cards) {
  const zone = {};
  for (const kind of cards) put(zone, kind);
  return zone;
}

/** Take a card out; where it was not known to be there, it was one of those with its back. */
function remove(zone, kind) {
  put(zone, zone[kind] ? kind : `?${epochOf(kind)}`, -1);
}

function removeAll(zone, cards) {
  for (const kind of cards) remove(zone, kind);
}

function backs(zone) {
  const shown = {1: 0, 2: 0, 3: 0};
  for (const [kind, number] of Object.entries(zone)) shown[epochOf(kind)] += number;
  return shown;
}

function hidden(shown) {
  const zone = {};
  for (const epoch of EPOCHS) put(zone, `?${epoch}`, shown[epoch]);
  return zone;
}

const received = (event) => (event.cards ? zoneOf(event.cards) : hidden(event.backs));
const total = (counts) => Object.values(counts).reduce((sum, each) => sum + each, 0);

/** What is known of a part of a zone that has the backs `here`, the other part having `others`. */
function certain(zone, others, here) {
  const part = {};
  const unknown = {...here};
  for (const [kind, number] of Object.entries(zone)) {
    const sure = isBack(kind) ? 0 : Math.max(0, number - others[epochOf(kind)]);
    if (sure) put(part, kind, sure);
    unknown[epochOf(kind)] -= sure;
  }
  putAll(part, hidden(unknown));
  return part;
}

/** Take cards of which only the backs were seen out of a seat's zone: [what stays, what goes]. */
function separated(zone, leaving) {
  const have = backs(zone);
  const staying = Object.fromEntries(EPOCHS.map((epoch) => [epoch, have[epoch] - leaving[epoch]]));
  return [certain(zone, leaving, staying), certain(zone, staying, leaving)];
}

function stack(state, {piles, deck}) {
  const unknown = piles.flatMap(({epoch, size}) => Array(size).fill(`?${epoch}`));
  state.deck = [...(deck ?? unknown)].reverse();
}

function fromDeck(state, shown) {
  state.deck.length -= total(shown);
}

function drawn(state, event) {
  fromDeck(state, event.backs);
  putAll(state.hands[event.seat], received(event));
}

function discard(state, seat, card) {
  put(state.areas[seat], card, -1);
  put(state.discard, card);
}

function fromHand(state, event) {
  removeAll(state.hands[event.seat], event.cards);
  putAll(state.discard, zoneOf(event.cards));
}

const nobody = (state) => state.present.map(() => null);
const nothing = (state) => state.present.map(() => ({}));

function beginEffects(state) {
  state.step = 'effects';
  countReligion(state);
}

/** Remember the most Religion that the active seat has had in its second step. */
function countReligion(state) {
  if (state.step === 'effects') state.mostReligion = Math.max(state.mostReligion, count(state.areas[state.active], 'religion'));
}

const EVOLVE = {
  RulesMoved(state, event) {
    state.revision = event.revision;
    state.mostReligion = 0;
    countReligion(state);
  },
  GameStarted(state, event) {
    state.first = state.active = event.first;
    stack(state, event);
  },
  PositionSet(state, event) {
    Object.assign(state, {turn: event.turn, active: event.active, first: event.first});
    Object.assign(state, {step: event.step === 'play' ? 'play' : 'effects', final_round: event.final_round});
    state.discard = zoneOf(event.discard);
    state.used = {permanent: [...event.used_permanent], discard: [...event.used_discard]};
    stack(state, event);
  },
  AreaSet(state, event) {
    state.areas[event.seat] = zoneOf(event.area);
    state.embargoes[event.seat] = event.embargoes.map((each) => ({...each, turns: 1}));
    for (const sphere of event.democracy) put(state.democracy[event.seat], sphere);
    countReligion(state);
  },
  CultureTokenSet(state, event) {
    state.token = {holder: event.seat, target: event.target, sphere: event.sphere};
  },
  HandSet(state, event) {
    state.hands[event.seat] = received(event);
  },
  CardsDealt: drawn,
  PacketDealt(state, event) {
    if (state.draft === null) {
      state.step = 'draft';
      const zones = {packets: nothing(state), kept: nothing(state), arriving: nothing(state)};
      state.draft = {...zones, chosen: nobody(state), round: 1, centre: {}, picks: null};
    }
    fromDeck(state, event.backs);
    putAll(state.draft.arriving[event.seat], received(event));
  },
  DraftKept({draft}, event) {
    draft.chosen[event.seat] = event.card ?? '?1';
  },
  PacketPassed({draft}, event) {
    let left = draft.packets[event.source];
    let kept;
    if (event.cards) {
      removeAll(left, event.cards);
      [kept, draft.arriving[event.seat]] = [left, zoneOf(event.cards)];
    } else {
      const chosen = draft.chosen[event.source];
      if (isBack(chosen)) [left, kept] = separated(left, {1: 1, 2: 0, 3: 0});
      else {
        kept = zoneOf([chosen]);
        remove(left, chosen);
      }
      draft.arriving[event.seat] = left;
    }
    putAll(draft.kept[event.source], kept);
  },
  DraftRoundBegan(state, event) {
    const {draft} = state;
    Object.assign(draft, {round: event.round, packets: draft.arriving, arriving: nothing(state), chosen: nobody(state)});
  },
  CardExposed({draft}, event) {
    if (event.card) {
      remove(draft.packets[event.seat], event.card);
      put(draft.centre, event.card);
    }
    putAll(draft.kept[event.seat], draft.packets[event.seat]);
    draft.packets[event.seat] = {};
    draft.chosen[event.seat] = null;
  },
  CentreOpened({draft}, event) {
    draft.picks = [...event.picks];
  },
  CentreCardTaken(state, event) {
    state.draft.picks = state.draft.picks.filter((seat) => seat !== event.seat);
    put(state.draft.centre, event.card, -1);
    put(state.areas[event.seat], event.card);
  },
  DraftEnded(state) {
    state.hands.forEach((hand, seat) => putAll(hand, state.draft.kept[seat]));
    state.draft = null;
  },
  TurnBegan(state, event) {
    Object.assign(state, {active: event.seat, turn: event.turn, step: 'play', copiedLimit: 0, mostReligion: 0});
    state.used = {permanent: [], discard: []};
  },
  CardPlayed(state, event) {
    remove(state.hands[event.seat], event.card);
    put(state.areas[event.seat], event.card);
    beginEffects(state);
  },
  PlaySkipped: beginEffects,
  HandDiscarded(state, event) {
    state.used.permanent.push(GIVES[event.effect]);
    fromHand(state, event);
  },
  AttackMade(state, event) {
    state.used.discard.push('military');
    discard(state, event.seat, event.paid);
    discard(state, event.seat, event.given_up);
    for (const {seat, card} of event.losses) discard(state, seat, card);
  },
  InquisitionBegun(state, event) {
    state.used.discard.push('religion');
    discard(state, event.seat, event.paid);
    const taken = event.cards ? zoneOf(event.cards) : state.hands[event.target];
    putAll(state.hands[event.seat], taken);
    state.hands[event.target] = {};
    const count = total(event.backs);
    const pending = {type: 'inquisition_exchange', seat: event.seat, target: event.target, count, taken: {...taken}};
    state.pending = count ? pending : null;
  },
  InquisitionExchanged(state, event) {
    let given;
    if (event.cards) {
      removeAll(state.hands[event.seat], event.cards);
      given = zoneOf(event.cards);
    } else [state.hands[event.seat], given] = separated(state.hands[event.seat], event.backs);
    if (state.present[event.target]) putAll(state.hands[event.target], given);
    state.pending = null;
  },
  AreaDiscarded(state, event) {
    state.used.permanent.push(GIVES[event.effect]);
    for (const card of event.cards) discard(state, event.seat, card);
  },
  AreaTaken(state, event) {
    state.used.permanent.push(GIVES[event.effect]);
    removeAll(state.areas[event.seat], event.cards);
    putAll(state.hands[event.seat], zoneOf(event.cards));
  },
  CardsPlayed(state, event) {
    removeAll(state.hands[event.seat], event.cards);
    putAll(state.areas[event.seat], zoneOf(event.cards));
    countReligion(state);
  },
  EmbargoLaid(state, event) {
    state.used.discard.push('economy');
    put(state.areas[event.seat], event.card, -1);
    state.embargoes[event.target].push({sphere: event.sphere, card: event.card, turns: event.turns});
  },
  BreakthroughBegun(state, event) {
    state.used.discard.push('science');
    discard(state, event.seat, event.paid);
    const pending = {type: 'breakthrough_discard', seat: event.seat, target: null, count: event.count};
    state.pending = event.count ? pending : null;
  },
  BreakthroughDiscarded(state, event) {
    fromHand(state, event);
    state.pending = null;
  },
  DiscardTaken(state, event) {
    state.used.permanent.push(GIVES[event.effect]);
    removeAll(state.discard, event.cards);
    putAll(state.hands[event.seat], zoneOf(event.cards));
  },
  DemocracyPlaced(state, event) {
    state.used.discard.push('utopia');
    put(state.areas[event.seat], DEMOCRACY_CARD, -1);
    put(state.democracy[event.target], event.sphere);
  },
  EffectCopied(state, event) {
    state.used.permanent.push('culture', GIVES[event.effect]);
    state.token = {holder: event.seat, target: event.target, sphere: event.sphere};
    if (GIVES[event.effect] === 'religion') state.copiedLimit = levelOf(event.effect);
  },
  CultureTokenLost(state, event) {
    state.token = event.to === null ? null : {holder: event.to, target: null, sphere: null};
  },
  CardsDrawn: drawn,
  FinalRoundBegan(state) {
    state.final_round = true;
  },
  TurnEnded(state, event) {
    for (const {card} of event.lapsed) put(state.discard, card);
    const lying = state.embargoes[event.seat].filter((each) => each.turns > 1);
    state.embargoes[event.seat] = lying.map((each) => ({...each, turns: each.turns - 1}));
  },
  SeatResigned(state, event) {
    const {seat} = event;
    if (state.pending?.seat === seat) {
      const {target, taken} = state.pending;
      if (target !== null && state.present[target]) state.hands[target] = {...taken};
      state.pending = null;
    }
    state.present[seat] = false;
    state.first = event.first;
    for (const zones of [state.hands, state.areas, state.democracy]) zones[seat] = {};
    state.embargoes[seat] = [];
    if (state.draft === null) return;
    state.draft.packets[seat] = {};
    state.draft.kept[seat] = {};
    state.draft.chosen[seat] = null;
    state.draft.picks = state.draft.picks?.filter((each) => each !== seat) ?? null;
  },
  HandRevealed(state, event) {
    if (event.cards) state.hands[event.seat] = zoneOf(event.cards);
  },
  GameEnded(state) {
    Object.assign(state, {step: 'over', pending: null, draft: null});
  },
};

/** The cards of a sphere in a zone. */
function count(zone, sphere) {
  return Object.entries(zone).reduce((sum, [kind, number]) => sum + (sphereOf(kind) === sphere ? number : 0), 0);
}

function level(state, seat, sphere) {
  return levelWith(state, count(state.areas[seat], sphere));
}

/** The level that so many cards of a sphere give. */
function levelWith(state, cards) {
  return THRESHOLDS[state.present.length].filter((threshold) => cards >= threshold).length;
}

function handLimit(state, seat) {
  const {token, copiedLimit, mostReligion} = state;
  const chosen = (state.options.hand_limit ?? (state.revision < 2 ? 'standing' : 'chosen')) === 'chosen';
  if (chosen && seat === state.active) {
    return HAND_LIMITS[Math.max(level(state, seat, 'religion'), levelWith(state, mostReligion), copiedLimit)];
  }
  const holds = token !== null && token.target !== null && level(state, token.target, 'religion') >= copiedLimit;
  return HAND_LIMITS[Math.max(level(state, seat, 'religion'), seat === state.active && holds ? copiedLimit : 0)];
}

const known = (zone) => Object.fromEntries(Object.entries(zone).filter(([kind]) => !isBack(kind)));

function draftView(draft, viewer) {
  let packet = null;
  let kept = null;
  if (viewer !== null) {
    packet = draft.picks === null && draft.chosen[viewer] === null ? known(draft.packets[viewer]) : null;
    kept = {...draft.kept[viewer]};
    if (draft.chosen[viewer] !== null) put(kept, draft.chosen[viewer]);
    kept = known(kept);
  }
  return {round: draft.picks === null ? draft.round : 'centre', packet, kept, centre: {...draft.centre}};
}

function seatView(state, seat, isOpen) {
  const hand = state.hands[seat];
  const embargo = {};
  for (const {sphere} of state.embargoes[seat]) put(embargo, sphere);
  const playing = seat === state.active;
  const inOrder = (spheres) => SPHERES.filter((sphere) => playing && spheres.includes(sphere));
  return {
    hand: isOpen ? known(hand) : null,
    known: isOpen ? {} : known(hand),
    backs: backs(hand),
    hand_limit: handLimit(state, seat),
    area: {...state.areas[seat]},
    democracy: {...state.democracy[seat]},
    embargo,
    wins_at: Object.fromEntries(
      SPHERES.map((sphere) => [sphere, DOMINATION[state.present.length] + (state.democracy[seat][sphere] ?? 0)]),
    ),
    used: {permanent: inOrder(state.used.permanent), discard: inOrder(state.used.discard)},
    present: state.present[seat],
  };
}

/** How this game is folded and shown. */
export function cartaFold(catalogue) {
  const kinds = [...catalogue.kinds.map(({id}) => id), ...EPOCHS.map((epoch) => `?${epoch}`)];
  const zone = (counts) => Object.fromEntries(counts.flatMap((number, kind) => (number ? [[kinds[kind], number]] : [])));
  const spheres = (flags) => SPHERES.filter((_, sphere) => flags[sphere]);
  const sphere = (index) => (index === null ? null : SPHERES[index]);
  const halfDone = ({is, seat, target = null, taken, number}) => (is === 'Exchange'
    ? {type: 'inquisition_exchange', seat, target, count: total(zone(taken)), taken: zone(taken)}
    : {type: 'breakthrough_discard', seat, target, count: number});
  const draft = ({packets, kept, arriving, chosen, round, centre, picks}) => ({
    packets: packets.map(zone),
    kept: kept.map(zone),
    arriving: arriving.map(zone),
    chosen: chosen.map((kind) => (kind === null ? null : kinds[kind])),
    centre: zone(centre),
    round,
    picks,
  });
  return {
    initial({seats, options, revision = 1}) {
      const state = {options, revision, present: Array(seats).fill(true), discard: {}, deck: [], turn: 0, active: 0, first: 0, step: 'play'};
      const zones = {hands: nothing(state), areas: nothing(state), democracy: nothing(state)};
      const rest = {pending: null, draft: null, token: null, copiedLimit: 0, mostReligion: 0, final_round: false};
      return {...state, ...zones, embargoes: state.present.map(() => []), used: {permanent: [], discard: []}, ...rest};
    },
    /** What a fork begins from, as the service keeps it: cards and spheres by their numbers. */
    written(told) {
      const {present, turn, active, first, step, final_round, token} = told;
      const areas = told.areas.map(zone);
      return {
        ...{present, turn, active, first, step, final_round, copiedLimit: told.copied_limit},
        mostReligion: Math.max(told.most_religion ?? 0, step === 'effects' ? count(areas[active], 'religion') : 0),
        hands: told.hands.map(zone),
        areas,
        democracy: told.democracy.map((counts) => Object.fromEntries(
          counts.flatMap((number, index) => (number ? [[SPHERES[index], number]] : [])),
        )),
        embargoes: told.embargoes.map((lying) => lying.map(
          (each) => ({sphere: sphere(each.sphere), card: kinds[each.card], turns: each.turns}),
        )),
        discard: zone(told.discard),
        deck: told.deck.map((kind) => kinds[kind]),
        used: {permanent: spheres(told.used_permanent), discard: spheres(told.used_discard)},
        pending: told.pending && halfDone(told.pending),
        draft: told.draft && draft(told.draft),
        token: token && {...token, sphere: sphere(token.sphere)},
      };
    },
    evolve(state, event) {
      EVOLVE[event.type]?.(state, event);
    },
    /** What the API shows of a state; `viewer` is a seat, null, or 'everything'. */
    view(state, viewer) {
      const {pending, token, deck} = state;
      const seat = Number.isInteger(viewer) ? viewer : null;
      const isOpen = (each) => each === seat || viewer === 'everything' || state.step === 'over';
      const on = token?.sphere ? {seat: token.target, sphere: token.sphere} : null;
      return {
        turn: state.turn,
        active: state.active,
        first: state.first,
        step: state.step,
        pending: pending && {type: pending.type, seat: pending.seat, target: pending.target, count: pending.count},
        draft: state.draft && draftView(state.draft, seat),
        deck: {count: deck.length, top_back: deck.length ? Number(epochOf(deck.at(-1))) : null},
        discard: {...state.discard},
        final_round: state.final_round,
        culture_token: token && {seat: token.holder, on},
        seats: state.present.map((_, each) => seatView(state, each, isOpen(each))),
      };
    },
  };
}
