/** What a check finds: that something holds, does not, or could not be checked. */

/** Something does not hold. */
export class Wrong extends Error {}

/** Something could not be checked. */
export class Unchecked extends Error {}

/** Go on only if something holds. */
export function need(holds, words) {
  if (!holds) throw new Wrong(words);
}

/** A number and the words that agree with it. */
export function counted(number, one, many) {
  return `${number} ${number === 1 ? one : many}`;
}

/** One line of the report: {check, holds: true|false|null, words}. */
export async function outcome(check, work) {
  try {
    return {check, holds: true, words: await work()};
  } catch (error) {
    if (error instanceof Unchecked) return {check, holds: null, words: error.message};
    if (error instanceof Wrong) return {check, holds: false, words: error.message};
    return {check, holds: false, words: `it cannot be made: ${error.message}`};
  }
}
