/**
 * A second verifier of audit bundles, written from docs/verify.md, verifiers.md and record.md, without the first one's code.
 * It runs in Node (`node verify.js FILE [--key K]… [--receipt R]… [--entropy SEAT=HEX]… [--seat-key SEAT=KEY]… [--origin F]
 * [--action A]… [--json]`) and in a browser (`import {verify}`). It follows every card, and knows no rule: what it leaves unchecked
 * stands in its report. Its checks are in the folder `verifier/` beside this file, which it needs.
 */

import {countKeys, readKey} from './verifier/notes.js';
import {quoted} from './verifier/players.js';
import {verify} from './verifier/report.js';
import {restOnTrust} from './verifier/signatures.js';

export {verify};
export {verifyGrowth} from './verifier/growth.js';

const USAGE = 'node verify.js FILE [--key K]… [--receipt R]… [--entropy SEAT=HEX]… [--seat-key SEAT=KEY]… [--origin F] [--action A]… [--witness K]… [--quorum N] [--json]';

/** Checks of the file against what the reader gave beside it. */
const GIVEN = ['receipt', 'entropy', 'keys', 'actions', 'witnesses', 'origin'];

/** The report as lines to read. */
function worded({verified, complete, game, status, version, fairness, dealt, begun_from: from, shuffle_receipt: receipt, deciding_seats: seats, corrections, authority, withheld, players, checks, proof, proof_keys: signers}) {
  const verdicts = {true: 'ok', false: 'WRONG', null: 'not checked'};
  const times = corrections === 1 ? '1 time' : `${corrections} times`;
  const corrected = corrections > 0 ? `, corrected ${times} by the operator` : '';
  const subject = corrections > 0 ? '; the fairness' : ', which';
  const many = seats.length > 1;
  const isSound = checks.every(({check, holds}) => holds !== false || GIVEN.includes(check));
  const assured = !isSound ? ' if nothing below failed' : seats.length > 0
    ? `${corrections > 0 ? '; the fairness holds' : ','} if the receipt of version ${receipt} was kept before ${many ? `seats ${seats.join(', ')} showed their` : `seat ${seats[0]} showed its`} entropy, and ${many ? 'one of them' : 'it'} was honest and sent the bytes in the record`
    : fairness === 'C' ? `${corrections > 0 ? '; that' : ', which'} rests on the operator's word`
    : `${subject} rests on the operator's word: no receipt that fits is from before a seat showed its entropy and after that of all others was fixed, bots aside`;
  const since = from ? ` of what was shuffled since the ${from}` : '';
  const trust = restOnTrust(authority, withheld);
  const rests = trust ? `, ${trust}` : '';
  const shuffle = dealt ? `fairness ${fairness}${since}${corrected}${assured}` : 'nothing was dealt';
  const about = game ? [`Game ${game}, ${status}, version ${version}${rests}, ${shuffle}`] : [];
  const seated = players.map(({seat, player, bot, key, position}) =>
    `Seat ${seat}: ${quoted(player)},${bot ? ' a bot,' : ''} ${key ? `key ${key}` : 'no key'}, since event ${position}`);
  const lines = checks.map(({check, holds, words}) => `${verdicts[holds].padStart(11)}  ${check}: ${words}`);
  const unchecked = checks.filter(({holds}) => holds === null).map(({check}) => check).join(', ');
  const failed = checks.filter(({holds}) => holds === false).map(({check}) => check).join(', ');
  const verdict = verified ? `Verified${rests}${complete ? '' : `, except for what was not checked: ${unchecked}`}.` : `What fails: ${failed}. Its line says why; cartulary verify says what that means.\nNOT verified.`;
  // A record could hold what adds lines of its own, or hides some.
  const checked = [...about, ...seated, ...lines].map((line) => line.replace(/(?! )[\p{C}\p{Z}]/gu, (each) => `\\u{${each.codePointAt(0).toString(16)}}`));
  const counted = checked.some((line) => /\b[Ss]eats? \d/.test(line)) ? ['Seats count from 0.'] : [];
  return [...checked, ...counted, verdict, ...(proof ? provenBy(proof, signers) : [])].join('\n');
}

