import { readFileSync } from 'node:fs';

/** The version of this service, as package.json says it; the file lies two levels up from src/ and dist/ alike. */
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
