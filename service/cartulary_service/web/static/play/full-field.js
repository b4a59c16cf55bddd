/** A field that takes no more letters says so: the browser drops them without a word. */

import {h} from './dom.js';

/** Say beside each field of a place, while it is full, how much it takes. */
export function tellWhenFull(place, words) {
  place.addEventListener('input', ({target}) => {
    const said = target.nextElementSibling?.matches('.full') ? target.nextElementSibling : null;
    const isFull = target.maxLength > 0 && target.value.length >= target.maxLength;
    if (isFull && !said) target.after(h('small', {class: 'full', role: 'status'}, words.t('field-full', {count: target.maxLength})));
    if (!isFull) said?.remove();
  });
}
