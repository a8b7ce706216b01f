import type { MemberContext } from '../../../core/http/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { namesOf } from '../names.ts';
import { newestRefusals, streamRefusals } from './repository.ts';
import type { RefusalList, RefusalQuery, RefusalRecord, RefusalRow } from './schema.ts';
import { serializeRefusal } from './serialize.ts';

/** Rows of a page unless the request says otherwise. */
const pageRows = 50;

/** One page of what was refused in the project, the newest first. @throws invalid_cursor */
export async function readRefusals(
  context: MemberContext,
  { limit = pageRows, cursor }: RefusalQuery,
): Promise<RefusalList> {
  const { db, cursors } = context;
  const list = [db.projectId, 'refusals'];
  const place = cursor === undefined ? null : cursors.decode(list, cursor);
  const after = place === null ? null : { at: new Date(Number(place[0])), _id: String(place[1]) };
  const found = await newestRefusals(db, { after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    data: await serialized(db, shown),
    meta: {
      limit,
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : cursors.encode(list, [last.at.getTime(), last._id]),
      next_offset: null,
    },
  };
}

/** All that was refused in a project, or at the door of the installation, the oldest first. */
export async function refusalsOf(db: ProjectDb): Promise<RefusalRow[]> {
  const found: RefusalRecord[] = [];
  for await (const row of streamRefusals(db)) found.push(row);
  return serialized(db, found);
}

async function serialized(db: ProjectDb, found: readonly RefusalRecord[]): Promise<RefusalRow[]> {
  const names = await namesOf(db, new Set(found.flatMap(({ actor }) => actor?.id ?? [])));
  return found.map((row) => serializeRefusal(row, names));
}
