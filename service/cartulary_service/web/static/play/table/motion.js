/** Motion: each card travels from where it was to where it lies now, once. A tap ends it; no travel where less is wanted. */

import {back, card} from '../cards/card.js';
import {h} from '../dom.js';

const MOVE = 260;
const APART = 60;
const ALL = 900;
const HALO = 2000;
const EASE = 'cubic-bezier(.2, .8, .2, 1)';

/** What marks a card as moved: its place, its kind, and how many of its likes lie after it there, since the last ones came last. */
export function movedKey(place, kind, after) {
  return `${place}|${kind}|${after}`;
}

export class Motion {
  constructor(root) {
    this.root = root;
    this.layer = h('div', {class: 'flights', 'aria-hidden': 'true'});
    this.moved = new Set();
    this.running = [];
    this.from = new Map();
    document.body.append(this.layer);
  }

  get isReduced() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  place(name) {
    return (
      [...this.root.querySelectorAll(`[data-place="${name}"]`)].find((each) => each.getClientRects().length > 0) ?? null
    );
  }

  /** Note before a change where the cards are that will move, and mark them as moved for a while. */
  note(flights) {
    this.from = new Map(flights.map((flight) => [flight, this.rectOf(flight.from, flight.kind)]));
    if (flights.length === 0) return;
    const came = {};
    this.moved = new Set(
      flights.filter(({kind}) => kind).map(({kind, to}) => {
        came[`${to}|${kind}`] = (came[`${to}|${kind}`] ?? -1) + 1;
        return movedKey(to, kind, came[`${to}|${kind}`]);
      }),
    );
  }

  /** The last card of this kind that lies in a place, and is not still flying there. */
  cardAt(name, kind) {
    const cards = kind ? [...(this.place(name)?.querySelectorAll(`[data-kind="${kind}"]`) ?? [])] : [];
    return cards.findLast((each) => each.getAnimations().length === 0) ?? null;
  }

  /** Measure where a card of this kind lies in a place, else the place. */
  rectOf(name, kind) {
    return (this.cardAt(name, kind) ?? this.place(name))?.getBoundingClientRect() ?? null;
  }

  /** Move the cards after the change; `after` draws again once none is marked as moved any more. */
  fly(flights, ctx, after) {
    if (flights.length === 0) return;
    this.end();
    clearTimeout(this.calm);
    this.calm = setTimeout(() => {
      this.moved = new Set();
      if (this.root.isConnected) after();
    }, HALO);
    if (this.isReduced || document.hidden) return;
    flights.forEach((flight, nth) => this.travel(flight, Math.min(nth * APART, ALL - MOVE), ctx));
    if (this.running.length > 0) document.addEventListener('pointerdown', () => this.end(), {once: true});
  }

  travel(flight, delay, ctx) {
    const from = this.from.get(flight);
    const to = this.rectOf(flight.to, flight.kind);
    if (!from || !to) return;
    // Until it has come, a card is seen in its flight alone.
    const landed = this.cardAt(flight.to, flight.kind)?.animate({opacity: [0, 0]}, {duration: delay + MOVE});
    if (landed) this.running.push(landed);
    const flying = flight.kind
      ? card(ctx.layout.lookOf(ctx, flight.kind), 84)
      : back(ctx.layout.backOf(flight.epoch), 84);
    this.layer.append(flying);
    const {offsetWidth, offsetHeight} = flying;
    const at = ({left, top, width, height}) => `translate(${left + (width - offsetWidth) / 2}px, ${top + (height - offsetHeight) / 2}px)`;
    const motion = flying.animate([{transform: at(from)}, {transform: at(to)}], {
      duration: MOVE,
      delay,
      easing: EASE,
      fill: 'both',
    });
    this.running.push(motion);
    motion.onfinish = motion.oncancel = () => flying.remove();
  }

  /** End all that moves, at once. */
  end() {
    for (const each of this.running) each.finish();
    this.running = [];
    this.layer.replaceChildren();
  }

  close() {
    this.end();
    clearTimeout(this.calm);
    this.layer.remove();
  }
}
