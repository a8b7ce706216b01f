import type { App } from '../../../src/server/app.ts';
import { audit } from '../../../src/projects/audit/repository.ts';
import type { AuditRecord } from '../../../src/projects/audit/schema.ts';
import { rows } from '../../../src/core/mongo/scope/scoped.ts';

/** The rows of a log as they are stored, the oldest first. */
export function storedRows(app: App, log: string, after = 0): Promise<AuditRecord[]> {
  return rows(app.system.project(log), audit).find({ seq: { $gt: after } }, { sort: { seq: 1 } });
}

/** What an action stored in a project's log. */
export async function rowsOf(app: App, log: string, act: () => Promise<unknown>): Promise<AuditRecord[]> {
  const before = (await storedRows(app, log)).at(-1)?.seq ?? 0;
  await act();
  return storedRows(app, log, before);
}
