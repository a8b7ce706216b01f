import { createHash, randomBytes } from 'node:crypto';
import { idPrefixes } from './id-prefixes.ts';

export { idPrefixes };

export type IdKind = keyof typeof idPrefixes;

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
const bodyForm = '[0-9a-z]{26}';
const bodyPattern = new RegExp(`^${bodyForm}$`);

/** Random bytes are fetched for many ids at once: every request needs an id, and each fetch costs more than the id. */
const chanceBytes = 4_096;
let chance = randomBytes(chanceBytes);
let chanceUsed = 0;

function nextChance(bytes: number): Buffer {
  if (chanceUsed + bytes > chanceBytes) {
    chance = randomBytes(chanceBytes);
    chanceUsed = 0;
  }
  chanceUsed += bytes;
  return chance.subarray(chanceUsed - bytes, chanceUsed);
}

/** A new identifier: prefix, then a lower-case ULID (its first ten characters are `at` in milliseconds). */
export function newId(kind: IdKind, at: Date): string {
  let id = firstIdAt(kind, at);
  for (const byte of nextChance(16)) id += crockford.charAt(byte % 32);
  return id;
}

/** The last moment that was written as text: many ids are made in one millisecond. */
const written = { ms: NaN, text: '' };

/** What every identifier that is made at this moment begins with; it sorts before all of them and after older ones. */
export function firstIdAt(kind: IdKind, at: Date): string {
  const ms = at.getTime();
  if (written.ms !== ms) {
    let time = '';
    for (let rest = ms, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32)) {
      time = crockford.charAt(rest % 32) + time;
    }
    Object.assign(written, { ms, text: time });
  }
  return `${idPrefixes[kind]}_${written.text}`;
}

/** An identifier that exists nowhere, for documents. */
export function exampleId(kind: IdKind): string {
  return `${idPrefixes[kind]}_01jd2v8k3q5w7x9y0z1a2b3c4d`;
}

/** The one delivery id of an event at an endpoint: the same however often it is computed (specification: identifiers). */
export function deliveryId(eventId: string, endpointId: string): string {
  const digest = createHash('sha256').update(`${eventId}\n${endpointId}`).digest();
  const body = Array.from(digest.subarray(0, 26), (byte) => crockford.charAt(byte % 32)).join('');
  return `${idPrefixes.delivery}_${body}`;
}

/** The form of the identifiers of a kind, for documents. */
export function idPattern(kind: IdKind): string {
  return `^${idPrefixes[kind]}_${bodyForm}$`;
}

/** Whether the text has the form of an identifier of this kind; says nothing about its existence. */
export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(`${idPrefixes[kind]}_`) && bodyPattern.test(text.slice(idPrefixes[kind].length + 1));
}

/** The kind that an identifier's prefix says, or null. */
export function kindOfId(text: string): IdKind | null {
  const kinds = Object.keys(idPrefixes) as IdKind[];
  return kinds.find((kind) => isId(kind, text)) ?? null;
}
