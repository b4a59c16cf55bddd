/** The controls of a replay: what happened, the bar of time with its key moments, buttons and choices. */

import {icon} from '../cards/art.js';
import {button, field, h, redraw, select} from '../dom.js';
import {sentence} from '../narration.js';
import {runs} from '../subjects.js';
import {describeMoment, isMoment, keyEvent, momentName} from './moments.js';

/** Milliseconds for each step. */
export const PACES = [2000, 1000, 500, 200];
const BACKWARD = new Set(['ActionsTakenBack', 'GameCorrected']);
const MOST_MARKS = 40;
const FRAME = {width: 960, height: 640};
const NARROW = '(max-width: 48rem), (max-height: 30rem)';

/** The markup that shows a replay in a page of others, at the same position. */
function frameOf(replay) {
  const written = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const {width, height} = FRAME;
  return `<iframe src="${written(replay.embeddedAddress().href)}" title="${written(replay.kind.catalogue.name)}" width="${width}" height="${height}" loading="lazy" allowfullscreen></iframe>`;
}

/** Draws the controls of a replay, which does what they ask for. */
export class Controls {
  constructor(replay) {
    this.replay = replay;
    this.told = h('p', {class: 'told status', role: 'status'});
    this.marks = h('div', {class: 'marks'});
    this.legend = h('p', {class: 'marks-legend'});
    this.playButton = button('', () => {
      this.closeMore();
      replay.toggle();
    }, {class: 'btn go', 'data-key': 'play'});
    this.copied = h('span', {role: 'status'});
    const {words} = replay;
    this.slider = h('input', {type: 'range', min: 0, step: 1, 'aria-label': words.t('ply-slider'), 'data-key': 'slider',
      oninput: (event) => replay.goTo(Number(event.target.value))});
    this.jumps = h('select', {'data-key': 'jumps', onchange: (event) => replay.goTo(Number(event.target.value))});
    this.place = h('section', {class: 'controls', 'aria-label': words.t('controls')});
  }

  /** Draw what stays while the game is played. */
  open() {
    const {replay} = this;
    const {words} = replay;
    const isNarrow = replay.isEmbedded || matchMedia(NARROW).matches;
    const canUse = replay.source.id !== null && !replay.isEmbedded;
    const step = (name, sign, go) => button(icon(sign), go, {class: 'btn', 'aria-label': words.t(name), title: words.t(name), 'data-key': name});
    redraw(this.place, this.told, this.marks, this.slider, this.legend,
      h('div', {class: 'bar'},
        h('div', {class: 'buttons'}, step('first', 'back', () => replay.goTo(0)), step('turn-before', 'fb', () => replay.turn(-1)),
          step('previous', 'left', () => replay.goTo(replay.at - 1)), this.playButton, step('next', 'right', () => replay.goTo(replay.at + 1)),
          step('turn-after', 'ff', () => replay.turn(1)), step('last', 'step', () => replay.goTo(replay.frames.length - 1))),
        !isNarrow && this.choices(),
        (isNarrow || canUse) && h('details', {class: 'more', 'data-key': 'more'}, h('summary', {}, words.t('more-choices')), isNarrow && this.choices(), canUse && this.uses())));
    this.drawPlay();
  }

  /** Whose eyes, how fast, where to. */
  choices() {
    const {replay} = this;
    const {words} = replay;
    const paces = PACES.map((each, nth) => [String(nth), words.t('pace', {count: 1000 / each})]);
    return h('div', {class: 'picks'},
      field(words.t('perspective'), select('as', replay.perspectives(), replay.as, (event) => replay.look(event.target.value))),
      field(words.t('speed'), select('pace', paces, String(replay.pace), (event) => replay.setPace(Number(event.target.value)))),
      field(words.t('jump'), this.jumps),
      h('label', {class: 'check'}, h('input', {type: 'checkbox', checked: !replay.spoilers, 'data-key': 'spoilers',
        onchange: (event) => replay.spoil(!event.target.checked)}), words.t('spoiler-free')));
  }

  /** What can be done with this position, elsewhere or at a table of one's own. */
  uses() {
    const {replay} = this;
    const {words} = replay;
    return h('div', {class: 'buttons'},
      button(words.t('copy-link'), () => replay.copy(replay.address().href), {class: 'btn', 'data-key': 'copy'}),
      !replay.source.game.private && button(words.t('copy-embed'), () => replay.copy(frameOf(replay)), {class: 'btn', 'data-key': 'embed', title: words.t('embed-help')}),
      this.copied,
      runs('forks') && button(words.t('what-if-here'), () => replay.fork(), {class: 'btn', 'data-key': 'fork', title: words.t('fork-help')}));
  }

