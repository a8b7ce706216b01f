import { apiError } from '../../contract/errors/api-error.ts';
import type { AccountContext } from '../../core/http/index.ts';
import { installationLog, newestRows } from '../../projects/index.ts';
import type { OwnActivity } from './schema.ts';
import { serializeRow } from './serialize.ts';

/** Rows of a page. */
const pageRows = 50;

/** What the person did at the door of the installation, sign-ins above all, the newest first. @throws not_signed_in */
export async function readOwnActivity(
  { person, system }: AccountContext,
  { before = null }: { before?: number | null },
): Promise<OwnActivity> {
  if (person === null) throw apiError('not_signed_in', {});
  const db = system.project(installationLog);
  const found = await newestRows(db, { 'actor.id': person.id }, { before, limit: pageRows + 1 });
  const names = new Map([[person.id, person.name]]);
  const shown = found.slice(0, pageRows);
  return {
    data: shown.map((row) => serializeRow(row, names)),
    before: found.length > pageRows ? (shown.at(-1)?.seq ?? null) : null,
  };
}
