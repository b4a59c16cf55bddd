/** The strip above the mat: events of the others since the reader's last turn, which can be played back. */

import {icon, seal} from '../cards/art.js';
import {button, h, unseen} from '../dom.js';
import {deed} from '../narration.js';
import {counting, turnEnded} from './plies.js';

/** More are not seen side by side on any screen. */
const MOST = 6;
const QUIET = new Set([
  'TurnBegan',
  'TurnEnded',
  'CardsDrawn',
  'HandLimitChosen',
  'SeatTaken',
  'GameStarted',
  'CardsDealt',
  'HandSet',
  'AreaSet',
  'EmpireSet',
  'PlotsDealt',
  'HandDealt',
  'MarketOpened',
  'PositionSet',
  'CultureTokenSet',
  'ResourcesCollected',
  'HandRevealed',
  'GameEnded',
]);

/** What decides little: the strip tells it only where nothing else has happened. */
const SMALL = new Set(['BonusUsed', 'ResourcesExchanged', 'CardsDiscarded', 'DiscardStepBegan']);

/** The events of others since one's last turn, until the present one ends; for a spectator the latest ones. */
export function sinceLastTurn(events, you) {
  const last = you === null ? 0 : turnEnded(events, you);
  return events.filter(
    ({actor, type, ply}) => ply > last && actor !== null && actor !== undefined && actor !== you && !QUIET.has(type),
  );
}

/** Whether an event is aimed at a seat. */
export function concerns(event, seat) {
  return event.target === seat || event.defender === seat || (event.losses ?? []).some((loss) => loss.seat === seat);
}

/**
 * The strip, in the order of time: the latest that matters, as far as there is room; but what concerns the reader begins it where more
 * has happened since. On a phone it is that alone, or the latest.
 */
export function strip(ctx) {
  const {words, since, speech, you} = ctx;
  const hasHadTurn = you !== null && turnEnded(counting(ctx.events), you) > 0;
  const told = since.map((event) => ({event, text: deed(event, speech)})).filter(({text}) => text !== null);
  if (told.length === 0)
    return h(
      'p',
      {class: 'since none', 'data-key': 'since'},
      words.t(hasHadTurn ? 'since-nothing' : 'lately-nothing'),
    );
  const great = told.filter(({event}) => !SMALL.has(event.type));
  const main = great.length > 0 ? great : told;
  const hit = main.findLastIndex(({event}) => concerns(event, you));
  const isPast = hit >= 0 && hit < main.length - 1;
  const latest = main.slice(isPast ? hit + 1 : 0).slice(-MOST);
  const shown = ({event, text}, element) =>
    h(element, {class: concerns(event, you) ? 'event hits' : 'event', 'data-key': `event:${event.position}`}, sign(event, ctx), h('span', {}, text.replace(/\.$/, '')));
  const inOrder = (each) => {
    const made = shown(each, 'li');
    // The latest is laid out first, so that the others give way, and is read last.
    made.style.order = -each.event.position;
    return made;
  };
  const title = words.t(hasHadTurn ? 'since' : 'lately');
  const all = () => [h('h2', {}, title), h('ul', {class: 'told'}, told.map(({event, text}) => h('li', {}, sign(event, ctx), h('span', {}, text))))];
  return h(
    'section',
    {class: 'since', 'data-key': 'since', 'aria-label': title},
    h('b', {}, title),
    isPast && shown(main[hit], 'div'),
    h('ol', {}, latest.map(inOrder)),
    told.length > 1 && button(words.t('all-events', {count: told.length}), () => ctx.unfold('since', all()), {class: 'btn quiet', 'data-key': 'all-events'}),
    button([icon('play'), h('span', {class: 'label'}, words.t('show-me'))], () => ctx.showAgain(), {
      class: 'btn quiet',
      'data-key': 'show-me',
      'aria-label': words.t('show-me'),
    }),
  );
}

/** Who did something, and what kind of deed it is. */
function sign(event, ctx) {
  return [actorOf(event, ctx), ctx.speech.sign(event)];
}

/** The seal of who did something, with the name for those who hear the page. */
export function actorOf({actor}, {players}) {
  return actor !== null && actor !== undefined && [seal(actor), unseen(`${players[actor]}: `)];
}
