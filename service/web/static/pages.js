/** What the pages have in common. */

/** An element with these properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The element of the page with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** A list of terms, from [[term, text or element, …], …]. */
export function terms(rows) {
  const pairs = rows.flatMap(([term, ...about]) => [element('dt', {}, term), element('dd', {}, ...about)]);
  return element('dl', {}, ...pairs);
}

/** A moment, as it is written where the reader is. */
export function moment(at) {
  const words = new Date(at).toLocaleString(undefined, {dateStyle: 'medium', timeStyle: 'long'});
  return element('time', {dateTime: at}, words);
}

/** A number, as it is written where the reader is. */
export function number(value) {
  return value.toLocaleString();
}

/** What the service answers; throws what it says when it refuses. */
export async function answered(url) {
  const answer = await fetch(url);
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Error(problem.detail ?? problem.title ?? `The service answers ${answer.status}.`);
}

/** Say something at the head of the page: a mark, words, and how it is meant. */
export function announce(place, kind, mark, words) {
  place.className = `verdict ${kind}`;
  place.replaceChildren(element('span', {className: 'mark', ariaHidden: 'true'}, mark), ' ', words);
}
