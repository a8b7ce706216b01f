import { kindOfId } from '../../contract/ids.ts';
import type { EditorTargets } from '../../contract/fields/links.ts';
import { limits } from '../../contract/limits.ts';
import { type PurgeDelivery, tellingSince } from '../queue/purge-repository.ts';
import {
  type InvalidationPosition,
  type InvalidationRow,
  latestInvalidations,
} from '../../projects/index.ts';
import { editorTargets, LinkBatch } from '../../content/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import { targetsOf } from '../webhooks/target-repository.ts';
import type { SentChange, SentChangeQuery } from './schema.ts';

/** The kinds of ids that stand in tags and have names. */
const namedKinds = [
  'entry',
  'blog_article',
  'kb_article',
  'author',
  'blog_category',
  'kb_collection',
  'kb_section',
  'media',
] as const;
/** Names of one page. */
const namesMax = 200;

/** Purges of one target that are looked at for one page. */
const tellingsMax = 1_000;

/** A page of what was sent, newest first, with the names of what it is about and how far each target is. */
export async function listSentTags(
  context: MemberContext,
  { limit = limits.page_size_default, cursor }: SentChangeQuery,
) {
  const { db, cursors } = context;
  const list = [db.projectId, 'told'];
  const found = await latestInvalidations(
    db,
    cursor === undefined ? null : placeIn(cursors.decode(list, cursor)),
    limit + 1,
  );
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const next_cursor = last === undefined ? null : cursors.encode(list, [last.revision, last.hand]);
  return {
    data: await withTargets(context, rows),
    names: await namesIn(context, rows),
    meta: { limit, has_more: next_cursor !== null, next_cursor, next_offset: null },
  };
}

function placeIn([revision, hand]: readonly unknown[]): InvalidationPosition {
  return { revision: Number(revision), hand: Number(hand) };
}

async function withTargets({ db }: MemberContext, rows: readonly InvalidationRow[]): Promise<SentChange[]> {
  const oldest = rows.at(-1);
  if (oldest === undefined) return [];
  const since = new Date(Math.min(...rows.map(({ created_at }) => created_at.getTime())));
  const targets = await Promise.all(
    (await targetsOf(db)).map(async ({ _id }) => ({
      id: _id,
      told: await tellingSince(db, _id, { since, limit: tellingsMax }),
    })),
  );
  return rows.map((row) => ({
    place: row.hand === 0 ? String(row.revision) : `${row.revision}-${row.hand}`,
    at: row.created_at.toISOString(),
    by_hand: row.hand > 0,
    tags: [...row.tags, ...row.hidden],
    targets: targets.map(({ id, told }) => {
      const telling = told.find((one) => tells(one, row));
      return { target_id: id, state: telling?.state ?? 'waiting', delivery_id: telling?._id ?? null };
    }),
  }));
}

/** Whether a purge that was made after a change brought its target up to it. */
function tells({ sequence, created_at }: PurgeDelivery, row: InvalidationRow): boolean {
  return sequence >= row.revision && created_at >= row.created_at;
}

/** What the ids among the tags are called. */
function namesIn(context: MemberContext, rows: readonly InvalidationRow[]): Promise<EditorTargets> {
  const wanted = new LinkBatch();
  for (const tag of rows.flatMap(({ tags, hidden }) => [...tags, ...hidden])) {
    const kind = kindOfId(tag);
    const named = namedKinds.find((one) => one === kind);
    if (named !== undefined && wanted.size < namesMax) wanted.add(named, tag);
  }
  return editorTargets(context, wanted);
}
