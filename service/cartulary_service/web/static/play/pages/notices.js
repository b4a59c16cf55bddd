/** How a player is told that a game waits: in this browser, by mail, in a calendar, in a chat. */

import {base} from '../api.js';
import {button, field, h, redraw, select} from '../dom.js';
import {cameFrom} from './rights.js';
import {cancelPush, hasPush, pushSubscription, subscribePush} from '../push.js';
import {runs} from '../subjects.js';

const GATHERED = [5, 30, 120, 1_440];
const BEFORE = [30, 60, 180, 720, 1_440];
const CHATS = ['discord', 'slack', 'ntfy'];
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const NIGHT = {from: '22:00', until: '08:00', zone: ZONE};

/** The part of the settings about notices. */
export class Notices {
  constructor({words, service, notices}) {
    Object.assign(this, {words, service, notices});
    this.place = h('section', {class: 'panel', 'aria-labelledby': 'notices'});
    this.calendar = null;
  }

  /** Whether there is anything to set. */
  static isPossible() {
    return runs('notices') || runs('calendars');
  }

  async draw() {
    if (!runs('notices')) return this.show();
    [this.settings, {webhooks: this.webhooks}] = await Promise.all([this.service.get('/me/notices'), this.service.get('/webhooks')]);
    this.subscription = await pushSubscription();
    return this.show();
  }

  show() {
    const {words} = this;
    redraw(this.place, h('h2', {id: 'notices'}, words.t('notices')), h('p', {}, words.t('notices-help')),
      runs('notices') && [this.browserPart(), this.form(), this.mailPart()],
      runs('calendars') && this.calendarPart(), runs('notices') && this.chatPart());
  }

  /** Do something, and show the settings as they are then. */
  changing(action) {
    return this.notices.trying(async () => {
      await action();
      await this.draw();
    });
  }

  /** Notices of this browser, which come with the page closed. */
  browserPart() {
    const {words, webhooks, subscription} = this;
    if (!hasPush()) return h('p', {class: 'hint'}, words.t(isSecureContext ? 'push-impossible' : 'push-insecure'));
    if (Notification.permission === 'denied') return h('p', {class: 'hint'}, words.t('push-denied'));
    const own = webhooks.find(({url, format, enabled}) => format === 'push' && enabled && url === subscription?.endpoint);
    const turnOn = () => this.changing(() => subscribePush(this.service, words.language));
    const turnOff = () => this.changing(() => cancelPush(this.service, own.id));
    return h('div', {class: 'buttons'},
      own ? [h('span', {role: 'status'}, words.t('push-on')), button(words.t('push-end'), turnOff, {'data-key': 'push-end'}),
        button(words.t('notice-try'), () => this.tryOut(own.id), {'data-key': 'push-try'})]
        : button(words.t('push-begin'), turnOn, {class: 'main', 'data-key': 'push-begin'}));
  }

  tryOut(id) {
    return this.notices.trying(() => this.service.post(`/webhooks/${id}/test`, {}));
  }

  /** Mail, reminders and quiet hours. */
  form() {
    const {words, settings} = this;
    const minutes = (each) => [String(each), words.span(each * 60)];
    const withCurrent = (choices, current) => [...new Set([...choices, current ?? choices[0]])].sort((one, other) => one - other);
    const email = h('input', {type: 'email', name: 'email', autocomplete: 'email', maxlength: '254', value: settings.email ?? ''});
    const gathered = select('digest', withCurrent(GATHERED, settings.digest_minutes).map(minutes), String(settings.digest_minutes));
    const before = select('reminder', [['', words.t('no-reminder')], ...withCurrent(BEFORE, settings.reminder_minutes).map(minutes)],
      String(settings.reminder_minutes ?? ''));
    const hours = settings.quiet_hours ?? NIGHT;
    const from = h('input', {type: 'time', name: 'quiet-from', required: true, value: hours.from});
    const until = h('input', {type: 'time', name: 'quiet-until', required: true, value: hours.until});
    const clock = h('div', {class: 'fields', hidden: settings.quiet_hours === null}, field(words.t('quiet-from'), from), field(words.t('quiet-until'), until));
    const quiet = h('input', {type: 'checkbox', name: 'quiet', checked: settings.quiet_hours !== null, onchange: () => {
      clock.hidden = !quiet.checked;
    }});
    const save = (event) => {
      event.preventDefault();
      return this.changing(() => this.service.put('/me/notices', {
        email: email.value.trim() || null, digest_minutes: Number(gathered.value), language: words.language,
        reminder_minutes: before.value === '' ? null : Number(before.value),
        quiet_hours: quiet.checked ? {from: from.value, until: until.value, zone: ZONE} : null,
      }));
    };
    const mail = (runs('mail') || settings.email !== null) && [field(words.t('mail'), email, words.t('mail-help')), field(words.t('mail-gathered'), gathered)];
    return h('form', {onsubmit: save}, h('div', {class: 'fields'}, mail, field(words.t('reminder'), before)),
    h('label', {class: 'check'}, quiet, words.t('quiet', {zone: ZONE})), clock,
    h('div', {class: 'buttons'}, h('button', {type: 'submit', 'data-key': 'save-notices'}, words.t('save'))));
  }

