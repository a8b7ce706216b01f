import { tagsSince } from './cache/changed-tags.ts';
import { withNoStore } from './cache/no-store.ts';
import { requireVariable, type Settings, settingsFrom } from './settings.ts';
import { signedHeaders } from './requests/signature.ts';

export interface CatchUp {
  settings: Settings;
  /** The version of the project that the site was built from. */
  since: string;
  /** The URL of the route that receives purges. */
  route: string;
  secret: string;
}

/** A server that has just started may not respond yet, so the purge is sent for up to a minute. */
const attemptsMax = 120;
const pauseMs = 500;

/**
 * For `instrumentation.ts` of a self-hosted site: `export { register } from 'galley-next/catch-up'`. Next serves the
 * pages of the build again after every start. This purges the pages whose content changed since the build.
 * Does nothing unless `GALLEY_SELF_URL` is set to the URL of this process.
 */
export function register(): void {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const self = process.env['GALLEY_SELF_URL'] ?? '';
  const since = process.env.GALLEY_BUILT_VERSION ?? ''; // Next replaces this expression with its value at build time
  if (self === '' || since === '') return;
  const purge = catchUp({
    settings: settingsFrom(process.env),
    since,
    route: `${self.replace(/\/+$/, '')}/api/galley`,
    secret: requireVariable(process.env, 'GALLEY_PURGE_SECRET', 'the signing secret of the purge target'),
  });
  purge.catch((error: unknown) =>
    console.error(`galley-next: pages of the build may be outdated: ${String(error)}`),
  );
}

/**
 * Sends a signed purge with the cache tags of all changes since a version to a route.
 * @throws Error if the route rejects the purge or doesn't respond; GalleyError if the changes can't be read
 */
export async function catchUp({ settings, since, route, secret }: CatchUp): Promise<void> {
  const { tags, version } = await tagsSince(since, settings);
  if (tags.length === 0) return;
  const created_at = new Date().toISOString();
  const data = { tags, again: [], version, since: Number(since) };
  const body = JSON.stringify({ id: `catch-up-${since}`, event: 'cache.purge', created_at, data });
  for (let attempt = 1; ; attempt += 1) {
    const headers = await signedHeaders(body, secret, new Date());
    const response = await fetch(route, withNoStore({ method: 'POST', headers, body })).catch(() => null);
    if (response !== null) {
      await response.arrayBuffer();
      if (response.ok) return;
      if (response.status < 500) throw new Error(`${route} returned ${response.status}`);
    }
    if (attempt >= attemptsMax) throw new Error(`${route} did not respond`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
