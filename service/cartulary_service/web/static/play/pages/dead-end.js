/** The screen of a link that leads nowhere: why, and what can be done instead. */

import {h} from '../dom.js';
import {comeBack} from './account.js';

/** Says why, offers other ways, and lets those sign in to whom the link may lead somewhere. */
export class DeadEnd {
  constructor(page, title, help = '', ...ways) {
    Object.assign(this, page, {title, help, ways});
  }

  open() {
    const {words, service, notices, reload, place, title, help, ways} = this;
    document.title = title;
    place.append(h('section', {class: 'panel'}, notices.place, h('h1', {}, title), h('p', {}, help),
      h('p', {class: 'buttons'}, ways, h('a', {href: '#/', class: 'button btn go', 'data-key': 'play-something'}, words.t('play-something'))),
      service.token === null && comeBack(service, words, notices, reload)));
  }

  close() {}
}
