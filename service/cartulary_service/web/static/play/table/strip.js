/** The strip above the mat: events of the others since the reader's last turn, which can be played back. */

import {icon, seal} from '../cards/art.js';
import {button, h, unseen} from '../dom.js';
import {deed} from '../narration.js';
import {begunBy} from './plies.js';

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

/** The events of others since one last did something oneself; for a spectator the latest ones. */
export function sinceLastTurn(events, you) {
  const last = you === null ? 0 : (begunBy(events, you).at(-1)?.ply ?? 0);
  return events.filter(
    ({actor, type, ply}) => ply > last && actor !== null && actor !== undefined && actor !== you && !QUIET.has(type),
  );
}

/** Whether an event is aimed at a seat. */
export function concerns(event, seat) {
  return event.target === seat || event.defender === seat || (event.losses ?? []).some((loss) => loss.seat === seat);
}

/** The strip. On a phone it shows the event that concerns the reader most. */
export function strip(ctx) {
  const {words, since, speech, you} = ctx;
  const told = since.map((event) => [event, deed(event, speech)]).filter(([, text]) => text !== null);
  if (told.length === 0)
    return h(
      'p',
      {class: 'since none', 'data-key': 'since'},
      words.t(you === null ? 'lately-nothing' : 'since-nothing'),
    );
  const shown = told.slice(-MOST);
  const first = shown.find(([event]) => concerns(event, you)) ?? shown.at(-1);
  return h(
    'section',
    {class: 'since', 'data-key': 'since', 'aria-label': words.t('since')},
    h('b', {}, words.t(you === null ? 'lately' : 'since')),
    h(
      'ol',
      {},
      shown.map(([event, text]) =>
        h(
          'li',
          {
            class: `event ${concerns(event, you) ? 'hits' : ''} ${event === first[0] ? 'first' : ''}`,
            'data-key': `event:${event.position}`,
            title: text,
          },
          actorOf(event, ctx),
          speech.sign(event),
          h('span', {}, headline(text)),
        ),
      ),
    ),
    shown.length > 1 && h('span', {class: 'rest'}, words.t('more-events', {count: shown.length - 1})),
    button([icon('play'), h('span', {}, words.t('show-me'))], () => ctx.showAgain(), {
      class: 'btn quiet',
      'data-key': 'show-me',
      'aria-label': words.t('show-me'),
    }),
  );
}

/** The seal of who did something, with the name for those who hear the page. */
export function actorOf({actor}, {players}) {
  return actor !== null && actor !== undefined && [seal(actor), unseen(`${players[actor]}: `)];
}

/** The beginning of a sentence, without what it lists. */
function headline(text) {
  return text.split(/[:;]/)[0].replace(/\.$/, '');
}
