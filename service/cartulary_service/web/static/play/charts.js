/** Charts: lines over time, one for each seat, with marks of its own shape. */

import {h, svg} from './dom.js';

const WIDTH = 320;
const HEIGHT = 130;
const EDGE = {left: 26, right: 12, top: 10, bottom: 20};
const DASHES = ['none', '7 3', '2 3', '9 3 2 3'];
const MARKS = [
  (x, y) => svg('circle', {cx: x, cy: y, r: 4}),
  (x, y) => svg('rect', {x: x - 3.5, y: y - 3.5, width: 7, height: 7}),
  (x, y) => svg('path', {d: `M${x} ${y - 5}l5 9h-10z`}),
  (x, y) => svg('path', {d: `M${x} ${y - 5}l5 5-5 5-5-5z`}),
];

/** The mark and the line of a seat, as they stand in a legend. */
export function seatMark(seat) {
  return svg('svg', {viewBox: '0 0 36 12', class: `legend seat-${seat}`, 'aria-hidden': 'true'},
    svg('path', {d: 'M2 6h32', 'stroke-dasharray': DASHES[seat], class: 'line'}), MARKS[seat](18, 6));
}

/**
 * A picture of one measure: `values[seat]` is a list with a number for each frame. It has a title, a sentence for who
 * does not see it, and the last values beside it; `goal` is drawn as a line of its own, and `marks` as rings around the
 * values of a seat at a place. The scale ends at the highest value, or at `top`. A touch chooses the frame there.
 */
export function chart({title, values, goal, players, words, now, choose, top: fixed = null, marks = []}) {
  const length = Math.max(...values.map((each) => each.length));
  const top = fixed ?? Math.max(4, goal ?? 0, ...values.flat());
  const x = (place) => EDGE.left + (length < 2 ? 0 : place * (WIDTH - EDGE.left - EDGE.right) / (length - 1));
  const y = (value) => HEIGHT - EDGE.bottom - value * (HEIGHT - EDGE.top - EDGE.bottom) / top;
  const lines = values.map((each, seat) => svg('g', {class: `series seat-${seat}`},
    svg('path', {class: 'line', 'stroke-dasharray': DASHES[seat], d: steps(each.map((value, place) => [x(place), y(value)]))}),
    MARKS[seat](x(each.length - 1), y(each.at(-1)))));
  const ticks = [0, top / 2, top].map((value) => Math.round(value));
  const axis = [...new Set(ticks)].map((value) => svg('g', {class: 'axis'},
    svg('path', {d: `M${EDGE.left} ${y(value)}H${WIDTH - EDGE.right}`}),
    svg('text', {x: EDGE.left - 5, y: y(value) + 4, 'text-anchor': 'end'}, words.number(value))));
  const last = values.map((each, seat) => `${players[seat]} ${words.number(each.at(-1))}`);
  const said = words.t('picture', {title, values: words.list(last)});
  return h('figure', {class: 'picture'}, h('figcaption', {}, title),
    svg('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': said, onclick: (event) => choose(frameAt(event, length))}, axis,
      goal && svg('path', {class: 'goal', d: `M${EDGE.left} ${y(goal)}H${WIDTH - EDGE.right}`}),
      lines, marks.map(({place, seat}) => svg('circle', {class: `ring seat-${seat}`, cx: x(place), cy: y(values[seat][place]), r: 6})),
      svg('path', {class: 'now', d: `M${x(now)} ${EDGE.top}V${HEIGHT - EDGE.bottom}`})),
    h('p', {class: 'last'}, values.map((each, seat) => h('span', {}, seatMark(seat), words.number(each.at(-1))))));
}

/** The number of the frame that lies nearest to a touch. */
function frameAt({currentTarget, clientX}, length) {
  const {left, width} = currentTarget.getBoundingClientRect();
  const along = ((clientX - left) * WIDTH / width - EDGE.left) / (WIDTH - EDGE.left - EDGE.right);
  return Math.max(0, Math.min(length - 1, Math.round(along * (length - 1))));
}

/** Values hold until they change: a line of steps. */
function steps(points) {
  return points.map(([x, y], place) => (place === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
}
