/** Ids in addresses. The service reads them in capitals too; all that an id is compared with here is in small letters. */

const ID = /^[0-9a-f-]{36}$/;

/** An id in the spelling of the service; null for what is none. */
export function readId(text) {
  const id = text?.toLowerCase();
  return ID.test(id) ? id : null;
}

/** The game that the address names, be there such a game or not; null for none. */
export function askedGame() {
  return new URLSearchParams(location.search).get('game')?.toLowerCase() ?? null;
}
