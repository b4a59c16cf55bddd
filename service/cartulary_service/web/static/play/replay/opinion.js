/** What a bot thinks of the moves of a finished game: chances over time, turning points, and a better move. */

import {Refused} from '../api.js';
import {chart} from '../charts.js';
import {button, h, redraw} from '../dom.js';
import {becomeGuest} from '../pages/signed-in.js';
import {runs} from '../subjects.js';
import {labelOf, titleOf} from '../table/action-words.js';

const MILLISECONDS_TO_WAIT = 2000;
const PERCENT = 100;
/** A move that loses less than this is as good as the bot's. */
const LEAST = 0.02;
const ENDED = new Set(['done', 'failed']);

/** Shows the analysis of a game, or a button that asks for it. */
export class Opinion {
  constructor(replay) {
    Object.assign(this, {replay, found: null, waits: false, drawn: null});
    this.place = h('section', {class: 'opinion'});
  }

  draw(ctx) {
    this.drawn = ctx;
    const {words, source, isEmbedded} = this.replay;
    if (!runs('analyses') || source.id === null || !source.isOver || isEmbedded) return redraw(this.place);
    redraw(this.place, h('h3', {}, words.t('opinion')), this.found?.status === 'done' ? this.judgement(ctx) : this.question());
  }

  /** The button that asks, and how far the bot is. */
  question() {
    const {replay: {words}, found, waits} = this;
    const done = Math.round(PERCENT * (found?.progress ?? 0));
    return [
      h('p', {class: 'hint'}, words.t('opinion-help')),
      button(words.t('opinion-ask'), () => this.ask(), {class: 'btn', 'data-key': 'opinion-ask', disabled: waits}),
      waits && h('p', {role: 'status'}, words.t('opinion-progress', {percent: done}), ' ',
        h('progress', {max: PERCENT, value: done, 'aria-label': words.t('opinion')})),
      !waits && found?.status === 'failed' && h('p', {role: 'status'}, words.t('opinion-failed')),
    ];
  }

  /** Ask for the analysis, and wait until it is there. */
  ask() {
    return this.replay.notices.trying(async () => {
      this.waits = true;
      try {
        this.show(await this.request());
        while (!ENDED.has(this.found.status)) {
          await new Promise((go) => setTimeout(go, MILLISECONDS_TO_WAIT));
          if (this.replay.aborts.signal.aborted) return;
          this.show(await this.read());
        }
      } finally {
        this.waits = false;
        this.draw(this.drawn);
      }
    });
  }

  read() {
    return this.replay.service.get(`/games/${this.replay.source.id}/analysis`);
  }

  /** The analysis that somebody has asked for before, else a new one. Only a player may ask for that. */
  async request() {
    const {service, words, source} = this.replay;
    if (service.token === null) {
      const known = await this.readKnown();
      if (known !== null) return known;
      await becomeGuest(service, words);
    }
    return service.post(`/games/${source.id}/analysis`);
  }

  /** The analysis that somebody has asked for before, null where there is none. */
  async readKnown() {
    try {
      const known = await this.read();
      return known.status === 'failed' ? null : known;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) throw error;
      return null;
    }
  }

  show(found) {
    this.found = found;
    // The bar of time has the turning points too.
    if (ENDED.has(found.status)) this.replay.draw();
    else this.draw(this.drawn);
  }

  /** The moves that may be known, each with its place in the replay. */
  moves() {
    const {frames, at, spoilers} = this.replay;
    const until = spoilers ? frames.length - 1 : at;
    return this.found.moves
      .map((move) => ({move, at: frames.findIndex(({version}) => version >= move.version)}))
      .filter((each) => each.at >= 0 && each.at <= until);
  }

  /** The moves that the bot would have played otherwise, as far as they may be known, in words and with their places. */
  points() {
    if (this.found?.status !== 'done') return [];
    return this.moves().filter(({move}) => move.loss >= LEAST)
      .map((each) => ({...each, isTurning: this.found.turning_points.includes(each.move.ply), text: this.tell('opinion-point', each)}));
  }

  /** The chart of chances, what the bot says of the move that is shown, and what it would have played otherwise. */
  judgement(ctx) {
    const {words, at} = this.replay;
    const moves = this.moves();
    const here = moves.find((each) => each.at === at);
    const points = this.points();
    const next = points.find((each) => each.at > at);
    return [
      moves.length > 0 && this.chances(ctx, moves, points),
      h('p', {class: 'better', role: 'status'}, here && this.tell(here.move.loss >= LEAST ? 'opinion-here' : 'opinion-agrees', here)),
      points.length > 0 && h('h4', {}, words.t('opinion-others')),
      points.length > 0 && button(words.t('opinion-next'), () => this.replay.goTo(next.at), {class: 'btn', 'data-key': 'opinion-next', disabled: !next}),
      points.length > 0 && h('ol', {class: 'points'}, points.map((each) => h('li', {},
        button([each.text, each.isTurning && [' ', h('strong', {class: 'tag'}, words.t('opinion-turning'))]], () => this.replay.goTo(each.at), {class: `btn quiet seat-${each.move.seat}`, 'data-key': `point:${each.move.ply}`,
          'aria-current': each.at === at ? 'true' : null})))),
    ];
  }

  chances({words, players}, moves, points) {
    const now = Math.max(0, moves.findLastIndex((each) => each.at <= this.replay.at));
    return h('div', {class: 'charts'}, chart({
      title: words.t('opinion-chances'), players, words, now, top: PERCENT,
      values: players.map((_, seat) => moves.map(({move}) => Math.round(PERCENT * move.chances[seat]))),
      marks: points.map(({move}) => ({place: moves.findIndex((each) => each.move === move), seat: move.seat})),
      choose: (nth) => this.replay.goTo(moves[nth].at),
    }));
  }

  /** A move in words: who played what, what it lost, and what the bot would have played. */
  tell(text, {move, at}) {
    const {words, kind, players, source, frames} = this.replay;
    const {state} = frames[Math.max(0, at - 1)].view;
    const table = {kind, players, game: {...source.game, state, you: move.seat}};
    const say = (form) => [titleOf(form, kind), labelOf(form, table)].filter((part) => part !== '').join(': ');
    return words.t(text, {
      turn: state.turn, player: players[move.seat], played: say(move.played), best: say(move.best), percent: Math.round(10 * PERCENT * move.loss) / 10,
    });
  }
}
