/** The waiting room of a table: sit down, seat a bot, invite, leave, and open a commitment. */

import {entropy} from '../api.js';
import {button, field, h, select} from '../dom.js';
import {icon} from '../cards/art.js';
import {bytesOfHex, digest, utf8} from '../encoding.js';
import {isBot, namedLink} from '../players.js';
import {drawOnce, forgetEntropy, keepEntropy, requireReceipt} from '../shuffle.js';
import {copy, hex} from '../secure-context.js';
import {inWindow, onDevice} from '../storage.js';
import {whoBegins} from '../table/ending.js';
import {LIVE} from '../table/seat-clock.js';
import {BOTS, botWords} from './bots.js';
import {clockFact} from './clock-words.js';
import {noticeOffer} from './notice-offer.js';

export const LONGEST_TITLE = '60';
const COMMITTED = 'cartulary-committed-';
const DAY = 86_400;

/** Sit down with random bytes of our own, or, where seats commit first, with a commitment to them. */
export async function sitDown({service, words}, game, seat, invite = null) {
  const bytes = drawOnce(game, entropy);
  await requireReceipt(service, game, words, game.options.fairness === 'commit' ? null : bytes, invite);
  const seated = await service.create(`/games/${game.id}/seats`, await seatRequest(game, seat, bytes, invite));
  keepEntropy(game.id, seat, bytes);
  return seated;
}

/** What to sit down with: random bytes, or a commitment to them, which are kept here until they are opened. */
async function seatRequest(game, seat, bytes, invite) {
  const invited = invite === null ? {} : {invite};
  if (game.options.fairness !== 'commit') {
    return {seat, entropy: bytes, ...invited};
  }
  if (!onDevice.write(COMMITTED + game.id, bytes)) inWindow.write(COMMITTED + game.id, bytes);
  const commitment = hex(await digest('seat-seed', utf8(game.id), utf8(String(seat)), bytesOfHex(bytes)));
  return {seat, commitment, ...invited};
}

/** Open what this seat has committed to, if that is awaited and lies here. */
export async function openIfAwaited({service, words}, game) {
  const bytes = onDevice.read(COMMITTED + game.id) ?? inWindow.read(COMMITTED + game.id);
  if (bytes === null || !game.openings?.awaited.includes(game.you)) return false;
  await requireReceipt(service, game, words, bytes);
  await service.post(`/games/${game.id}/openings`, {entropy: bytes});
  for (const each of [onDevice, inWindow]) each.remove(COMMITTED + game.id);
  return true;
}

