/** A card of either game: a face made of text and a drawing, at the width that its classes name. */

import {h} from '../dom.js';
import {drawing} from './art.js';

const SLICE = {preserveAspectRatio: 'xMidYMid slice'};

/**
 * A card. `look` is what a game says of a kind: {name, classes, art, box, ground, value, text, says, corner, epoch, extra}.
 * `tag` is the element: a button where it can be pressed. All inside is phrasing content, so that it may be one.
 */
export function card(look, width, {tag = 'span', classes = '', inside = null, ...attributes} = {}) {
  const named = tag === 'button' || tag === 'li' ? {} : {role: 'img'};
  return h(
    tag,
    {class: `card ${look.classes} w${width} ${classes}`, 'aria-label': look.name, 'aria-description': look.says ?? null, ...named, ...attributes},
    h(
      'span',
      {class: 'face'},
      h(
        'span',
        {class: 'art'},
        look.ground && drawing(look.ground, '', '0 0 100 100', SLICE),
        look.art && drawing(look.art, 'main', look.box ?? '0 0 100 100'),
        look.value,
      ),
      h('span', {class: 'name', lang: look.lang}, look.title ?? look.name),
      look.text,
    ),
    look.corner && h('span', {class: 'corner'}, look.corner),
    look.epoch && h('span', {class: 'epoch'}, look.epoch),
    look.extra,
    inside,
  );
}

/** A name that may be parted between its syllables where there is no room for it. */
export function parted(name, words) {
  return words.t('syllables').split(' ').reduce((text, each) => text.replace(each.replaceAll('-', ''), each.replaceAll('-', '\u00ad')), name);
}

/** Attributes of a thing that can only be looked at: a button that shows it large, where the page can do so. */
export function lookedAt(ctx, what) {
  const zoom = {'data-zoom': what};
  return ctx.zoom ? {...zoom, tag: 'button', type: 'button', onclick: (event) => ctx.zoom(event.currentTarget)} : zoom;
}

/** A card face down. `look` is {classes, art, sign}: the drawing of its back, and what may be read there. */
export function back(look, width, {tag = 'span', classes = '', ...attributes} = {}) {
  return h(
    tag,
    {class: `card back ${look.classes} w${width} ${classes}`, ...attributes},
    h('span', {class: 'face'}, drawing(look.art, '', '0 0 100 140', SLICE)),
    look.sign,
  );
}

/** The band that says why a card cannot be played. */
export function reason(text) {
  return h('span', {class: 'why'}, drawing('i-lock'), text);
}

/** A small flag at the edge, such as "new". */
export function ribbon(text) {
  return h('span', {class: 'ribbon'}, text);
}
