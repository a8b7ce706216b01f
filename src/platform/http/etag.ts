import { createHash } from 'node:crypto';

/** The tag of an answer's bytes: `"<hash>"`, or `"<revision>-<hash>"` for a single resource (contract, section 4). */
export function etagOf(bytes: Buffer, revision: number | undefined): string {
  const hash = createHash('sha1').update(bytes).digest('base64url').slice(0, 20);
  return revision === undefined ? `"${hash}"` : `"${revision}-${hash}"`;
}

/** Whether `If-None-Match` names the tag; weak and strong forms count as the same here (RFC 9110, 13.1.2). */
export function matchesTag(header: string, etag: string): boolean {
  if (header === '') return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
