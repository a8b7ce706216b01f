import { GalleyError } from 'galley-client';
import { tracked } from 'galley-client/track';
import type { NewestVersion } from './newest.ts';
import type { Settings } from './settings.ts';
import { unkept } from './unkept.ts';

/** An answer of the service as it is kept: a page, or that there is none. */
export interface KeptAnswer {
  status: 200 | 404;
  body: string;
  /** What it shows; when one of them changes it is old. */
  tags: readonly string[];
  /** For how long it is true when nothing changes, at most a day. */
  seconds: number;
}

export interface Reading {
  settings: Settings;
  newest: NewestVersion;
  now: () => Date;
  fetch?: typeof fetch;
}

/** One more than the refusals after which the version is forgotten, so that the last try asks for none. */
const retries = 3;
const daySeconds = 86_400;

/**
 * Reads one path of the API, with what its answer shows.
 *
 * @param path - with its query: `/v1/blog/articles?limit=10`
 * @throws GalleyError for everything but 200 and 404, which must be kept nowhere
 */
export async function readAnswer(
  path: string,
  { settings, newest, now, ...given }: Reading,
): Promise<KeptAnswer> {
  const ask = given.fetch ?? fetch;
  const send = newest.asking((input, init) => ask(input, unkept(init))); // Next keeps the whole
  const { client, seen } = tracked({ baseUrl: settings.url, key: settings.key, retries, fetch: send });
  const { status, body } = await client.send('GET', path).then(
    async (answer) => ({ status: 200 as const, body: await answer.text() }),
    (fault: unknown) => ({ status: 404 as const, body: absence(fault) }),
  );
  return { status, body, tags: seen.tags, seconds: secondsUntil(seen.until, now()) };
}

/** The body of an answer that says that there is nothing. */
function absence(fault: unknown): string {
  if (!(fault instanceof GalleyError) || fault.status !== 404) throw fault;
  return JSON.stringify({ error: fault.body });
}

/** Whole seconds, never beyond the end; 1 at least, for Next takes 0 as an answer that may not be kept at all. */
function secondsUntil(end: Date | null, now: Date): number {
  if (end === null) return daySeconds;
  const seconds = Math.floor((end.getTime() - now.getTime()) / 1000);
  return Math.max(1, Math.min(daySeconds, seconds));
}
