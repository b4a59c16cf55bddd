/** What browsers have at addresses of https only (secure contexts), and what stands in for it at others. */

/** Whether moves can be signed, and signatures be checked. */
export function hasWebCrypto() {
  return crypto.subtle !== undefined;
}

/** The service workers of this page, or null where there are none. */
export function serviceWorkers() {
  return navigator.serviceWorker ?? null;
}

/** Random bytes as hexadecimal digits; other than `crypto.randomUUID`, they are there at every address. */
export function randomHex(bytes) {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Bytes as hexadecimal digits. */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Copy a text, and return whether that worked. */
export async function copy(text) {
  if (!navigator.clipboard) return copySelected(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** Copy a text by selecting it: all that there is without the clipboard of secure contexts. */
function copySelected(text) {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.className = 'unseen';
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  focused?.focus({preventScroll: true});
  return isCopied;
}
