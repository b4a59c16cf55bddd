/** Hints of a guided first game: one step at a time, until the game is over or its player wants no more. */

import {icon} from '../cards/art.js';
import {button, h, update} from '../dom.js';
import {playBot} from '../pages/bot-game.js';
import {forgetStep, keepStep, stepReached} from '../pages/guided-game.js';
import {BESIDE, rulesLink} from '../pages/rules-link.js';
import {counting} from './plies.js';

export class Guide {
  constructor(table) {
    const {words} = table;
    this.table = table;
    this.said = h('div', {class: 'said', role: 'status'});
    this.doing = h('div', {class: 'buttons'});
    this.place = h(
      'section',
      {class: 'coach', 'aria-label': words.t('guide.hints'), tabindex: '-1', hidden: true},
      this.said,
      this.doing,
    );
  }

  /** Read the steps if hints are wanted in this game. */
  async open() {
    const {
      id,
      kind: {layout},
    } = this.table;
    if (stepReached(id) !== null && layout.loadGuide) this.guide = await layout.loadGuide();
  }

  draw(ctx) {
    const reached = stepReached(this.table.id);
    this.leads = false;
    this.place.hidden = !this.guide || reached === null || ctx.you === null;
    if (this.place.hidden) return;
    const {words} = ctx;
    const {steps, ends, values} = this.guide;
    const counted = counting(this.table.events);
    const known = {...ctx, did: tally(counted, ctx.you)};
    // What was taken back is to be done again.
    const nth = stepAt(steps, counted.length < this.counted ? 0 : reached, known);
    this.counted = counted.length;
    if (nth !== reached) keepStep(this.table.id, nth);
    const isOver = nth === steps.length;
    this.leads = !steps[nth]?.asks;
    const text = isOver ? ends[ctx.game.result?.winners.includes(ctx.you) ? 'won' : 'lost'] : steps[nth].text;
    update(
      this.said,
      h('b', {}, words.t('guide.step', {step: nth + 1, steps: steps.length + 1})),
      h('p', {}, words.t(text, values(ctx))),
    );
    this.place.classList.toggle('over', isOver);
    update(this.doing, isOver ? this.onward(ctx) : this.controls(ctx, steps[nth], nth));
  }

  controls({words}, {tells}, nth) {
    return [
      tells &&
        button(words.t('guide.next'), () => this.goOn(nth + 1), {class: 'btn', 'data-key': 'guide-next'}),
      button([icon('close'), words.t('guide.close')], () => this.close(), {
        class: 'btn quiet',
        'data-key': 'guide-close',
      }),
    ];
  }

  /** Lead to a real game and to the rules. */
  onward({words, catalogue}) {
    return [
      button(words.t('play-bot-now'), () => this.playOn(catalogue.id), {class: 'btn', 'data-key': 'guide-play'}),
      rulesLink(words, catalogue.id, BESIDE),
    ];
  }

  playOn(game) {
    const {service, notices, words} = this.table;
    return notices.trying(async () => playBot(service, await service.get('/catalogue'), game, words));
  }

  goOn(step) {
    const {id, view} = this.table;
    keepStep(id, step);
    view.draw();
    if (!this.place.contains(document.activeElement)) this.place.focus({preventScroll: true});
  }

  close() {
    const {id, view} = this.table;
    forgetStep(id);
    view.draw();
    view.doing.focus({preventScroll: true});
  }
}

/** Return the number of the step to show: the first that is not done, or that of the end once the game is over. */
function stepAt(steps, from, ctx) {
  const next = steps.findIndex((step, nth) => nth >= from && !step.isDone(ctx));
  return ctx.game.result || next < 0 ? steps.length : next;
}

/** Return a function that counts the events of these types that a seat has caused. */
function tally(events, seat) {
  return (...types) => events.filter(({type, actor}) => actor === seat && types.includes(type)).length;
}
