/** A card or an effect, large, with its sentences: by hovering, a long press, or the key I. */

import {h, update} from '../dom.js';

const HOVER = 400;
const PRESS = 500;
const GAP = 8;

/** The click that a long press ends with does not count. */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

export class Zoom {
  /** `look` gives {title, inside} for what an element names in `data-zoom`. */
  constructor(words, look) {
    this.look = look;
    this.place = h('section', {class: 'zoom', popover: 'auto', role: 'dialog', tabindex: '-1', onkeydown: (event) => event.key === 'Escape' && (this.hide(), event.preventDefault())});
    this.aborts = new AbortController();
    this.timer = null;
    this.press = null;
    this.under = null;
    this.at = null;
    const {signal} = this.aborts;
    document.body.append(this.place);
    document.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && this.moved(event), {signal});
    document.addEventListener(
      'pointerdown',
      (event) => {
        this.stop();
        this.press?.abort();
        if (this.by && !this.place.contains(event.target)) this.hide();
        if (event.pointerType !== 'mouse') this.wait(event, PRESS);
      },
      {signal},
    );
    for (const type of ['pointerup', 'pointercancel', 'pointermove']) {
      document.addEventListener(type, (event) => (event.pointerType === 'mouse' ? null : this.stop()), {signal});
    }
    document.addEventListener(
      'pointerout',
      (event) => {
        if (event.pointerType !== 'mouse') return;
        this.under = null;
        this.stop();
        if (this.by === 'hover') this.hide();
      },
      {signal},
    );
  }

  /** A mouse has come onto an element by its own motion: a card that slides under a resting one is not looked at. */
  moved(event) {
    const {target, screenX, screenY} = event;
    const rests = this.at?.x === screenX && this.at?.y === screenY;
    this.at = {x: screenX, y: screenY};
    if (rests || this.under === target) return;
    this.under = target;
    this.wait(event, HOVER);
  }

  wait(event, time) {
    this.stop();
    const element = event.target.closest?.('[data-zoom]');
    // What is picked has been looked at, and its target lies where the zoom would.
    if (!element || element.matches('[aria-pressed="true"]')) return;
    this.timer = setTimeout(() => this.show(element, event.pointerType === 'mouse' ? 'hover' : 'press'), time);
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** Show what an element names, beside it: by a mouse that hovers, a long press, or a key. */
  show(element, by = null) {
    const [what, id] = element.getAttribute('data-zoom').split(':');
    const seen = this.look(what, id);
    if (seen === null || !element.isConnected || document.querySelector('.dragged')) return;
    this.hide();
    this.by = by;
    this.place.popover = by ? 'manual' : 'auto';
    this.place.classList.toggle('hovered', by === 'hover');
    if (by === 'press') window.addEventListener('click', swallow, {capture: true, once: true, signal: (this.press = new AbortController()).signal});
    this.place.setAttribute('aria-label', seen.title);
    update(this.place, h('h2', {}, seen.title), seen.inside);
    this.place.showPopover();
    this.put(element.getBoundingClientRect());
    if (by !== 'hover') this.place.focus({preventScroll: true});
  }

  /** Put it above what it tells of, where there is room, else beside it; never over the result of the game. */
  put(from) {
    const {width, height} = this.place.getBoundingClientRect();
    const {clientWidth, clientHeight} = document.documentElement;
    const result = document.querySelector('.banner.win')?.getBoundingClientRect().bottom ?? 0;
    const least = GAP + (from.top >= result ? result : 0);
    const above = from.top - height - GAP;
    const right = from.right + GAP;
    const beside = right + width < clientWidth ? right : Math.max(GAP, from.left - width - GAP);
    const middle = Math.max(GAP, Math.min(from.left + (from.width - width) / 2, clientWidth - width - GAP));
    this.place.style.setProperty('left', `${above >= least ? middle : beside}px`);
    this.place.style.setProperty(
      'top',
      `${above >= least ? above : Math.max(least, Math.min(from.top, clientHeight - height - GAP))}px`,
    );
  }

  hide() {
    this.by = null;
    if (this.place.matches(':popover-open')) this.place.hidePopover();
  }

  close() {
    this.stop();
    this.aborts.abort();
    this.place.remove();
  }
}
