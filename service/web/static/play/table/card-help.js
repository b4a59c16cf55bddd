/** Help on a card: what it does, shown by mouse, finger or keyboard. */

import {h, keyed} from '../dom.js';

const GAP = 6;
const title = h('h3', {id: 'about-title'});
const text = h('div', {});
const box = h('div', {popover: 'auto', class: 'about', role: 'dialog', tabindex: '-1', autofocus: true, 'aria-labelledby': 'about-title',
  onbeforetoggle: (event) => event.newState === 'open' && box.setAttribute('data-for', asked.getAttribute('data-key')),
  ontoggle: (event) => (event.newState === 'open' ? beside() : back())}, title, text);
let asked = null;

/** A small button that tells what something does; nothing where there is nothing to tell. */
export function about(name, lines, words, key) {
  const told = (Array.isArray(lines) ? lines : [lines]).filter(Boolean);
  if (told.length === 0) return null;
  const made = h('button', {type: 'button', class: 'tells', 'data-key': `about:${key}`, 'aria-haspopup': 'dialog',
    'aria-label': words.t('about', {name}), onclick: () => {
      asked = made;
      title.textContent = name;
      text.replaceChildren(...told.map((each) => h('p', {}, each)));
      if (!box.isConnected) document.body.append(box);
      made.popoverTargetElement = box;
    }}, '?');
  return made;
}

/** Put the box beside what asked for it, within the window. */
function beside() {
  const from = asked.getBoundingClientRect();
  const {width, height} = box.getBoundingClientRect();
  const {clientWidth, clientHeight} = document.documentElement;
  const below = from.bottom + GAP;
  box.style.left = `${Math.max(GAP, Math.min(from.left, clientWidth - width - GAP))}px`;
  box.style.top = `${below + height < clientHeight ? below : Math.max(GAP, from.top - height - GAP)}px`;
}

/** Leave the focus where it was asked from, also when that was drawn anew meanwhile. */
function back() {
  if ([document.body, box].includes(document.activeElement)) keyed(document.body, box.getAttribute('data-for'))?.focus({preventScroll: true});
}
