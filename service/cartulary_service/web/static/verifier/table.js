/** What is followed of a game: the cards, and the chance that they come from. */

import {equal} from './canonical.js';
import {digest} from './hashing.js';
import {need} from './outcome.js';
import {isCount} from './shapes.js';

/** Numbers drawn from one labelled stream. */
class Stream {
  constructor(seed, label) {
    Object.assign(this, {seed, label, block: 0, words: []});
  }

  /** The next 32-bit word. */
  async word() {
    if (this.words.length === 0) {
      const bytes = await digest('stream', this.seed, this.label, this.block);
      const view = new DataView(bytes.buffer);
      this.words = Array.from({length: 8}, (_, index) => view.getUint32(4 * index));
      this.block += 1;
    }
    return this.words.shift();
  }

  /** A number below n. */
  async below(n) {
    const past = 2 ** 32 - (2 ** 32 % n);
    let word = await this.word();
    while (word >= past) word = await this.word();
    return word % n;
  }

  /** These cards in another order. */
  async shuffled(cards) {
    const order = [...cards];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = await this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}

/** Zones that every game has; a game adds its own. */
const ZONES = {decks: {}, hands: {}, areas: {}, discard: [], order: []};

/** What is followed of a game: decks top first, hands, areas, piles, and how much was compared. */
export class Table {
  constructor(game, seats, seed) {
    const zones = {...ZONES, ...game.zones};
    Object.assign(this, structuredClone(zones), {names: Object.keys(zones), seats, seed, kept: new Map(), compared: new Map()});
  }

  /** Everything that lies anywhere. */
  zones() {
    return structuredClone(Object.fromEntries(this.names.map((name) => [name, this[name]])));
  }

  /** Keep what lies where at a version, to which the game will be taken back. */
  keep(version) {
    this.kept.set(version, this.zones());
  }

  /** Everything lies again as it did at a version. */
  goBackTo(version) {
    Object.assign(this, structuredClone(this.kept.get(version)));
  }

  /** The stream of a label. */
  stream(label) {
    return new Stream(this.seed, label);
  }

  /** Something is what it has to be. */
  compare(what, is, shouldBe, position) {
    need(equal(is ?? null, shouldBe), `event ${position}: ${what} do not follow from the seed`);
    this.compared.set(what, (this.compared.get(what) ?? 0) + 1);
  }

  /** The topmost cards of a deck are these. */
  take(what, deck, cards, position) {
    this.compare(what, cards, (this.decks[deck] ?? []).splice(0, cards?.length ?? 0), position);
  }

  /** This seat is the next in the order of dealing. */
  dealTo(seat, position) {
    need(seat === this.order.shift(), `event ${position}: it is not seat ${seat} that is dealt to next`);
  }

  /** The hand of a seat. */
  hand(seat) {
    this.hands[seat] ??= [];
    return this.hands[seat];
  }

  /** What lies before a seat. */
  area(seat) {
    this.areas[seat] ??= [];
    return this.areas[seat];
  }

  /** Cards leave a hand. */
  leave(seat, cards, position) {
    remove(this.hand(seat), cards, `event ${position}: seat ${seat} does not hold`);
  }

  /** Cards leave an area. */
  lift(seat, cards, position) {
    remove(this.area(seat), cards, `event ${position}: before seat ${seat} does not lie`);
  }

  /** All seats clockwise, from this one on. */
  clockwise(first) {
    return Array.from({length: this.seats}, (_, offset) => (first + offset) % this.seats);
  }
}

/** Take cards out of a list that must hold them. */
export function remove(list, cards, words) {
  for (const card of cards) {
    const place = list.indexOf(card);
    need(place >= 0, `${words} ${card}`);
    list.splice(place, 1);
  }
}

/** The same cards in one order. */
export function sorted(cards) {
  return [...cards].sort();
}

/** Each name as often as there are copies, from [[name, copies], …]. */
export function copies(counts) {
  return counts.flatMap(([name, number]) => Array(number).fill(name));
}

/** The names of a zone that counts each kind. */
export function cardsOf(counts, names) {
  need(counts.every(isCount), 'a zone counts no cards');
  return counts.flatMap((number, kind) => Array(number).fill(names[kind]));
}

/** Each seat with what it has, from a list by seat. */
export function bySeat(list, read) {
  return Object.fromEntries(list.map((each, seat) => [seat, read(each, seat)]));
}
