/** The chat of a table, how much of it is unread, and the muting of players. */

import {button, h, redraw} from '../dom.js';
import {outbox} from '../outbox.js';
import {distinguish, namedLink} from '../players.js';
import {runs} from '../subjects.js';
import {fillUnread} from '../unread.js';

/** Shows the chat of a table or of a team, and lets one say something. */
export class Chat {
  constructor(table, ofTeam = false) {
    this.table = table;
    this.query = ofTeam ? '?team=true' : '';
    this.path = `/games/${table.id}/chat${this.query}`;
    const {words} = table;
    this.list = h('div', {class: 'log chat', role: 'log', 'aria-live': 'polite', 'aria-label': words.t(ofTeam ? 'team-chat' : 'chat'), tabindex: '0'});
    this.input = h('input', {name: 'said', maxlength: '2000', autocomplete: 'off', required: true, 'aria-label': words.t('say'), placeholder: words.t('say')});
    this.form = h('form', {class: 'row', hidden: true, onsubmit: (event) => this.send(event)}, this.input,
      h('button', {type: 'submit'}, words.t('send')));
    this.waiting = h('ul', {class: 'waiting', role: 'status'});
    this.readers = h('div', {});
    this.place = h('section', {}, this.list, this.waiting, this.form, this.readers);
    this.muted = new Set();
    this.badges = [];
    this.unread = new Set();
    this.read = 0;
    this.watch();
  }

  /** A sign with the number of unread messages, for a place that leads here. */
  badge() {
    const made = h('span', {class: 'dot unread', hidden: true});
    this.badges.push(made);
    return made;
  }

  /** Messages are read once they are in sight, in a window that is. */
  watch() {
    const {signal} = this.table.aborts;
    const observer = new IntersectionObserver((entries) => {
      this.isInSight = entries.at(-1).isIntersecting;
      this.markRead();
    });
    observer.observe(this.list);
    signal.addEventListener('abort', () => observer.disconnect());
    document.addEventListener('visibilitychange', () => this.markRead(), {signal});
  }

  /** Show how much is unread; what is in sight is read, and the service told so, for all devices. */
  markRead() {
    const {service, id, words} = this.table;
    if (this.unread.size > 0 && this.isInSight && !document.hidden) {
      this.read = Math.max(...this.unread);
      this.unread.clear();
      service.put(`/games/${id}/chat-cursor${this.query}`, {message: this.read}).catch(() => {});
    }
    this.badges.forEach((badge) => fillUnread(badge, this.unread.size, words));
  }

  async open() {
    const {service, aborts, me} = this.table;
    this.form.hidden = this.table.game.you === null;
    this.shown = new Map();
    this.unread.clear();
    this.authors = new Map(this.table.game.seats.flatMap(({player}) => (player ? [[player.id, player]] : [])));
    this.list.replaceChildren();
    this.following?.abort();
    this.following = new AbortController();
    const signal = AbortSignal.any([aborts.signal, this.following.signal]);
    if (me) this.showWaiting(aborts.signal);
    try {
      if (me && runs('mutes')) this.muted = new Set((await service.get('/me/mutes')).mutes.map(({player}) => player.id));
      const page = await service.get(this.path);
      this.read = Math.max(this.read, page.read);
      page.messages.forEach((message) => this.show(message));
      this.markRead();
      this.drawReaders();
      const heard = (event) => {
        if (event.data === undefined) return;
        const message = JSON.parse(event.data);
        this.show(message);
        this.markRead();
        if (this.unread.has(message.id)) this.preview(message);
      };
      await service.follow(this.path, page.place, {heard, state: () => {}, signal});
    } catch {
      this.place.hidden = true;
    }
  }

  /** Show a message, or that it was erased. */
  show({id, author, text, erased, removed, at}) {
    const {words, me, game} = this.table;
    const isNews = game.you !== null && author.id !== me?.id && !erased && id > this.read;
    this.unread[isNews ? 'add' : 'delete'](id);
    const said = h('p', {}, h('b', {}, namedLink(author)), ' ', h('time', {datetime: at, title: words.moment(at)}, words.momentAfter(new Date(), at)), ' ',
      h('span', {class: 'said'}, erased ? h('i', {}, words.t(removed ? 'removed' : 'erased')) : text));
    const before = this.shown.get(id);
    if (before) before.replaceWith(said);
    else this.list.append(said);
    this.shown.set(id, said);
    this.list.scrollTop = this.list.scrollHeight;
    if (!this.authors.has(author.id)) {
      this.authors.set(author.id, author);
      this.drawReaders();
    }
  }

  /** Say a message where the chat is not in sight, unless something else is being said. */
  preview({author, text}) {
    const {notices} = this.table;
    if (!this.isInSight && notices.place.childElementCount === 0) notices.say(`${author.name}: ${text}`, 'chat');
  }

  /** Whom one reads, and whom not. */
  drawReaders() {
    const {me, words} = this.table;
    const others = [...this.authors.values()].filter(({id}) => id !== me?.id);
    const names = distinguish(others, words);
    redraw(this.readers, me && runs('mutes') && others.length > 0 && h('details', {'data-key': 'readers'}, h('summary', {}, words.t('readers')),
      h('p', {class: 'hint'}, words.t('mutes-help')),
      h('ul', {class: 'rows'}, others.map((other, place) => {
        const {id} = other;
        const key = this.muted.has(id) ? 'unmute' : 'mute';
        return h('li', {}, h('b', {}, namedLink(other)), ' ', this.muted.has(id) && h('span', {class: 'tag'}, words.t('muted')), ' ',
          button(words.t(key), () => this.mute(id), {'data-key': `mute:${id}`, 'aria-label': words.t(`${key}-whom`, {player: names[place]})}));
      }))));
  }

  /** Read nothing more of somebody, or read him again, also what he has said meanwhile. */
  mute(player) {
    const {service} = this.table;
    return this.table.notices.trying(async () => {
      await (this.muted.has(player) ? service.remove(`/me/mutes/${player}`) : service.put(`/me/mutes/${player}`));
      this.open();
    });
  }

  /** Take a message from the field, so that Enter sends it once, and send it. */
  send(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text === '') return;
    this.input.value = '';
    outbox.add(this.table.me.id, this.path, text);
    if (this.table.offline) this.drawWaiting();
    this.deliver();
  }

  deliver() {
    if (this.table.me) outbox.deliver(this.table.service, this.table.me.id);
  }

  /** Show what waits for the connection here, also from before, until the table is left. */
  showWaiting(signal) {
    const {notices} = this.table;
    const changed = () => {
      notices.clear();
      this.drawWaiting();
    };
    const away = () => {
      this.table.connected(false);
      this.drawWaiting();
    };
    outbox.shown.set(this.path, {changed, away, refused: (error, texts) => this.refuse(error, texts)});
    signal.addEventListener('abort', () => outbox.shown.delete(this.path));
    this.drawWaiting();
    this.deliver();
  }

  /** Say what was refused, and give it back to its writer. */
  refuse(error, texts) {
    this.input.value = [...texts, this.input.value].filter(Boolean).join(' ');
    this.drawWaiting();
    this.table.notices.problem(error);
  }

  drawWaiting() {
    const {me, words} = this.table;
    redraw(this.waiting, outbox.of(me.id, this.path).map(({text}) => h('li', {}, text, ' ', h('span', {class: 'tag'}, words.t('not-sent-yet')))));
  }
}
