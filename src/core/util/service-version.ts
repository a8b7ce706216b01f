import { readFileSync } from 'node:fs';

/** The version in package.json, which is three levels above this file in src/ and in dist/. */
export const serviceVersion: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** The commit of a build, which tools/write-commit.mjs writes; null for sources and for builds without git. */
export const serviceCommit: string | null = readCommit();

function readCommit(): string | null {
  try {
    return readFileSync(new URL('../../commit', import.meta.url), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
