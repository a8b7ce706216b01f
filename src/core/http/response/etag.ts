import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes that are hashed in one event-loop turn, in less than 2 ms. */
const pieceBytes = 1024 * 1024;

/** The ETag of a response's bytes: `"<hash>"`, or `"<revision>-<hash>"` for a single resource (specification: caching). */
export function etagOf(bytes: Buffer, revision: number | undefined): string {
  return tagOf(createHash('sha1').update(bytes), revision);
}

/** The ETag of a response that can be large. */
export async function computeEtag(bytes: Buffer, revision: number | undefined): Promise<string> {
  const hash = createHash('sha1');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + pieceBytes));
  }
  return tagOf(hash, revision);
}

function tagOf(hash: Hash, revision: number | undefined): string {
  const digest = hash.digest('base64url').slice(0, 20);
  return revision === undefined ? `"${digest}"` : `"${revision}-${digest}"`;
}

/** Whether `If-None-Match` names the tag; weak and strong forms count as the same here (RFC 9110, 13.1.2). */
export function matchesTag(header: string, etag: string): boolean {
  if (header === '') return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
