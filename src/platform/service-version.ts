import { readFileSync } from 'node:fs';

/** The version of this service, as package.json says it; the file lies two levels up from src/ and dist/ alike. */
export const serviceVersion: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
