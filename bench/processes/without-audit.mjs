import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded into a built service before it starts, makes of it one that stores no row of the audit log and is the same in
// all else: what a row costs is what it saves (measures/governance.ts).
if (isMainThread) register(import.meta.url);

const source =
  'export const storeAudit = async () => {}; export const storeInstallationAudit = async () => {};';

/** A hook of the module loader, which runs in a thread of its own. */
export function load(url, context, next) {
  if (!url.endsWith('/dist/projects/audit/store.js')) return next(url, context);
  return { format: 'module', shortCircuit: true, source };
}
