/** Places of the table that light up for the move in the making, and the effect of a tap there. */

const FROM_AREA = new Set(['development.discard', 'monopoly.discard', 'experiment.take', 'research.take']);
const FROM_DISCARD = new Set(['oligarchy.take', 'republic.take']);
const OF_THE_HAND = {play: 'hand', draft_keep: 'packet', draft_pick: 'centre'};
/** Actions that begin by themselves, because nothing else can be done. */
export const HALF_DONE = new Set(['inquisition_exchange', 'breakthrough_discard']);

/** The zone out of which the present field is chosen: hand, area, discard; null while none is. */
export function zoneOf(move) {
  const field = move?.field();
  if (!field) return null;
  const effect = `${effectOf(move)}.${field.name}`;
  return FROM_AREA.has(effect) ? 'area' : FROM_DISCARD.has(effect) ? 'discard' : 'hand';
}

/** The effect of the move: the one that Inspiration copies, else the action itself. */
export function effectOf(move) {
  return move.candidates()[0]?.effect ?? move.type;
}

/** The action that a card of a zone begins on its own: it is played, kept in the draft or taken from the centre. */
export function actionOfCard(move, zone, kind) {
  if (move === null) return null;
  return move.forms.find(({type, card}) => OF_THE_HAND[type] === zone && card === kind)?.type ?? null;
}

/** Whether a card can be chosen now. */
export function isLit(move, zone, kind, key) {
  if (move === null || move.isPicked(key)) return false;
  return actionOfCard(move, zone, kind) !== null || (zoneOf(move) === zone && move.takes(kind));
}

/** Choose a card. Choosing it again plays it where it is an action on its own, and else puts it back. */
export function tapCard(move, zone, kind, key, go) {
  const type = actionOfCard(move, zone, kind);
  if (type !== null && move.key === key) return go();
  if (type !== null) return move.begin(type, {card: kind}, key);
  return move.pick(kind, key);
}

/** The lanes and seats that can be chosen now: {seat, sphere, values} with sphere null for a seat as a whole. */
export function targetsOf(ctx) {
  const {move, you} = ctx;
  if (!move?.begun || move.values().length === 0) return [];
  const found = new Map();
  for (const form of move.candidates()) {
    const sphere = form.sphere ?? (form.effect && ctx.effects[form.effect].sphere) ?? null;
    const seat = form.seat ?? you;
    const values = Object.fromEntries(
      ['seat', 'sphere', 'effect'].filter((name) => name in form).map((name) => [name, form[name]]),
    );
    const key = `${seat}:${sphere}`;
    if (!found.has(key)) found.set(key, {seat, sphere, choices: new Map()});
    found.get(key).choices.set(JSON.stringify(values), values);
  }
  return [...found.values()].map(({choices, ...place}) => ({...place, choices: [...choices.values()]}));
}

/** Choose a lane, or a seat. Where a lane offers two effects, one of them is chosen afterwards. */
export function tapTarget(move, {choices}) {
  move.narrow(choices);
}
