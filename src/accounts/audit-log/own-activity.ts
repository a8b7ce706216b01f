import { apiError } from '../../contract/errors/api-error.ts';
import type { AccountContext } from '../../core/http/index.ts';
import { installationLog, newestRows } from '../../projects/index.ts';
import type { OwnActivity } from './schema.ts';
import { serializeRow } from './serialize.ts';

const pageRows = 50;

/** Lists what the person did outside projects, mostly sign-ins, newest first. @throws not_signed_in */
export async function readOwnActivity(
  { person, system }: AccountContext,
  { before = null }: { before?: number | null },
): Promise<OwnActivity> {
  if (person === null) throw apiError('not_signed_in', {});
  const db = system.project(installationLog);
  const rows = await newestRows(db, { 'actor.id': person.id }, { before, limit: pageRows + 1 });
  const names = new Map([[person.id, person.name]]);
  const page = rows.slice(0, pageRows);
  return {
    data: page.map((row) => serializeRow(row, names)),
    before: rows.length > pageRows ? (page.at(-1)?.seq ?? null) : null,
  };
}
