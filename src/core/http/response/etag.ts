import { createHash, type Hash } from 'node:crypto';
import { letOthersGoOn, roundIsOver } from '../../util/async/event-loop-turn.ts';

/** Bytes after which others may go on. */
const hashedAtOnce = 1024 * 1024;

/** The tag of an answer's bytes: `"<hash>"`, or `"<revision>-<hash>"` for a single resource (specification: caching). */
export function etagOf(bytes: Buffer, revision: number | undefined): string {
  return tagOf(createHash('sha1').update(bytes), revision);
}

/** The same of many bytes, letting others go on in between. */
export async function etagInTurns(bytes: Buffer, revision: number | undefined): Promise<string> {
  const hasher = createHash('sha1');
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    hasher.update(bytes.subarray(at, at + hashedAtOnce));
    if (roundIsOver()) await letOthersGoOn();
  }
  return tagOf(hasher, revision);
}

function tagOf(hasher: Hash, revision: number | undefined): string {
  const hash = hasher.digest('base64url').slice(0, 20);
  return revision === undefined ? `"${hash}"` : `"${revision}-${hash}"`;
}

/** Whether `If-None-Match` names the tag; weak and strong forms count as the same here (RFC 9110, 13.1.2). */
export function matchesTag(header: string, etag: string): boolean {
  if (header === '') return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
