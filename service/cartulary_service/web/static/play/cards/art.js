/** The drawings of all cards, badges, seals and signs: one sprite, whose symbols the page refers to by their ids. */

import {svg} from '../dom.js';

const ADDRESS = new URL('art.svg', import.meta.url).href;
let reading = null;

/** Read the sprite, once. An XML document is read as data, so no text becomes markup of the page. */
export function loadArt() {
  reading ??= new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', ADDRESS);
    request.responseType = 'document';
    request.overrideMimeType('image/svg+xml');
    request.onload = () =>
      request.status === 200
        ? resolve(document.importNode(request.responseXML.documentElement, true))
        : reject(new Error(`${ADDRESS}: ${request.status}`));
    request.onerror = () => reject(new Error(ADDRESS));
    request.send();
  });
  reading.catch(() => {
    reading = null;
  });
  return reading;
}

/** A drawing of the sprite; it takes the place of words only where these stand beside it. */
export function drawing(id, classes = 'i', box = '0 0 24 24', more = {}) {
  return svg(
    'svg',
    {class: classes, viewBox: box, 'aria-hidden': 'true', focusable: 'false', ...more},
    svg('use', {href: `#${id}`}),
  );
}

/** A sign of the table, such as a clock or a lock. */
export function icon(name, classes = 'i') {
  return drawing(`i-${name}`, classes);
}

/** The badge of a sphere. */
export function badge(sphere, classes = '') {
  return drawing(`b-${sphere}`, `badge ${sphere} ${classes}`);
}

/** The wax seal of a seat. */
export function seal(seat, classes = '') {
  return drawing(`seat-${seat}`, `seal seat-${seat} ${classes}`, '0 0 40 40');
}

/** A token: food, production, commerce, any, population, happiness, culture-point, i-token. */
export function token(name, classes = 'i') {
  return drawing(name, `token ${classes}`);
}
