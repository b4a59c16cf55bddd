/** Bands above the mat for what must not be missed: no connection, questions to the reader, last round, the end. */

import {icon} from '../cards/art.js';
import {button, h} from '../dom.js';
import {wordOf} from '../narration.js';
import {keptOf, proofLink, saveLink} from '../receipts.js';
import {ending} from './ending.js';
import {strip} from './strip.js';

/** The bands that apply now, the most urgent first. The one of the last round leaves room for what happened since. */
export function banners(ctx) {
  const urgent = [distrust(ctx), held(ctx), offline(ctx), ctx.game.result && ending(ctx), ...questions(ctx), ...vacancies(ctx)].filter(Boolean);
  return [...urgent, lastRound(ctx), urgent.length === 0 && strip(ctx)];
}

function band(key, classes, sign, title, text, ...controls) {
  return h(
    'section',
    {class: `banner ${classes}`, 'data-key': `band:${key}`},
    sign,
    h('p', {}, h('b', {}, title), ' ', text),
    h('span', {class: 'space'}),
    controls,
  );
}

function offline({game, words, offline: cut, unsent, heldMove}) {
  return (
    cut &&
    band('offline', 'cut', icon('always'), words.t('no-connection'), words.t(unsent ? 'unsent' : 'no-connection-help'),
      heldMove && saveLink(game.id, heldMove, words.t('save-move')))
  );
}

/** Offer a signed move that was not taken before time ran out: published, it contradicts the record. */
function held({game, words, offline: cut, heldMove}) {
  return !cut && heldMove && band('held', 'cut', icon('clock'), words.t('held-move'), words.t('held-move-help'),
    saveLink(game.id, heldMove, words.t('save-move')));
}

/** Warn where the service has shown two histories, or other bytes than one's seat has added. */
function distrust({game, words, entropyWent}) {
  const proof = keptOf(game.id)?.proof;
  if (!proof && !entropyWent) return null;
  return band('distrust', 'cut', icon('embargo'), words.t(proof ? 'two-heads' : `entropy-${entropyWent}`), words.t(proof ? 'distrust-help' : `entropy-${entropyWent}-help`),
    proof && proofLink(game.id, proof, words));
}

function lastRound(ctx) {
  const last = ctx.game.status === 'playing' && ctx.layout.table.lastRound(ctx);
  return last && band('last', 'last', icon('clock'), last.title, last.text);
}

/** Questions of the other players, the clock or newer rules to the reader. */
function questions(ctx) {
  const {game, words, players} = ctx;
  if (game.you === null || game.status !== 'playing') return [];
  const {clock, you} = game;
  const offer = (key, sign, text, label, action) =>
    band(key, '', icon(sign), text, '', button(label, () => ctx.send(action), {'data-key': key}));
  return [
    newerRules(ctx),
    ...proposals(ctx),
    clock?.paused && offer('resume', 'help', words.t('paused'), words.t('resume'), {type: 'resume'}),
    ...(clock?.seats ?? [])
      .filter(({seat, expired, bot}) => (expired || isReplaced(game, seat, bot)) && seat !== you)
      .map(({seat, expired}) => lateSeat(ctx, seat, expired)),
    clock?.seats[you].bot && offer('come-back', 'help', words.t('bot-plays-for-you'), words.t('come-back'), {type: 'come_back'}),
  ];
}

/** What other players propose: to take back, or to end the game. */
function proposals(ctx) {
  const {game, words, players, you} = ctx;
  const {takes_back: back, wants_end: ends} = game;
  const asked = [
    ...back.map((each) => [each.seat, `agree:${each.back_to}`, {type: 'take_back', version: each.back_to},
      words.t('asks-back', {player: players[each.seat], what: ctx.undone(each)}), goesWithIt(ctx, each)]),
    ...ends.map(({seat, how}) => [seat, `end:${how}`, {type: 'agree_end', how}, words.t(`asks-end.${how}`, {player: players[seat]}), '']),
  ];
  const ofOthers = asked.filter(([seat]) => seat !== you).map(([, key, action, text, more]) => isAsked(ctx, key) &&
    band(key, '', icon('help'), text, more, answers(ctx, key, 'agree', () => ctx.send(action))));
  return [...ownProposals(ctx), ...ofOthers];
}

/** What the reader did since, which would be taken back too. */
function goesWithIt({words, undoneWith}, asked) {
  const what = undoneWith(asked);
  return what.length > 0 ? words.t('goes-with-it', {what: what.join('; ')}) : '';
}

