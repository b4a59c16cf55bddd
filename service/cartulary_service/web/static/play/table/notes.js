/** One's own notes on a game, each tied to a version; nobody else sees them. */

import {button, h, redraw} from '../dom.js';

/** Shows one's notes on a game, and writes the one on the version that is looked at. */
export class Notes {
  constructor({service, words, id, notices, placeOf}) {
    Object.assign(this, {service, words, id, notices, placeOf, kept: [], version: 0, until: Infinity});
    this.text = h('textarea', {name: 'note', rows: '3', maxlength: '2000', 'data-key': 'note'});
    this.label = h('span', {});
    this.list = h('ul', {class: 'rows'});
    this.said = h('span', {role: 'status'});
    this.place = h('section', {class: 'own-notes', 'aria-label': words.t('notes')},
      h('p', {class: 'hint'}, words.t('notes-help')),
      h('form', {onsubmit: (event) => this.save(event)},
        h('label', {class: 'field'}, this.label, this.text),
        h('div', {class: 'buttons'}, h('button', {type: 'submit', 'data-key': 'save-note'}, words.t('note-save')), this.said)),
      this.list);
    this.draw();
  }

  open() {
    return this.notices.reading(() => this.reread());
  }

  /** Look at a version, those up to another being shown; what is being written stays where it was begun. */
  at(version, until = Infinity) {
    this.until = until;
    if (this.text.value !== this.written(this.version)) return;
    this.version = version;
    this.draw();
  }

  written(version) {
    return this.kept.find((each) => each.version === version)?.text ?? '';
  }

  draw() {
    const {words} = this;
    this.label.textContent = words.t('note-on', {place: this.placeOf(this.version)});
    this.text.value = this.written(this.version);
    redraw(this.list, this.kept.filter((each) => each.version <= this.until).map(({version, text}) => h('li', {class: 'kept'},
      h('a', {href: `replay?game=${this.id}&version=${version}&lang=${words.language}`}, this.placeOf(version)), ' ',
      h('span', {class: 'text'}, text), ' ',
      button(words.t('erase'), () => this.erase(version), {class: 'quiet', 'data-key': `erase-note:${version}`,
        'aria-label': words.t('erase-note', {place: this.placeOf(version)})}))));
  }

  async save(event) {
    event.preventDefault();
    const text = this.text.value.trim();
    if (text === '') return this.erase(this.version);
    return this.notices.trying(async () => {
      await this.service.put(`/games/${this.id}/notes/${this.version}`, {text});
      await this.reread();
      this.said.textContent = this.words.t('kept');
    });
  }

  erase(version) {
    return this.notices.trying(async () => {
      if (this.written(version) !== '') await this.service.remove(`/games/${this.id}/notes/${version}`);
      await this.reread();
      this.said.textContent = '';
    });
  }

  async reread() {
    this.kept = (await this.service.get(`/games/${this.id}/notes`)).notes;
    this.draw();
  }
}
