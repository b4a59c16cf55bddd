/** JSON Patch (RFC 6902), as far as the service sends it: add, replace and remove. */

/** The document after changes. What was given stays as it was; both share what did not change. */
export function patch(document, changes) {
  return changes.reduce((before, {op, path, value}) => place(before, path.split('/').slice(1).map(unescape), op, value), document);
}

/** A node with another value at the end of a path. */
function place(node, [name, ...rest], op, value) {
  if (name === undefined) return value;
  const copy = Array.isArray(node) ? [...node] : {...node};
  if (rest.length > 0 || op !== 'remove') copy[name] = place(node[name], rest, op, value);
  else delete copy[name];
  return copy;
}

/** A name out of a JSON Pointer (RFC 6901). */
function unescape(name) {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