/** What the reader has proposed, and whose answers it waits for. */
function ownProposals(ctx) {
  const {game, words, players, you} = ctx;
  const {takes_back: back, wants_end: ends} = game;
  const own = [
    ...back.map((each) => [each.seat, each.back_to, words.t('asked-back', {what: ctx.undone(each)}), back.filter(({back_to: to}) => to === each.back_to)]),
    ...ends.map((each) => [each.seat, each.how, words.t(`asked-end.${each.how}`), ends.filter(({how}) => how === each.how)]),
  ];
  return own.filter(([seat]) => seat === you).map(([, what, text, agreed]) => {
    const awaited = people(game).filter((seat) => agreed.every((each) => each.seat !== seat));
    return band(`asked:${what}`, '', icon('clock'), text, words.t('waits-answer', {players: words.list(awaited.map((seat) => players[seat]))}));
  });
}

/** The seats in the game that are asked: those of bots are not. */
function people({seats, state, bots, clock}) {
  return seats.map(({seat}) => seat)
    .filter((seat) => state.seats[seat].present && bots.every((each) => each.seat !== seat) && !clock?.seats[seat].bot);
}

/** Whether a question still stands for the reader, who has not said no to it. */
function isAsked({declined}, key) {
  return !declined.has(key);
}

/** Both answers to a question. The service takes no refusal: it only goes from the reader's sight. */
function answers(ctx, key, yes, agree) {
  const {words} = ctx;
  return [button(words.t(yes), agree, {'data-key': key}),
    button(words.t('option-no'), () => ctx.decline(key), {'data-key': `no:${key}`, title: words.t('no-help')})];
}

/** Whether a bot plays for a player whose time has run out. */
function isReplaced(game, seat, bot) {
  return bot && game.bots.every((each) => each.seat !== seat);
}

/** A seat whose time has run out: claim the game, or ask for a substitute. */
function lateSeat(ctx, seat, expired) {
  const {game, words, players, you} = ctx;
  const voters = game.vacancy_votes.filter(({freed}) => freed === seat).map((each) => each.seat);
  const canVote = !voters.includes(you) && !game.vacant_seats.includes(seat);
  return band(
    `late:${seat}`,
    '',
    icon('clock'),
    words.t(expired ? 'time-is-up' : 'bot-plays-for', {player: players[seat]}),
    voters.length > 0 ? words.t('wants-substitute', {count: voters.length, players: words.list(voters.map((each) => players[each]))}) : '',
    expired && button(words.t('claim', {player: players[seat]}), () => ctx.send({type: 'claim_time', seat}), {'data-key': `claim:${seat}`}),
    canVote && button(words.t('ask-substitute'), () => ctx.send({type: 'free_seat', seat}), {'data-key': `free:${seat}`}),
  );
}

/** Seats that a substitute may take: the own one can be kept, another one be taken by who only watches. */
function vacancies(ctx) {
  const {game, words, players, you} = ctx;
  return game.vacant_seats.map((seat) => {
    const player = players[seat];
    if (seat === you) {
      return band('vacant', '', icon('info'), words.t('seat-offered'), words.t('offer-help'),
        button(words.t('keep-seat'), () => ctx.send({type: 'keep_seat'}), {'data-key': 'keep-seat'}));
    }
    return band(`vacant:${seat}`, '', icon('info'), words.t('seat-vacant', {player}), '',
      ctx.canTakeOver && button(words.t('take-over', {player}), () => ctx.takeOver(seat), {'data-key': `take-over:${seat}`}));
  });
}

/** An option that newer rules change, with the value of now and that of then. */
function optionChange({option, before, after}, {words, names}) {
  const called = (value) => (typeof value === 'boolean' ? words.t(value ? 'option-yes' : 'option-no') : wordOf(names, value, 'option'));
  return h('li', {}, words.t('newer-change', {option: wordOf(names, option, 'option'), before: called(before), after: called(after)}));
}

/** Offer to go on by newer rules, once all agree. */
function newerRules(ctx) {
  const {
    words,
    players,
    game: {
      rules: {revision, newest, agreed, changes},
      you,
    },
  } = ctx;
  if (newest <= revision || !isAsked(ctx, 'agree-rules')) return null;
  return band(
    'newer-rules',
    'notice-rules',
    icon('info'),
    words.t('newer-rules', {revision, newest}),
    agreed.length > 0 ? words.t('newer-agreed', {players: words.list(agreed.map((seat) => players[seat]))}) : '',
    h('details', {class: 'changes', 'data-key': 'rules-changes'}, h('summary', {}, words.t('newer-changes')),
      changes.length === 0 ? h('p', {}, words.t('newer-no-options')) : h('ul', {}, changes.map((each) => optionChange(each, ctx)))),
    !agreed.includes(you) && answers(ctx, 'agree-rules', 'newer-agree', () => ctx.agreeToRules(newest)),
  );
}
