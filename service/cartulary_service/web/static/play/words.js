/** The page's own words, in the reader's language. */

import {now} from './server-time.js';
import {onDevice} from './storage.js';

export const LANGUAGES = {en: 'English', ru: 'Русский', uk: 'Українська', ko: '한국어'};
const KEPT = 'cartulary-language';

/** The language that the address names, or that was chosen before, or that the browser wants. */
export function wantedLanguage(chosen = onDevice.read(KEPT)) {
  const asked = new URLSearchParams(location.search).get('lang');
  const wanted = [asked, chosen, ...navigator.languages.map((each) => each.slice(0, 2))];
  return wanted.find((each) => each !== null && Object.hasOwn(LANGUAGES, each)) ?? 'en';
}

/** Remember a language. */
export function keepLanguage(language) {
  onDevice.write(KEPT, language);
}

/** Words, numbers and times in a language. */
export class Words {
  constructor(language, texts) {
    this.language = language;
    this.texts = texts;
    this.plurals = new Intl.PluralRules(language);
    // Each is kept: to make one takes as long as to write fifty numbers.
    this.numbers = new Intl.NumberFormat(language);
    this.times = new Intl.DateTimeFormat(language, {timeStyle: 'short'});
    this.moments = new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeStyle: 'short'});
  }

  /** A text by its key; `count` chooses among plural forms. A text that is missing shows its key. */
  t(key, values = {}) {
    const found = this.texts[key] ?? key;
    const text = typeof found === 'string' ? found : found[this.plurals.select(values.count)] ?? found.other;
    return text.replace(/{(\w+)}/g, (_, name) => this.value(values[name]));
  }

  /** Whether there is a text. */
  has(key) {
    return Object.hasOwn(this.texts, key);
  }

  value(value) {
    return typeof value === 'number' ? this.number(value) : String(value ?? '');
  }

  number(value) {
    return this.numbers.format(value);
  }

  /** A moment, as it is written there. */
  moment(at) {
    return this.moments.format(new Date(at));
  }

  /** A moment; without its day where that is the one of another moment. */
  momentAfter(before, at) {
    const isSameDay = before !== null && new Date(before).toDateString() === new Date(at).toDateString();
    return isSameDay ? this.times.format(new Date(at)) : this.moment(at);
  }

  /** A day, named in UTC, as it is written there. */
  day(date) {
    return new Date(date).toLocaleDateString(this.language, {dateStyle: 'medium', timeZone: 'UTC'});
  }

  /** How far away a moment is. */
  distance(at) {
    const seconds = (new Date(at) - now()) / 1000;
    const [unit, size] = [['day', 86400], ['hour', 3600], ['minute', 60]].find(([, each]) => Math.abs(seconds) >= each)
      ?? ['second', 1];
    return new Intl.RelativeTimeFormat(this.language, {numeric: 'auto'}).format(Math.round(seconds / size), unit);
  }

  /** So many seconds, in the largest units that they fill, at most two. */
  span(seconds, unitDisplay = 'long', most = 2) {
    const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
    let left = Math.round(seconds);
    const parts = units.map(([unit, size]) => {
      const count = Math.floor(left / size);
      left -= count * size;
      return [unit, count];
    }).filter(([, count]) => count > 0).slice(0, most);
    return (parts.length > 0 ? parts : [['second', 0]]).map(([unit, count]) =>
      count.toLocaleString(this.language, {style: 'unit', unit, unitDisplay})).join(' ');
  }

  /** Several, as they are written one after the other. */
  list(items) {
    return new Intl.ListFormat(this.language, {type: 'conjunction'}).format(items);
  }
}

const catalogues = new Map();

/** Read a message catalogue, once: the texts of the page, or help on each game's cards and actions. */
function readCatalogue(place, language) {
  const address = new URL(`../locale/${place}/${language}.json`, import.meta.url).href;
  if (!catalogues.has(address)) {
    const reading = fetchCatalogue(address);
    catalogues.set(address, reading);
    reading.catch(() => catalogues.delete(address));
  }
  return catalogues.get(address);
}

async function fetchCatalogue(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** Read the words of the page in a language. */
export async function loadWords(language) {
  const texts = await readCatalogue('page', language);
  document.documentElement.lang = language;
  return new Words(language, texts);
}

/** Read the words of the pages about the record, in a language. */
export async function loadRecordWords(language) {
  return new Words(language, await readCatalogue('record', language));
}

/** Read what the options of a table mean, in a language, by game, then by option; `every-game` for those of all. */
export function loadOptionHelp(language) {
  return readCatalogue('options', language);
}

/** Read the help in a language, by game, then by card or action. */
export function loadHelp(language) {
  return readCatalogue('help', language);
}
