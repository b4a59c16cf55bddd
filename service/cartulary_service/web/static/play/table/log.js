/** The journal of a game in words: new lines come at the end, and are read aloud as they come. */

import {seal} from '../cards/art.js';
import {h} from '../dom.js';
import {deed, speechAt} from '../narration.js';

const MOST = 400;
/** In the ply of the last of these all is set up: nobody has done it. */
const BEGINNINGS = new Set(['GameStarted', 'PositionSet', 'ForkBegan']);
const HEADINGS = new Set(['TurnBegan', 'TurnEnded']);

/** Lines in paragraphs, one for each turn of each player. */
export class Log {
  constructor(words) {
    this.words = words;
    this.place = h('div', {
      class: 'log',
      role: 'log',
      'aria-live': 'polite',
      'aria-label': words.t('log'),
      tabindex: '0',
      onscroll: () => this.look(),
    });
    // A page whose other parts grow gives it less room, without a scroll.
    new ResizeObserver(() => this.follow()).observe(this.place);
    this.fresh = h('p', {class: 'fresh'}, words.t('fresh'));
    this.clear();
  }

  clear() {
    this.place.replaceChildren();
    Object.assign(this, {last: 0, turn: null, actor: undefined, heading: null, dated: null, when: null, late: null});
    Object.assign(this, {started: 0, ply: 0, acted: false});
  }

  /** Add what events tell; those already told are left out. `speech.sign` gives an event its sign. */
  add(events, speech) {
    for (const event of events) {
      if (event.position <= this.last) continue;
      this.last = event.position;
      this.tell(event, speechAt(speech, event));
    }
    while (this.place.children.length > MOST) this.place.firstElementChild.remove();
    this.follow();
  }

  /** Note whether the reader is at the end, and so is to stay there; a scroll by another size is the page's doing. */
  look() {
    const {scrollHeight, scrollTop, clientHeight} = this.place;
    if (scrollHeight === this.height && clientHeight === this.room) this.isLeft = scrollHeight - scrollTop - clientHeight >= 60;
    else this.follow();
  }

  follow() {
    if (!this.isLeft) this.place.scrollTop = this.place.scrollHeight;
    Object.assign(this, {height: this.place.scrollHeight, room: this.place.clientHeight});
  }

  tell(event, speech) {
    if (event.type === 'TurnBegan') {
      this.turn = event.turn;
      this.heading = null;
    }
    if (BEGINNINGS.has(event.type)) this.begin(event.ply);
    const told = this.lateWords(event, speech) ?? deed(event, speech);
    if (told === null || HEADINGS.has(event.type)) return;
    if (this.heading === null || event.actor !== this.actor) this.head(event, speech);
    this.heading.append(
      h('p', {title: this.words.moment(event.at), 'data-ply': event.ply}, speech.sign?.(event), h('span', {}, told)),
    );
  }

  /** Say whose time has run out, and that they are out of the game: they did not resign. */
  lateWords({type, ply, actor}, {players}) {
    if (type === 'TimeExpired' || type === 'TimeClaimed') this.late = ply;
    if (type === 'TimeExpired') return this.words.t('time-is-up', {player: players[actor]});
    return type === 'SeatResigned' && ply === this.late ? this.words.t('out-on-time', {player: players[actor]}) : null;
  }

  /** Forget who did what before the game began. */
  begin(ply) {
    this.fresh.remove();
    Object.assign(this, {started: ply, acted: false});
  }

  /** Part what others have done since the reader acted by a line; all of a ply is the deed of who began it. */
  part({ply, actor}, you) {
    if (ply === this.ply || ply <= this.started || actor === null || actor === undefined) return;
    if (actor === you) this.fresh.remove();
    else if (this.acted === you) this.place.append(this.fresh);
    Object.assign(this, {ply, acted: actor});
  }

  /** Begin a paragraph: who acts, in which turn. */
  head(event, speech) {
    const {actor} = event;
    this.part(event, speech.you);
    this.actor = actor;
    const when = this.turn === null ? this.words.momentAfter(this.dated, event.at) : this.words.t('turn', {turn: this.turn});
    const isNews = this.turn !== null || this.words.moment(event.at) !== this.when;
    Object.assign(this, {dated: event.at, when: this.words.moment(event.at)});
    this.heading = h(
      'div',
      {class: 'ply'},
      h(
        'p',
        {class: 'whose'},
        actor !== null && actor !== undefined && [seal(actor), h('strong', {}, h('bdi', {}, speech.players[actor]))],
        isNews && h('time', {datetime: event.at, title: this.words.moment(event.at)}, when),
      ),
    );
    this.place.append(this.heading);
  }
}