  drawPlay() {
    const {words, playing} = this.replay;
    redraw(this.playButton, words.t(playing ? 'stop' : 'autoplay'), icon(playing ? 'pause' : 'play'));
  }

  /** Draw what changes from ply to ply; `result` is how the game ended, if it is over there. */
  draw(frame, result) {
    const {replay} = this;
    const {words, spoilers, frames, at} = replay;
    const last = replay.lastShown();
    this.slider.max = last;
    this.slider.value = at;
    this.slider.setAttribute('aria-valuetext', words.t('ply', {ply: frame.ply}));
    const speech = replay.speech();
    const shown = keyEvent(frame) ?? frame.events.find((event) => sentence(event, speech) !== null) ?? frame.events[0];
    // The outcome says more than the sentence that the game is over.
    redraw(this.told, h('span', {}, h('strong', {}, speech.sign(shown), !(result && shown.type === 'GameEnded') && sentence(shown, speech)), ' ', result), ' ',
      h('time', {datetime: frame.at, title: words.moment(frame.at)}, words.t('turn', {turn: frame.view.state.turn}), ' · ', words.t('ply', {ply: frame.ply})));
    this.drawJumps();
    this.drawMarks(last);
    this.slider.classList.toggle('open', !spoilers && last < frames.length - 1);
  }

  /** Turns and key moments to jump to, those that are still to come only with spoilers. */
  drawJumps() {
    const {words, frames, at, spoilers} = this.replay;
    const choices = frames.flatMap((frame, place) => {
      if ((!spoilers && place > at) || keyEvent(frame) === undefined) return [];
      return [[place, `${frame.ply}. ${describeMoment(frame, this.replay.speech())}`]];
    });
    redraw(this.jumps, h('option', {value: at, selected: true}, words.t('jump-to')), choices.map(([place, text]) => h('option', {value: place}, text)));
  }

  /** Signs above the bar: for each key moment, and each move that the bot would have played otherwise; below it their meaning. */
  drawMarks(last) {
    const {frames, at, spoilers, kind, words, opinion} = this.replay;
    const points = opinion.points();
    const until = spoilers ? last : Math.min(at, last);
    const moments = frames.map((frame, place) => [frame, place]).filter(([frame, place]) => place <= until && isMoment(frame));
    const every = Math.ceil(moments.length / MOST_MARKS);
    const shown = moments.filter(([, place], nth) => nth % every === 0 && points.every((each) => each.at !== place));
    const signOf = (frame) => kind.layout.signOf?.(keyEvent(frame), kind) ?? icon(BACKWARD.has(keyEvent(frame).type) ? 'undo' : 'plus');
    // The latest of each kind gives the sign: of technologies and buildings each has one of its own.
    const kinds = new Map(shown.map(([frame]) => [momentName(keyEvent(frame), kind), frame]));
    const signs = {turning: () => h('b', {}, '??'), other: () => h('b', {}, '?')};
    redraw(this.legend, points.some(({isTurning}) => isTurning) && h('span', {}, signs.turning(), words.t('opinion-points')),
      points.some(({isTurning}) => !isTurning) && h('span', {}, signs.other(), words.t('opinion-others')),
      [...kinds].map(([name, frame]) => h('span', {}, signOf(frame), name)));
    const markOf = (sign, place, title) => {
      const mark = button(sign, () => this.replay.goTo(place), {class: 'mark', tabindex: '-1', title, 'aria-hidden': 'true'});
      mark.style.setProperty('--at', last === 0 ? 0 : place / last);
      return mark;
    };
    redraw(this.marks, shown.map(([frame, place]) => markOf(signOf(frame), place, describeMoment(frame, this.replay.speech()))),
      points.map((each) => markOf(each.isTurning ? signs.turning() : signs.other(), each.at, each.text)));
  }

  /** Close what lies over the bar, and give back the focus that was in it. */
  closeMore() {
    const more = this.place.querySelector('.more[open]');
    if (!more) return;
    if (more.contains(document.activeElement)) more.querySelector('summary').focus();
    more.open = false;
  }

  /** Say whether a text was copied; what was not can be copied by hand. */
  sayCopied(yes, text) {
    const {words} = this.replay;
    redraw(this.copied, words.t(yes ? 'copied' : 'not-copied'), !yes && [' ', h('code', {}, text)]);
  }
}
