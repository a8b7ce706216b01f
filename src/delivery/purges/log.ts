import { kindOfId } from '../../contract/ids.ts';
import type { EditorTargets } from '../../contract/fields/links.ts';
import { limits } from '../../contract/limits.ts';
import { type PurgeDelivery, findPurgesSince } from '../queue/purge-repository.ts';
import {
  type InvalidationPosition,
  type InvalidationRow,
  latestInvalidations,
} from '../../projects/index.ts';
import { editorTargets, LinkBatch } from '../../content/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import { targetsOf } from '../webhooks/target-repository.ts';
import type { SentChange, SentChangeQuery } from './schema.ts';

/** Kinds of ids that occur in tags and have names to show. */
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
/** Maximum names in one page. */
const namesMax = 200;
/** Maximum purges of one target read for one page. */
const purgesMax = 1_000;

/** Returns a page of invalidations, newest first, with the names of their items and the state at each target. */
export async function listSentChanges(
  context: MemberContext,
  { limit = limits.page_size_default, cursor }: SentChangeQuery,
) {
  const { db, cursors } = context;
  const list = [db.projectId, 'told'];
  const invalidations = await latestInvalidations(
    db,
    cursor === undefined ? null : positionOf(cursors.decode(list, cursor)),
    limit + 1,
  );
  const rows = invalidations.slice(0, limit);
  const last = invalidations.length > limit ? rows.at(-1) : undefined;
  const next_cursor = last === undefined ? null : cursors.encode(list, [last.revision, last.hand]);
  return {
    data: await withTargets(context, rows),
    names: await namesIn(context, rows),
    meta: { limit, has_more: next_cursor !== null, next_cursor, next_offset: null },
  };
}

function positionOf([revision, hand]: readonly unknown[]): InvalidationPosition {
  return { revision: Number(revision), hand: Number(hand) };
}

async function withTargets({ db }: MemberContext, rows: readonly InvalidationRow[]): Promise<SentChange[]> {
  const oldest = rows.at(-1);
  if (oldest === undefined) return [];
  const since = new Date(Math.min(...rows.map(({ created_at }) => created_at.getTime())));
  const targets = await Promise.all(
    (await targetsOf(db)).map(async ({ _id }) => ({
      id: _id,
      purges: await findPurgesSince(db, _id, { since, limit: purgesMax }),
    })),
  );
  return rows.map((row) => ({
    place: row.hand === 0 ? String(row.revision) : `${row.revision}-${row.hand}`,
    at: row.created_at.toISOString(),
    by_hand: row.hand > 0,
    tags: [...row.tags, ...row.hidden],
    targets: targets.map(({ id, purges }) => {
      const purge = purges.find((candidate) => covers(candidate, row));
      return { target_id: id, state: purge?.state ?? 'waiting', delivery_id: purge?._id ?? null };
    }),
  }));
}

/** Whether a purge contains a change. */
function covers({ sequence, created_at }: PurgeDelivery, row: InvalidationRow): boolean {
  return sequence >= row.revision && created_at >= row.created_at;
}

/** Returns the names of the items whose ids are among the tags. */
function namesIn(context: MemberContext, rows: readonly InvalidationRow[]): Promise<EditorTargets> {
  const links = new LinkBatch();
  for (const tag of rows.flatMap(({ tags, hidden }) => [...tags, ...hidden])) {
    const kind = kindOfId(tag);
    const namedKind = namedKinds.find((name) => name === kind);
    if (namedKind !== undefined && links.size < namesMax) links.add(namedKind, tag);
  }
  return editorTargets(context, links);
}