/** Two notes that contradict each other, as anybody else can check them. */
function provenBy(proof, [one, other]) {
  const words = one === other ? 'The service has signed two histories of this game. Keep both notes, which prove it.'
    : `Two keys that you gave have signed two histories of this game: ${one} and ${other}. If both are the service's, both notes prove it: keep them.`;
  return [words, ...proof];
}

/** [seat, key] of SEAT=KEY. */
function readSeatKey(text) {
  const [, seat, key] = /^(\d+)=([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
  if (!key) throw new Error('Name a seat and the 43 characters of its key, like 0=k3Yt…');
  return [Number(seat), key];
}

/** Read a seat and its 32 bytes. */
function readEntropy(text) {
  const [, seat, bytes] = /^(\d+)=([0-9a-fA-F]{64})$/.exec(text) ?? [];
  if (!bytes) throw new Error('Name a seat and its 64 hexadecimal digits, like 0=3f…');
  return [Number(seat), bytes];
}

/** What an option names of each seat, none of them twice. */
function bySeat(option, pairs) {
  const named = Object.fromEntries(pairs);
  if (Object.keys(named).length < pairs.length) throw new Error(`${option} names a seat twice.`);
  return named;
}

/** Check the bundle that is named: exit status 0 if nothing is wrong, 1 if something is, 2 if it cannot be read. */
async function main(args) {
  const {readFile} = await import('node:fs/promises');
  const {parseArgs} = await import('node:util');
  const text = {type: 'string'};
  const options = {key: {...text, multiple: true}, receipt: {...text, multiple: true}, entropy: {...text, multiple: true}, 'seat-key': {...text, multiple: true}, origin: text, action: {...text, multiple: true}, witness: {...text, multiple: true}, quorum: text, json: {type: 'boolean'}};
  try {
    const {values, positionals, tokens} = parseArgs({args, options, allowPositionals: true, tokens: true});
    if (positionals.length !== 1) throw new Error(`Usage: ${USAGE}`);
    const twice = ['origin', 'quorum'].find((name) => tokens.filter((each) => each.name === name).length > 1);
    if (twice) throw new Error(`--${twice} is given twice.`);
    const readText = async (path) => new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(await readFile(path));
    const receipt = await Promise.all((values.receipt ?? []).map(readText));
    const entropy = bySeat('--entropy', (values.entropy ?? []).map(readEntropy));
    const seatKeys = bySeat('--seat-key', (values['seat-key'] ?? []).map(readSeatKey));
    const actions = await Promise.all((values.action ?? []).map(readText));
    const quorum = values.quorum === undefined ? undefined : Number(values.quorum);
    const most = countKeys(values.witness ?? []);
    if (quorum !== undefined && !(Number.isInteger(quorum) && quorum > 0 && quorum <= most)) throw new Error(`--quorum is 1 to ${most}, the number of witnesses given.`);
    await Promise.all((values.key ?? []).map((line) => readKey(line))).catch((error) => {
      throw new Error(`--key: ${error.message}`);
    });
    await Promise.all((values.witness ?? []).map((line) => readKey(line, 4))).catch((error) => {
      throw new Error(`--witness: ${error.message}`);
    });
    const origin = values.origin === undefined ? undefined : await readText(values.origin);
    const found = await verify(await readText(positionals[0]), {key: values.key, receipt, entropy, seatKeys, origin, actions, witnesses: values.witness, quorum});
    console.log(values.json ? JSON.stringify(found, null, 2) : worded(found));
    return found.verified ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    return 2;
  }
}

/** Whether Node was started with this file. */
async function isProgram() {
  const script = globalThis.process?.argv?.[1];
  if (!script) return false;
  const {existsSync, realpathSync} = await import('node:fs');
  const {pathToFileURL} = await import('node:url');
  return existsSync(script) && import.meta.url === pathToFileURL(realpathSync(script)).href;
}

if (await isProgram()) process.exitCode = await main(process.argv.slice(2));
