import type { MemberContext } from '../../../core/http/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { findNames } from '../names.ts';
import { newestRejections, streamRejections } from './repository.ts';
import type { RefusalList, RefusalQuery, RejectionRecord, RefusalRow } from './schema.ts';
import { serializeRejection } from './serialize.ts';

const defaultLimit = 50;

/** Returns one page of the project's rejections, newest first. @throws invalid_cursor */
export async function readRejections(
  context: MemberContext,
  { limit = defaultLimit, cursor }: RefusalQuery,
): Promise<RefusalList> {
  const { db, cursors } = context;
  const list = [db.projectId, 'refusals'];
  const position = cursor === undefined ? null : cursors.decode(list, cursor);
  const after = position === null ? null : { at: new Date(Number(position[0])), _id: String(position[1]) };
  const records = await newestRejections(db, { after, limit: limit + 1 });
  const page = records.slice(0, limit);
  const last = records.length > limit ? page.at(-1) : undefined;
  return {
    data: await serializeAll(db, page),
    meta: {
      limit,
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : cursors.encode(list, [last.at.getTime(), last._id]),
      next_offset: null,
    },
  };
}

/** Returns all rejections of a project, or of the installation's sign-ins, oldest first. */
export async function listRejections(db: ProjectDb): Promise<RefusalRow[]> {
  const records: RejectionRecord[] = [];
  for await (const row of streamRejections(db)) records.push(row);
  return serializeAll(db, records);
}

async function serializeAll(db: ProjectDb, records: readonly RejectionRecord[]): Promise<RefusalRow[]> {
  const names = await findNames(db, new Set(records.flatMap(({ actor }) => actor?.id ?? [])));
  return records.map((row) => serializeRejection(row, names));
}
