/** Elements, made without ever turning text into markup. */

const SVG = 'http://www.w3.org/2000/svg';

const LISTENERS = Symbol('listeners');
const BUSY = Symbol('busy');
/** What is not heard again while what it began goes on: a click of a button twice, Enter in a form twice. */
const ONE_AT_A_TIME = ['click', 'submit'];

/** Set attributes; what begins with `on` is a listener, and what is null, undefined or false is left out. */
function dress(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') listen(made, name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...present(children));
  return made;
}

function present(children) {
  return children.flat(4).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Hear an event by a listener that `update` can exchange for the one of a later state. */
function listen(element, type, heard) {
  element[LISTENERS] ??= {};
  if (!(type in element[LISTENERS])) element.addEventListener(type, (event) => hear(element, event));
  element[LISTENERS][type] = heard;
}

/** Let the listener hear an event, unless the element is busy with an earlier one. */
async function hear(element, event) {
  const begins = ONE_AT_A_TIME.includes(event.type);
  if (begins && element[BUSY]) {
    event.preventDefault();
    return;
  }
  const done = element[LISTENERS][event.type]?.call(element, event);
  if (!begins || !(done instanceof Promise)) return;
  element[BUSY] = true;
  element.setAttribute('aria-busy', 'true');
  try {
    await done;
  } finally {
    element[BUSY] = false;
    element.removeAttribute('aria-busy');
  }
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

/**
 * Change a place into these children. An element stays the same from one state to the next if its key (`data-key`), or
 * its place among those without a key, is the same; so focus, scrolling and motion survive.
 */
export function update(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  reconcile(place, present(children).map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
  if (focused?.isConnected && document.activeElement !== focused) focused.focus({preventScroll: true});
}

function reconcile(place, wanted) {
  const left = new Set(place.childNodes);
  const nodes = wanted.map((next) => {
    const same = left.has(next) ? next : [...left].find((each) => isSame(each, next));
    left.delete(same);
    if (same && same !== next) become(same, next);
    return same ?? next;
  });
  for (const each of left) each.remove();
  let at = place.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else place.insertBefore(node, at);
  }
}

/** Whether an element is to go on as another one. */
function isSame(one, other) {
  if (one.nodeName !== other.nodeName) return false;
  if (one.nodeType !== Node.ELEMENT_NODE) return true;
  const key = one.getAttribute('data-key');
  return key === other.getAttribute('data-key') && (key !== null || one.classList[0] === other.classList[0]);
}

/** Attributes that an element has of its own accord. */
const KEPT_ATTRIBUTES = ['open', 'style', 'aria-busy'];

/** Give an element the attributes, listeners and children of another. What its reader has put in or opened stays. */
function become(element, other) {
  if (element.nodeType !== Node.ELEMENT_NODE) {
    if (element.nodeValue !== other.nodeValue) element.nodeValue = other.nodeValue;
    return;
  }
  for (const name of element.getAttributeNames()) {
    if (!other.hasAttribute(name) && !KEPT_ATTRIBUTES.includes(name)) element.removeAttribute(name);
  }
  for (const name of other.getAttributeNames()) {
    if (name !== 'style' && element.getAttribute(name) !== other.getAttribute(name)) element.setAttribute(name, other.getAttribute(name));
  }
  const heard = other[LISTENERS] ?? {};
  for (const type of Object.keys(element[LISTENERS] ?? {})) element[LISTENERS][type] = heard[type];
  for (const [type, each] of Object.entries(heard)) listen(element, type, each);
  reconcile(element, [...other.childNodes]);
}

/** Find the element with a key within a place. */
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