/** The table while it waits. */
export function waitingTable({words, kind, service, game, me, players, invite, invited, notices, reload, drawAgain}) {
  if (game.result) {
    return h('section', {class: 'panel'}, h('h2', {}, words.t('over-void', {how: kind.names.void})),
      h('p', {}, h('a', {href: '#/', class: 'button btn'}, words.t('to-lobby'))));
  }
  const signedIn = service.token !== null;
  const isCreator = signedIn && game.creator === me?.id;
  const sits = game.you !== null;
  let strategy = 'greedy';
  const choice = () => select('bot', BOTS.map((each) => [each, botWords(each, words)]), strategy, (event) => {
    strategy = event.target.value;
  });
  const sit = (seat) => notices.trying(async () => {
    await sitDown({service, words}, game, seat, invite);
    await reload();
  });
  const bot = (seat) => notices.trying(async () => {
    await service.create(`/games/${game.id}/seats`, {seat, bot: strategy});
    await reload();
  });
  const leave = () => notices.trying(async () => {
    await service.remove(`/games/${game.id}/seats/${game.you}`);
    forgetEntropy(game.id);
    await reload();
  });
  const stop = () => notices.trying(async () => {
    await service.remove(`/games/${game.id}`);
    forgetEntropy(game.id);
    location.hash = '#/';
  });
  const remove = (seat) => notices.trying(async () => {
    await service.remove(`/games/${game.id}/seats/${seat}`);
    await reload();
  });
  const full = game.seats.every(({player}) => player !== null);
  const rows = game.seats.map(({seat, player}) => h('li', {class: player ? '' : 'free'},
    h('b', {}, words.t('seat-number', {number: seat + 1})), ' ', player && !isBot(player) ? namedLink(player) : awaitedWords(game, seat, words) ?? players[seat], ' ',
    seat === game.you && h('span', {class: 'tag'}, words.t('you')),
    player !== null && isCreator && !full && seat !== game.you && h('span', {class: 'buttons'},
      button(words.t('remove-player', {name: players[seat]}), () => remove(seat), {class: 'quiet', 'data-key': `remove:${seat}`})),
    player === null && signedIn && h('span', {class: 'buttons'},
      !sits && isFreeTo(game, seat, me) && button(words.t('sit-here'), () => sit(seat), {class: 'main', 'data-key': `sit:${seat}`}),
      sits && !game.reserved[seat] && button([icon('bot'), words.t('seat-bot')], () => bot(seat), {class: 'quiet', 'data-key': `bot:${seat}`}))));
  const free = game.seats.some(({player}) => player === null);
  const kept = free && keptFor(game);
  if (kept && sits) return offeredRematch({words, service, game, notices, invited}, words.list(kept), rows, !isCreator && leave);
  const sought = sits && isCreator && isSought(game);
  return h('section', {class: 'panel'}, h('h2', {}, [game.title, sought ? soughtWords(words, game) : waitingWords(words, game, full)].filter(Boolean).join(' · ')),
    sought && h('p', {}, words.t('wait-sought')),
    signedIn && free && !kept && inviting(words, service, game, invited, notices, drawAgain),
    sits && free && waitingFact(game, words),
    h('p', {}, clockFact(game, words)),
    game.deadline && !game.starts_at && h('p', {class: 'hint'}, words.t('table-until', {at: words.moment(game.deadline)})),
    h('ol', {class: 'places'}, rows),
    sits && free && field(words.t('bot-plays'), choice()),
    sits && free && (invited.offer ??= noticeOffer({words, service, notices}) ?? ''),
    sits && !full && h('div', {class: 'buttons'}, sought ? button(words.t('stop-looking'), stop, {'data-key': 'stop'})
      : button(words.t('leave'), leave, {class: 'quiet', 'data-key': 'leave'})),
    signedIn && (free && !kept || isCreator && game.starts_at) && h('details', {'data-key': 'more-of-table'}, h('summary', {}, words.t('more-choices')),
      free && !kept && invitingByName(words, service, game, notices),
      isCreator && free && retitling(words, service, game, notices, reload),
      isCreator && closing(words, service, game, notices, reload)));
}

/** Whether a player may take a free seat: it is kept for nobody, or for them. */
export function isFreeTo({reserved, seats}, seat, me) {
  return seats[seat].player === null && (!reserved[seat] || reserved[seat].id === me?.id);
}

/** Whom a free seat of a rematch waits for; null where none is reserved. */
function awaitedWords({rematch_of: former, reserved, seats}, seat, words) {
  const isAwaited = former && seats[seat].player === null && reserved[seat];
  return isAwaited ? words.t('waits-for', {count: 1, players: reserved[seat].name}) : null;
}

/** Whether one player waits where whoever looks for an opponent is seated. */
function isSought(game) {
  const {seats, sandbox, private: isPrivate, starts_at: start} = game;
  const [one, ...others] = seats.filter(({player}) => player !== null);
  return seats.length === 2 && others.length === 0 && !isBot(one.player) && !sandbox && !isPrivate && !start && paceOf(game) !== null;
}

/** The pace at which such a table is found; null where it is another. */
function paceOf({clock}) {
  if (clock === null || clock.terms.seconds > DAY) return null;
  return clock.terms.seconds <= LIVE ? 'live' : 'daily';
}

function soughtWords(words, game) {
  return words.t('looking', {game: words.t(`short-name.${game.game}`), pace: words.t(`find-pace.${paceOf(game)}`)});
}

/** What the table waits for: players, their parts of the shuffle, or the time of the start. */
function waitingWords(words, game, full) {
  if (game.starts_at) return words.t('starts-at', {at: words.moment(game.starts_at)});
  return words.t(full ? 'opening' : 'waiting');
}

/** A rematch that waits for the players whose seats are kept: who opened it can take it back, another can leave it. */
function offeredRematch({words, service, game, notices, invited}, players, rows, leave) {
  const takeBack = () => notices.trying(async () => {
    await service.remove(`/games/${game.id}`);
    location.hash = `#/game/${game.rematch_of}`;
  });
  return h('section', {class: 'panel'}, h('h2', {}, words.t('rematch-offered', {players})),
    h('p', {}, `${words.t('wait-reserved', {players})} ${whetherToStay(game, words)} ${whoBegins(game, words)}`),
    invited.offer ??= noticeOffer({words, service, notices}) ?? '',
    h('p', {}, clockFact(game, words)), h('ol', {class: 'places'}, rows),
    h('div', {class: 'buttons'}, leave ? button(words.t('leave'), leave, {class: 'quiet', 'data-key': 'leave'})
      : button(words.t('rematch-take-back'), takeBack, {'data-key': 'take-back-rematch'})));
}

