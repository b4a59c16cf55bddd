/** Sources of a replay: a game of the service, or an audit bundle out of a file. */

const NDJSON = 'application/x-ndjson';

/** The objects in lines of JSON. */
function parseLines(text) {
  return text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Reads the events of each pair of eyes once. */
class Source {
  constructor(service, game) {
    Object.assign(this, {service, game, rows: new Map()});
  }

  /** All events with their changes, as somebody sees them; null for the caller's own eyes. Throws Refused or Away. */
  events(eyes) {
    if (!this.rows.has(eyes)) {
      const reading = this.read(eyes).then((answer) => answer.text()).then(parseLines);
      this.rows.set(eyes, reading);
      reading.catch(() => this.rows.delete(eyes));
    }
    return this.rows.get(eyes);
  }
}

/** A game that the service has. Everybody's eyes are open once it is over. */
export class StoredGame extends Source {
  static async open(service, id) {
    return new StoredGame(service, await service.get(`/games/${encodeURIComponent(id)}`));
  }

  /** The number of the game, by which a link leads to it. */
  get id() {
    return this.game.id;
  }

  get isOver() {
    return this.game.result !== null;
  }

  read(eyes) {
    const as = eyes === null ? '' : `&as=${eyes}`;
    return this.service.ask(`/games/${this.id}/events?changes=true${as}`, {headers: {Accept: NDJSON}});
  }

  /** The audit bundle of a game that is over, else null. */
  async bundle() {
    return this.isOver ? (await this.service.ask(`/games/${this.id}/audit?log=true`)).text() : null;
  }
}

/** A game out of a file, whose players are known by their seats only. */
export class BundleFile extends Source {
  /** Read a file. Throws where it is no bundle. */
  static open(service, text, words) {
    const [header, first] = parseLines(text);
    if (!header?.format?.startsWith('cartulary-audit/')) throw new Error('no audit bundle');
    const {seats: count, options, edition} = JSON.parse(first.public).data;
    const seats = Array.from({length: count}, (_, seat) => ({seat, player: {name: words.t('seat-number', {number: seat + 1})}, team: null}));
    const file = new BundleFile(service, {id: header.id, game: header.game, options, edition, seats, you: null, bots: []});
    return Object.assign(file, {text, key: header.key});
  }

  get id() {
    return null;
  }

  get isOver() {
    return true;
  }

  /** The service plays back what verifies, and refuses anything else. */
  read(eyes) {
    return this.service.ask(`/replays?as=${eyes}`, {method: 'POST', text: this.text, headers: {'Content-Type': NDJSON}});
  }

  async bundle() {
    return this.text;
  }
}
