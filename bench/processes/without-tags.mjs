import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded into a built service before it starts, makes of it one that keeps no cache tags of changes and is the same in
// all else: what they cost is what it saves (measures/tags.ts).
if (isMainThread) register(import.meta.url);

const source = 'export const storedTags = () => null; export const storeInvalidation = async () => {};';

/** A hook of the module loader, which runs in a thread of its own. */
export function load(url, context, next) {
  if (!url.endsWith('/dist/projects/invalidations/stored/service.js')) return next(url, context);
  return { format: 'module', shortCircuit: true, source };
}
