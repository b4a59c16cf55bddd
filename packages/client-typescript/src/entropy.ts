// The bytes that a seat adds to the shuffle, and commitments to them.

const FORMAT = "cartulary/v1";
const encoder = new TextEncoder();

/** 32 bytes for a game: the same again from the same secret, and no use for guessing those of another. */
export async function entropyOf(secret: Uint8Array, game: string): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret as BufferSource, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(`entropy of ${game}`)));
}

/**
 * The 32 bytes to show at a version of a table. A service that refuses the seat until a deal pleases gets the same again.
 * Once somebody has sat down or left, knowing them, they are others.
 */
export function entropyAt(secret: Uint8Array, game: string, version: number): Promise<Uint8Array> {
  return entropyOf(secret, `${game} at ${version}`);
}

/** A seat's commitment to its entropy: `T(seat-seed, game, seat, entropy)` of the record format. */
export function commitment(game: string, seat: number, entropy: Uint8Array): Promise<Uint8Array> {
  return digest("seat-seed", encoder.encode(game), encoder.encode(String(seat)), entropy);
}

/** `T(tag, parts…)` of the record format. */
export async function digest(tag: string, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const pieces = [encoder.encode(`${FORMAT}/${tag}`), ...parts].flatMap((each) => [length(each), each]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(pieces as BlobPart[]).arrayBuffer()));
}

/** The length of a part in four bytes, big endian. */
function length(part: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, part.length);
  return bytes;
}