  /** What the address for mails is good for, or the code that it has to be confirmed by. */
  mailPart() {
    const {words, settings: {email, confirmed, recovery}} = this;
    if (email === null) return null;
    return confirmed ? h('p', {role: 'status'}, words.t(recovery ? 'mail-recovers' : 'mail-confirmed', {email})) : this.confirmation();
  }

  confirmation() {
    const {words} = this;
    const code = h('input', {name: 'code', required: true, autocomplete: 'one-time-code', spellcheck: 'false'});
    const confirm = (event) => {
      event.preventDefault();
      return this.changing(() => this.service.post('/me/notices/confirmation', {code: code.value.trim()}));
    };
    return h('form', {class: 'row', onsubmit: confirm}, field(words.t('mail-code', {address: this.settings.email}), code),
      h('button', {type: 'submit', class: 'main', 'data-key': 'confirm-mail'}, words.t('mail-confirm')));
  }

  /** The address of a calendar, shown once. */
  calendarPart() {
    const {words} = this;
    const before = select('alarm', [['', words.t('no-alarm')], ...BEFORE.map((each) => [String(each), words.span(each * 60)])], '');
    const make = () => this.notices.trying(async () => {
      const wish = {language: words.language, alarm_minutes: before.value === '' ? null : Number(before.value)};
      const {path} = await this.service.create('/me/calendar', wish);
      this.calendar = base() + path.replace(/^\/v1/, '');
      this.show();
    });
    const end = () => this.notices.trying(async () => {
      await this.service.remove('/me/calendar');
      this.calendar = null;
      this.show();
    });
    return h('details', {'data-key': 'calendar'}, h('summary', {}, words.t('calendar')), h('p', {}, words.t('calendar-help')),
      h('div', {class: 'fields'}, field(words.t('alarm'), before)),
      h('div', {class: 'buttons'}, button(words.t('make-calendar'), make, {'data-key': 'make-calendar'}),
        button(words.t('end-calendar'), end, {class: 'quiet', 'data-key': 'end-calendar'})),
      this.calendar && h('input', {readonly: true, class: 'link', value: this.calendar, 'data-key': 'calendar-link', 'aria-label': words.t('calendar')}));
  }

  /** Chats that are told of one's turns. */
  chatPart() {
    const {words, service} = this;
    const form = select('chat', CHATS.map((each) => [each, words.t(`chat.${each}`)]), CHATS[0]);
    const url = h('input', {type: 'url', name: 'chat-url', required: true, placeholder: 'https://'});
    const add = (event) => {
      event.preventDefault();
      const to = url.value.trim();
      return this.changing(() => service.create('/webhooks', {url: to, format: form.value, my_turn: true, language: words.language}));
    };
    const rows = this.webhooks.filter(({format}) => CHATS.includes(format)).map(({id, url: to, format, disabled_because: because, origin}) => h('li', {},
      h('b', {}, words.t(`chat.${format}`)), ' ', new URL(to).host, ' ', because && h('span', {class: 'tag'}, words.t('chat-disabled')),
      button(words.t('notice-try'), () => this.tryOut(id), {class: 'quiet', 'data-key': `try:${id}`}),
      button(words.t('end'), () => this.changing(() => service.remove(`/webhooks/${id}`)), {class: 'quiet', 'data-key': `end:${id}`}),
      origin && h('p', {class: 'hint'}, cameFrom(words, origin))));
    return h('details', {'data-key': 'chats'}, h('summary', {}, words.t('chats')), h('p', {}, words.t('chats-help')),
      rows.length > 0 && h('ul', {class: 'rows'}, rows),
      h('form', {onsubmit: add}, h('div', {class: 'fields'}, field(words.t('chat-kind'), form), field(words.t('chat-url'), url)),
        h('button', {type: 'submit', 'data-key': 'add-chat'}, words.t('add'))));
  }
}
