/** An opponent among strangers: a seat at a table for two that waits, else a table that is opened and waits. */

import {Refused, isUnanswered} from '../api.js';
import {field, h, redraw, select} from '../dom.js';
import {isBot} from '../players.js';
import {inWindow} from '../storage.js';
import {register} from './account.js';
import {editionFor, openTable} from './bots.js';
import {PRESETS} from './clock-choice.js';
import {sitDown} from './waiting-room.js';

const PACES = ['live', 'daily'];
/** The table at which a seat has been asked for, until that is answered. */
const ASKED_AT = 'cartulary-seat-asked-at';

/** The form: a game, a pace, and one button; a name too where nobody is signed in. */
export function findingForm(page, {games}, game = games[0].id) {
  const {words, service, me, notices} = page;
  const find = (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    const {id, editions} = games.find((each) => each.id === given.get('find-game'));
    return notices.trying(async () => {
      if (me === null) await register(service, given.get('name').trim());
      await findOpponent(page, {game: id, edition: editionFor(words.language, editions)}, given.get('find-pace'));
    });
  };
  return h('form', {class: 'panel find', onsubmit: find, 'data-key': 'find'},
    h('h2', {}, words.t('play-people')), h('p', {class: 'hint'}, words.t('find-help')),
    h('div', {class: 'row'},
      field(words.t('game'), select('find-game', games.map(({id}) => [id, words.t(`short-name.${id}`)]), game)),
      field(words.t('find-pace'), select('find-pace', PACES.map((each) => [each, words.t(`find-pace.${each}`)]), PACES[0])),
      me === null && field(words.t('your-name'), h('input', {name: 'name', required: true, maxlength: '40', autocomplete: 'nickname', 'data-key': 'name'})),
      h('button', {type: 'submit', class: 'btn go', 'data-key': 'find-opponent'}, words.t('find-opponent'))));
}

/** Sit down where somebody waits, or at a table of one's own, and go there. */
async function findOpponent(page, wish, pace) {
  const {service} = page;
  const go = (id) => {
    inWindow.remove(ASKED_AT);
    location.hash = `#/game/${id}`;
  };
  const asked = inWindow.read(ASKED_AT);
  if (asked && await isSeatedAt(service, asked)) return go(asked);
  const {own, others} = await waitingTables(page, wish, pace);
  let seatedAt = own;
  for (const id of others) seatedAt ??= await sitDownIfFree(page, id);
  if (seatedAt) return go(seatedAt);
  return openTable(service, '/games', {...wish, seats: 2, clock: PRESETS[pace]}, async (table) => {
    await sitDown(page, table, 0);
    // Two who looked at the same time have both opened one: the older one is kept. Ids are in the order of time.
    const older = (await waitingTables(page, wish, pace)).others.filter((id) => id < table.id);
    for (const id of older) seatedAt ??= await sitDownIfFree(page, id);
    if (seatedAt) await service.remove(`/games/${table.id}`);
  }, (id) => go(seatedAt ?? id));
}

/** Whether the reader sits at a table that is not over. */
async function isSeatedAt(service, id) {
  const {you, status} = await service.get(`/games/${id}`);
  return you !== null && ['open', 'playing'].includes(status);
}

/** The tables that wait for a wish: the reader's own, and those of others at which the reader may sit down. */
async function waitingTables({service, words}, {game}, pace) {
  const query = `status=open&seats=2&limit=50&game=${game}&clock=${pace}&language=${words.language}`;
  const [me, {games}] = await Promise.all([service.get('/me'), service.get(`/games?${query}`)]);
  const {reliability} = await service.get(`/players/${me.id}`);
  const tables = games.filter((table) => isWaiting(table) && (table.min_reliability ?? 0) <= (reliability.value ?? 0));
  const isOwn = ({seats}) => seats.some(({player}) => player?.id === me.id);
  const own = await Promise.all(tables.filter(isOwn).map(({id}) => service.get(`/games/${id}`)));
  // A rematch waits for one player only.
  return {own: own.find(({reserved}) => reserved.length === 0)?.id, others: tables.filter((table) => !isOwn(table)).map(({id}) => id)};
}

/** Whether one person waits at a public table that is neither for practice nor part of a competition. */
function isWaiting({seats, sandbox, tag, private: isPrivate}) {
  const [waiting, ...others] = seats.filter(({player}) => player !== null);
  return waiting && others.length === 0 && !isBot(waiting.player) && !sandbox && !isPrivate && tag === null;
}

/**
 * Sit down at a table, and return its id; null where somebody was quicker, or the service does not admit the player. The
 * table itself shows whether that was done where no answer says so.
 */
async function sitDownIfFree({service, words}, id) {
  try {
    const table = await service.get(`/games/${id}`);
    const free = table.seats.find(({player, seat}) => player === null && !table.reserved[seat]);
    if (!free) return null;
    inWindow.write(ASKED_AT, id);
    await service.surely(() => sitDown({service, words}, table, free.seat));
    return id;
  } catch (error) {
    if (isUnanswered(error)) return inWindow.read(ASKED_AT);
    inWindow.remove(ASKED_AT);
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** The form on a page of its own, which can be linked to. */
export class OpponentPage {
  constructor(page, game) {
    Object.assign(this, page, {game});
  }

  async open() {
    const {words, service, place, notices, game} = this;
    document.title = words.t('find-opponent');
    const catalogue = await service.get('/catalogue');
    const known = catalogue.games.find(({id}) => id === game)?.id;
    redraw(place, h('p', {}, h('a', {href: '#/'}, words.t('to-lobby'))), h('h1', {class: 'unseen'}, words.t('find-opponent')), notices.place,
      findingForm(this, catalogue, known));
  }

  close() {}
}
