import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded into a built service before it starts, makes of it one whose writes don't read reservations of the project's row
// and is the same in all else (measures/contention.ts).
if (isMainThread) register(import.meta.url);

const keys = /const reservationKeys = \{[^;]*\};/;

/** A hook of the module loader, which runs in a thread of its own. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/dist/projects/project/repository.js')) return loaded;
  const source = String(loaded.source);
  if (!keys.test(source)) throw new Error(`no reservationKeys in ${url}`);
  return { ...loaded, source: source.replace(keys, 'const reservationKeys = {};') };
}
