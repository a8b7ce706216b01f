import { createHash, randomBytes } from 'node:crypto';
import { idPrefixes } from './id-prefixes.ts';

export { idPrefixes };

export type IdKind = keyof typeof idPrefixes;

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
const bodyForm = '[0-9a-z]{26}';
const bodyPattern = new RegExp(`^${bodyForm}$`);

/**
 * Random bytes are generated for many ids at once: every request needs an id, and each generation costs more
 * than an id.
 */
const poolBytes = 4_096;
let randomPool = randomBytes(poolBytes);
let poolUsed = 0;

function nextRandomBytes(bytes: number): Buffer {
  if (poolUsed + bytes > poolBytes) {
    randomPool = randomBytes(poolBytes);
    poolUsed = 0;
  }
  poolUsed += bytes;
  return randomPool.subarray(poolUsed - bytes, poolUsed);
}

/** Returns a new id: prefix and a lower-case ULID, whose first ten characters encode `at` in milliseconds. */
export function newId(kind: IdKind, at: Date): string {
  let id = firstIdAt(kind, at);
  for (const byte of nextRandomBytes(16)) id += crockford.charAt(byte % 32);
  return id;
}

/** The last encoded time, because many ids are created in one millisecond. */
const encodedTime = { ms: NaN, text: '' };

/** Returns what all ids of this time begin with; it sorts before them and after all earlier ids. */
export function firstIdAt(kind: IdKind, at: Date): string {
  const ms = at.getTime();
  if (encodedTime.ms !== ms) {
    let time = '';
    for (let rest = ms, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32)) {
      time = crockford.charAt(rest % 32) + time;
    }
    Object.assign(encodedTime, { ms, text: time });
  }
  return `${idPrefixes[kind]}_${encodedTime.text}`;
}

/** Returns an id for examples in documents. */
export function exampleId(kind: IdKind): string {
  return `${idPrefixes[kind]}_01jd2v8k3q5w7x9y0z1a2b3c4d`;
}

/**
 * Returns the delivery id of an event at an endpoint, which is always the same (specification: identifiers).
 */
export function deliveryId(eventId: string, endpointId: string): string {
  const digest = createHash('sha256').update(`${eventId}\n${endpointId}`).digest();
  return `${idPrefixes.delivery}_${idText(digest.subarray(0, 26))}`;
}

/** One character of an id for each byte. */
export function idText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => crockford.charAt(byte % 32)).join('');
}

/** The pattern of ids of a kind, for documents. */
export function idPattern(kind: IdKind): string {
  return `^${idPrefixes[kind]}_${bodyForm}$`;
}

/** Whether the text has the form of an id of this kind; it may not exist. */
export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(`${idPrefixes[kind]}_`) && bodyPattern.test(text.slice(idPrefixes[kind].length + 1));
}

/** Returns the kind of an id by its prefix, or null. */
export function kindOfId(text: string): IdKind | null {
  const kinds = Object.keys(idPrefixes) as IdKind[];
  return kinds.find((kind) => isId(kind, text)) ?? null;
}