/** Who may sit down there, and whether a player who waits need stay. */
function waitingFact(game, words) {
  return h('p', {}, `${words.t(game.private ? 'wait-invited' : 'wait-in-lobby')} ${whetherToStay(game, words)}`);
}

/** A player may leave a table that waits, but not one whose clock will not wait for them. */
function whetherToStay({id, clock}, words) {
  if (inWindow.read(COMMITTED + id) !== null) return words.t('wait-window-keeps');
  if (clock?.terms.seconds <= LIVE) return words.t('wait-live');
  return [words.t('wait-seat-kept'), clock && words.t('wait-clock')].filter(Boolean).join(' ');
}

/** The names of those for whom all free seats are kept; null where anybody else may sit down. */
function keptFor({reserved, seats}) {
  const kept = seats.filter(({player}) => player === null).map(({seat}) => reserved[seat]);
  return kept.every(Boolean) ? kept.map(({name}) => name) : null;
}

/** Gives the table another title. */
function retitling(words, service, game, notices, reload) {
  const title = h('input', {name: 'title', maxlength: LONGEST_TITLE, autocomplete: 'off', value: game.title ?? '', 'data-key': 'title', 'data-keep': true});
  const save = (event) => {
    event.preventDefault();
    return notices.trying(async () => {
      await service.ask(`/games/${game.id}`, {method: 'PATCH', body: {title: title.value.trim() || null}});
      await reload();
    });
  };
  return h('form', {class: 'row', onsubmit: save}, field(words.t('table-title'), title),
    h('button', {type: 'submit', 'data-key': 'save-title'}, words.t('save')));
}

/** Closes the table, once its creator has read what that means. */
function closing(words, service, game, notices, reload) {
  const close = () => notices.trying(async () => {
    await service.remove(`/games/${game.id}`);
    await reload();
  });
  return h('div', {'data-key': 'closing'}, h('p', {class: 'hint'}, words.t('close-table-help')),
    button(words.t('close-table'), close, {class: 'quiet', 'data-key': 'close-table'}));
}

/** Invites a player by handle, who is then told. */
function invitingByName(words, service, game, notices) {
  const handle = h('input', {name: 'handle', required: true, autocomplete: 'off', spellcheck: 'false', maxlength: '41', 'data-key': 'invitee', 'data-keep': true});
  const invite = (event) => {
    event.preventDefault();
    return notices.trying(async () => {
      const wanted = handle.value.trim().replace(/^@/, '');
      const {players} = await service.get(`/players?handle=${encodeURIComponent(wanted)}&limit=1`);
      if (players[0]?.handle.toLowerCase() !== wanted.toLowerCase()) return notices.say(words.t('no-such-player', {handle: wanted}), 'bad');
      await service.create(`/games/${game.id}/invites`, {player: players[0].id});
      handle.value = '';
      return notices.say(words.t('player-invited', {player: players[0].name}));
    });
  };
  return h('form', {class: 'row', onsubmit: invite}, field(words.t('invite-by-name'), handle),
    h('button', {type: 'submit', 'data-key': 'invite-by-name'}, words.t('invite-player')));
}

/** A link that leads here: in sight at once, or made with a code where the game is private; `invited` keeps it. */
function inviting(words, service, game, invited, notices, drawAgain) {
  const address = new URL(location.href);
  address.hash = game.private ? `#/game/${game.id}` : '';
  if (!game.private) {
    // What stands behind the # reaches no program that shows what a link leads to.
    address.searchParams.set('game', game.id);
    invited.link = address.href;
  }
  const shown = h('input', {readonly: true, hidden: !invited.link, value: invited.link, class: 'link',
    'data-key': 'link', 'aria-label': words.t('invite-link')});
  const said = h('span', {role: 'status'}, invited.copied !== null && words.t(invited.copied ? 'copied' : 'not-copied'));
  const make = () => notices.trying(async () => {
    if (!invited.link) {
      const {code} = await service.create(`/games/${game.id}/invites`, {});
      invited.link = `${address.href}/${code}`;
    }
    // A browser may ask before it copies, and wait for the answer: the link is shown at once.
    drawAgain();
    invited.copied = await copy(invited.link);
    drawAgain();
  });
  return h('div', {class: 'inviting'}, h('b', {}, words.t('invite-somebody')),
    h('div', {class: 'buttons'}, shown, button(words.t('invite'), make, {class: 'btn go', 'data-key': 'invite'}), said));
}
