/** Elements, made without ever turning text into markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** Set attributes; what begins with `on` is a listener, and what is null, undefined or false is left out. */
function dress(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** An element with these attributes and children. */
export function h(name, attributes = {}, ...children) {
  return dress(document.createElement(name), attributes, children);
}

/** An element of a drawing. */
export function svg(name, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, name), attributes, children);
}

/** A button that does something; `key` keeps the focus on it when it is drawn anew. */
export function button(words, onclick, attributes = {}) {
  return h('button', {type: 'button', onclick, ...attributes}, words);
}

/** Draw a place anew, with the focus on what has the same key as before, and what was put in where that is to be kept. */
export function redraw(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute('data-key') : null;
  const kept = new Map([...place.querySelectorAll('[data-keep]')].map((each) => [each.getAttribute('data-key'), each.value]));
  const open = new Set([...place.querySelectorAll('details[open][data-key]')].map((each) => each.getAttribute('data-key')));
  place.replaceChildren(...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false));
  for (const each of place.querySelectorAll('details[data-key]')) {
    if (open.has(each.getAttribute('data-key'))) each.open = true;
  }
  for (const each of place.querySelectorAll('[data-keep]')) each.value = kept.get(each.getAttribute('data-key')) ?? each.value;
  if (focused !== null) keyed(place, focused)?.focus({preventScroll: true});
}

/** What has a key within a place. */
export function keyed(place, key) {
  return [...place.querySelectorAll('[data-key]')].find((each) => each.getAttribute('data-key') === key) ?? null;
}

/** A form field with its label. */
export function field(words, input, help = null) {
  return h('label', {class: 'field'}, h('span', {}, words), input, help && h('small', {}, help));
}

/** A list to choose from, of [value, words]. */
export function select(name, choices, chosen, onchange = null) {
  const options = choices.map(([value, words]) => h('option', {value, selected: value === chosen}, words));
  return h('select', {name, onchange, 'data-key': name}, options);
}

/** Words that only those hear who do not see. */
export function unseen(words) {
  return h('span', {class: 'unseen'}, words);
}
