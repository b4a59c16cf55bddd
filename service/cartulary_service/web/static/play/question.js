/** A question to the reader, in a dialog of the page's own. */

import {button, h} from './dom.js';

/** Ask, and return whether the answer is `yes`. Escape says no. The focus goes back to where it was. */
export function ask(text, yes, no) {
  return new Promise((answer) => {
    const leave = () => dialog.close('no');
    const close = () => {
      removeEventListener('hashchange', leave);
      dialog.remove();
      answer(dialog.returnValue === 'yes');
    };
    const dialog = h('dialog', {class: 'question', 'aria-labelledby': 'question', onclose: close},
      h('p', {id: 'question'}, text),
      h('div', {class: 'buttons'}, button(yes, () => dialog.close('yes'), {class: 'btn go', 'data-key': 'confirm'}),
        button(no, () => dialog.close('no'), {class: 'btn', 'data-key': 'refuse', autofocus: true})));
    addEventListener('hashchange', leave);
    document.body.append(dialog);
    dialog.showModal();
  });
}
