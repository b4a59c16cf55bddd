/** One's own notes on a game, each tied to a version; nobody else sees them. */

import {button, h, redraw} from '../dom.js';
import {outbox} from '../outbox.js';

/** Shows one's notes on a game, and writes the one on the version that is looked at. */
export class Notes {
  /** `signal` is aborted when the notes are left. */
  constructor({service, words, id, me, notices, placeOf, signal}) {
    Object.assign(this, {service, words, id, me, notices, placeOf, signal, kept: [], version: 0, until: Infinity, filled: ''});
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
    if (this.isBeingWritten) return;
    this.version = version;
    this.draw();
  }

  path(version) {
    return `/games/${this.id}/notes/${version}`;
  }

  waiting(version) {
    return outbox.of(this.me.id, this.path(version))[0]?.text;
  }

  written(version) {
    return this.waiting(version) ?? this.kept.find((each) => each.version === version)?.text ?? '';
  }

  /** Whether something stands in the field that is neither kept nor waits to be. */
  get isBeingWritten() {
    return this.text.value !== this.filled;
  }

  fill() {
    this.filled = this.written(this.version);
    this.text.value = this.filled;
  }

  draw() {
    const {words} = this;
    this.label.textContent = words.t('note-on', {place: this.placeOf(this.version)});
    if (!this.isBeingWritten) this.fill();
    if (this.waiting(this.version) !== undefined) {
      this.sayWaiting();
      this.deliver(this.version);
    }
    redraw(this.list, this.kept.filter((each) => each.version <= this.until).map(({version, text}) => h('li', {class: 'kept'},
      h('a', {href: `replay?game=${this.id}&version=${version}&lang=${words.language}`}, this.placeOf(version)), ' ',
      h('span', {class: 'text'}, text), ' ',
      button(words.t('erase'), () => this.erase(version), {class: 'quiet', 'data-key': `erase-note:${version}`,
        'aria-label': words.t('erase-note', {place: this.placeOf(version)})}))));
  }

  /** Save what is written; without a connection it waits for one, also once the table is left. */
  save(event) {
    event.preventDefault();
    const {version} = this;
    const text = this.text.value.trim();
    if (text === '') return this.erase(version);
    this.notices.clear();
    outbox.set(this.me.id, this.path(version), text, this.kept.find((each) => each.version === version)?.text ?? '');
    this.fill();
    // Not returned: the form can be used while it waits.
    this.deliver(version);
    return undefined;
  }

  deliver(version) {
    const path = this.path(version);
    const changed = () => this.notices.reading(async () => {
      await this.reread();
      this.said.textContent = this.words.t('kept');
    });
    const refused = (error, [text]) => {
      this.fill();
      if (text !== undefined) this.text.value = text;
      this.said.textContent = '';
      this.notices.problem(error);
    };
    outbox.shown.set(path, {changed, away: () => this.sayWaiting(), refused});
    this.signal.addEventListener('abort', () => outbox.shown.delete(path));
    if (outbox.isAway) this.sayWaiting();
    outbox.deliver(this.service, this.me.id);
  }

  sayWaiting() {
    this.said.textContent = this.words.t('not-sent-yet');
  }

  erase(version) {
    return this.notices.trying(async () => {
      outbox.drop(this.me.id, this.path(version));
      if (this.written(version) !== '') await this.service.remove(this.path(version));
      await this.reread();
      if (version === this.version) this.fill();
      this.said.textContent = '';
    });
  }

  async reread() {
    this.kept = (await this.service.get(`/games/${this.id}/notes`)).notes;
    this.draw();
  }
}
