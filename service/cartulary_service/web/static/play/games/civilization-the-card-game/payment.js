/** Resources that a move pays, takes or turns into others, chosen by touching the tokens of the purse. */

/** The resources in the order in which they stand everywhere. */
export const RESOURCES = ['food', 'production', 'commerce'];

/** Fields whose items are resources. */
const CHOSEN = new Set(['hills', 'river', 'forest', 'pyramids', 'take', 'resources']);

/** Pay with what there is most of, until the reader wants it otherwise. */
export function presetPayment(move) {
  const pay = move.candidates()[0]?.choose?.pay;
  if (!pay) return;
  const left = {...pay.from};
  for (let paid = 0; paid < pay.count; paid += 1) {
    const [most] = Object.keys(left).sort((one, other) => left[other] - left[one]);
    left[most] -= 1;
    move.picks.push({field: 'pay', item: most, key: `pay:${paid}`});
  }
}

/** Pay one more of a resource, instead of the one that most of the others is paid of. */
function payMore(move, resource) {
  const paid = paidOf(move);
  const [other] = RESOURCES.filter((each) => each !== resource && paid[each] > 0).sort((a, b) => paid[b] - paid[a]);
  const place = move.picks.findIndex(({field, item}) => field === 'pay' && item === other);
  if (place >= 0) move.picks[place] = {...move.picks[place], item: resource};
}

/** How many of each resource the move pays by choice. */
export function paidOf(move) {
  return Object.fromEntries(RESOURCES.map((each) => [each, move.picked('pay').filter((item) => item === each).length]));
}

/** What a tap on a token of the purse does: {look, change, tap}; null where it does nothing. */
export function coinIntent(ctx, resource) {
  const {move} = ctx;
  if (!move?.begun) return null;
  if (move.type === 'bank') return bankIntent(move, resource);
  if (move.type === 'use_bonus') return valueIntent(ctx, 'resource', resource);
  if (move.picked('pay').length > 0) return paymentIntent(move, resource);
  return choiceIntent(move, resource);
}

function paymentIntent(move, resource) {
  const paid = paidOf(move)[resource];
  const {from, count} = move.candidates()[0].choose.pay;
  const more = paid < Math.min(from[resource] ?? 0, count);
  return {look: more ? 'can' : null, change: -paid, tap: () => more && payMore(move, resource)};
}

/** One resource of several that the move is about; in an action with several fields the present one. */
function choiceIntent(move, resource) {
  const fields = move.fields().filter(({name}) => CHOSEN.has(name));
  if (fields.length === 0) return null;
  const change = move.picks.filter(({field, item}) => CHOSEN.has(field) && item === resource).length;
  const sign = move.type === 'give' ? -1 : 1;
  const field = move.field();
  const more = field !== null && move.takes(resource);
  const tap = () => more && move.pick(resource, `${field.name}:${field.chosen}`);
  return {look: more ? 'can' : null, change: sign * change, tap};
}

/** A resource as a value of the move. */
function valueIntent(ctx, name, resource) {
  const {move} = ctx;
  const forms = move.of(move.type).filter(({card}) => card === move.settled.card);
  if (!forms.some((form) => form[name] === resource)) return null;
  const chosen = move.settled[name] === resource;
  return {
    look: chosen ? 'chosen' : 'can',
    change: chosen ? bonusOf(ctx) : 0,
    tap: () => (chosen ? ctx.go() : move.settle({[name]: resource})),
  };
}

/** How many resources the picked card gives. */
export function bonusOf(ctx) {
  return ctx.kinds[ctx.move.settled.card].value;
}

/** At the bank the first token is given, the second one taken. */
function bankIntent(move, resource) {
  const {give, take} = move.settled;
  if (give === undefined) {
    if (!move.of('bank').some((form) => form.give === resource)) return null;
    return {look: 'can', change: 0, tap: () => move.settle({give: resource})};
  }
  if (give === resource) return {look: 'chosen', change: 0, tap: () => move.begin('bank')};
  if (!move.of('bank').some((form) => form.give === give && form.take === resource)) return null;
  return {look: take === resource ? 'chosen' : 'can', change: take === resource ? 1 : 0, tap: () => move.settle({take: resource})};
}
