import { tagsSince } from './changed-tags.ts';
import { needed, type Settings, settingsFrom } from './settings.ts';
import { signedHeaders } from './signature.ts';
import { unkept } from './unkept.ts';

export interface CatchUp {
  settings: Settings;
  /** The version of the project of which the build is true. */
  since: string;
  /** The address of the route that takes purges. */
  route: string;
  secret: string;
}

/** A server that has just been started needs a moment before it answers. */
const triesMax = 120;
const pauseMs = 500;

/**
 * `instrumentation.ts` of a site that hosts itself: `export { register } from 'galley-next/catch-up'`. Pages that were
 * built are on disk, and come back with every start as they were; what changed since the build is sent to the site's
 * own route. Nothing is done unless `GALLEY_SELF_URL` is the address of this process.
 */
export function register(): void {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const self = process.env['GALLEY_SELF_URL'] ?? '';
  const since = process.env.GALLEY_BUILT_VERSION ?? ''; // written into the build: Next replaces the expression
  if (self === '' || since === '') return;
  const told = catchUp({
    settings: settingsFrom(process.env),
    since,
    route: `${self.replace(/\/+$/, '')}/api/galley`,
    secret: needed(process.env, 'GALLEY_PURGE_SECRET', 'the signing secret of the purge target'),
  });
  told.catch((fault: unknown) =>
    console.error(`galley-next: pages of the build may be old: ${String(fault)}`),
  );
}

/** Tells a route the tags of all changes since a version. @throws when the service or the route cannot be reached */
export async function catchUp({ settings, since, route, secret }: CatchUp): Promise<void> {
  const { tags, version } = await tagsSince(since, settings);
  if (tags.length === 0) return;
  const created_at = new Date().toISOString();
  const data = { tags, again: [], version, since: Number(since) };
  const body = JSON.stringify({ id: `catch-up-${since}`, event: 'cache.purge', created_at, data });
  for (let tries = 1; ; tries += 1) {
    const headers = await signedHeaders(body, secret, new Date());
    const answer = await fetch(route, unkept({ method: 'POST', headers, body })).catch(() => null);
    if (answer !== null) {
      await answer.arrayBuffer();
      if (answer.ok) return;
      if (answer.status < 500) throw new Error(`${route} answered ${answer.status}`);
    }
    if (tries >= triesMax) throw new Error(`${route} did not answer`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
