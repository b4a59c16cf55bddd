/** How a game went: charts of each measure over its turns, keyed to the bar of time, and the first one in numbers. */

import {chart, seatMark} from '../charts.js';
import {button, h, redraw} from '../dom.js';
import {beginsTurn} from './moments.js';

/** Draws the charts of a replay, which goes to the place that is touched in them. */
export class Analysis {
  constructor(replay) {
    this.replay = replay;
    this.place = h('section', {class: 'pictures'});
  }

  /** The charts up to here, or of the whole game where one wants to know how it goes on. */
  draw(ctx) {
    const {words, players} = ctx;
    const turns = this.turns();
    const frames = turns.map(({frame}) => frame);
    const now = turns.findLastIndex(({at}) => at <= this.replay.at);
    const seats = players.map((_, seat) => seat);
    const measures = ctx.layout.measures(ctx);
    redraw(this.place, h('p', {class: 'last'}, seats.map((seat) => h('span', {}, seatMark(seat), players[seat]))),
      h('div', {class: 'charts'}, measures.map(({title, of, goal}) => chart({
        title, players, words, now,
        values: seats.map((seat) => frames.map(({view}) => of(view.state, seat))),
        goal: goal?.(frames.at(-1).view.state),
        choose: (nth) => this.replay.goTo(turns[nth].at),
      }))),
      this.numbers(ctx, measures[0], turns, now));
  }

  /** The frames with which turns begin, and the last one that may be known, each with its place in the replay. */
  turns() {
    const {frames, at, spoilers} = this.replay;
    const until = spoilers ? frames.length - 1 : at;
    return frames.map((frame, place) => ({frame, at: place}))
      .filter((each) => each.at === until || (each.at < until && (each.at === 0 || beginsTurn(each.frame))));
  }

  /** The first measure as a table, a row for each turn, which leads there. */
  numbers({words, players}, {title, tell}, turns, now) {
    const row = ({frame, at}, nth) => h('tr', {class: nth === now ? 'now' : '', 'aria-current': nth === now ? 'true' : null},
      h('th', {scope: 'row'}, button(words.t('turn', {turn: frame.view.state.turn}), () => this.replay.goTo(at), {class: 'btn quiet', 'data-key': `turn:${at}`})),
      players.map((_, seat) => h('td', {}, tell(frame.view.state, seat))));
    return h('details', {'data-key': 'numbers'}, h('summary', {}, words.t('in-numbers')),
      h('table', {class: 'numbers'}, h('caption', {}, title),
        h('thead', {}, h('tr', {}, h('td', {}), players.map((name) => h('th', {scope: 'col'}, name)))),
        h('tbody', {}, turns.map(row))));
  }
}
