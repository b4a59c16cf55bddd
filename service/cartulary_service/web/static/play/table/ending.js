/** The end of a game: who has won, by what, how close it was, and what comes next. */

import {icon, seal} from '../cards/art.js';
import {button, h} from '../dom.js';
import {botWords} from '../pages/bots.js';
import {resultWords} from '../results.js';
import {copy} from '../secure-context.js';

/** More events than the last ply of a game can have. */
const LONGEST_END = 50;

/** The band that a finished game shows. */
export function ending(ctx) {
  const {game, words, players, layout} = ctx;
  const {winners} = game.result;
  const own = game.you === null ? null : ownResult(game);
  const asks = isAskedForRematch(ctx);
  const counted = [layout.table.wayOfWinning(ctx), layout.table.closeness(ctx)].filter(Boolean);
  return h('section', {class: `banner win ${['you-lose', 'you-resigned'].includes(own) ? 'lost' : ''}`, 'data-key': 'band:over'},
    winners.length === 1 ? seal(winners[0]) : icon('crown'),
    h('div', {class: 'verdict-of-game'},
      own && h('p', {class: 'own-result'}, words.t(own)), ' ',
      h('p', {}, h('b', {}, resultWords(game.result, players, ctx)), ' ', counted.join(' · ')),
      asks && h('p', {class: 'rematch-asked'}, words.t('rematch-asked', {players: words.list(ctx.rematchAskedBy)}), ' ', whoBegins(game, words))),
    h('div', {class: 'next-steps'}, nextSteps(ctx, asks)));
}

/** Whether others wait for the reader's answer. The service takes no refusal: the offer only goes from the reader's sight. */
function isAskedForRematch({rematchAskedBy, declined}) {
  return rematchAskedBy.length > 0 && !declined.has('rematch');
}

/** Who begins a rematch, and why; an own position says so itself. */
export function whoBegins({sandbox}, words) {
  return sandbox ? '' : words.t('rematch-begins');
}

/** The text for what the result is to the reader. */
function ownResult({result: {kind, winners}, you, seats, state}) {
  if (winners.length === 0 || kind === 'draw') return 'nobody-wins';
  if (!winners.includes(you)) return kind === 'resignation' && !state.seats[you].present ? 'you-resigned' : 'you-lose';
  const {team} = seats[you];
  const isShared = winners.some((seat) => seat !== you && (team === null || seats[seat].team !== team));
  return isShared ? 'you-share' : 'you-win';
}

/** What the reader may do now, the likeliest first. */
function nextSteps(ctx, asks) {
  const {game, words, nextBot} = ctx;
  const address = new URL(`replay?game=${game.id}&lang=${words.language}`, document.baseURI).href;
  return [
    nextBot && button(words.t('next-bot', {bot: botWords(nextBot, words)}), () => ctx.playNext(), {class: 'btn go', 'data-key': 'next-bot'}),
    game.you !== null && button(words.t(ctx.hasRematch && !ctx.declined.has('rematch') ? 'join-rematch' : 'rematch'), () => ctx.rematch(), {class: nextBot ? '' : 'btn go', 'data-key': 'rematch'}),
    asks && button(words.t('option-no'), () => ctx.decline('rematch'), {'data-key': 'no:rematch', title: words.t('no-help')}),
    h('a', {class: 'button', href: `${address}#pictures`, 'data-key': 'how-it-went'}, words.t('pictures')),
    h('a', {class: 'button', href: address}, words.t('replay')),
    !game.private && button(words.t('share'), async () => ctx.say(await copy(address) ? words.t('copied') : [words.t('not-copied'), ' ', h('a', {href: address}, address)]), {'data-key': 'share'}),
  ];
}

/** A game as it stood before seats left by its end: who leaves gives up all cards, and would look upon an empty table. */
export async function beforeLeaving(service, game) {
  if (!game.result || !game.state?.seats.some(({present}) => !present)) return game;
  const {events} = await service.get(`/games/${game.id}/events?after=${Math.max(0, game.version - LONGEST_END)}`);
  const begun = events.find(({public: {ply}}) => ply === game.ply).public.position;
  const {state: {seats}} = await service.get(`/games/${game.id}/states/${begun - 1}?as=everything`);
  const stood = game.state.seats.map((each, seat) => (each.present ? each : {...seats[seat], present: false}));
  return {...game, state: {...game.state, seats: stood}};
}
