import { type RouteResponse, respond, type MemberContext } from '../../core/http/index.ts';
import { furtherLocaleId, noteActivity } from '../../projects/index.ts';
import { findPresent, storePresence, removePresence } from './repository.ts';
import type { Heartbeat, PresentList } from './schema.ts';

/** Time without a heartbeat after which a person counts as gone: three heartbeats. */
const timeoutMs = 45_000;

/** The time of the last heartbeat after which a person counts as present. */
function presentSince(now: Date): Date {
  return new Date(now.getTime() - timeoutMs);
}

/** Records that the person has an item open, and returns who else has. */
export async function reportPresence(
  context: MemberContext,
  item: string,
  { state, field = null }: Heartbeat,
): Promise<PresentList> {
  const { db, now, person } = context;
  const name = person.name || person.email;
  const locale = furtherLocaleId(context);
  const before = await storePresence(db, {
    _id: idOf(context, item),
    item,
    ...(locale === null ? {} : { locale }),
    person: { id: person.id, name },
    state,
    field,
    since: now,
    at: now,
  });
  const wasPresent = before !== null && before.at > presentSince(now);
  const isSame = wasPresent && before.state === state && (before.field ?? null) === field;
  if (!isSame) await noteActivity(context, 'presence');
  const { data } = await listPresent(context);
  return { data: data.filter((present) => present.item === item) };
}

/** Records that the person closed the item. */
export async function endPresence(context: MemberContext, item: string): Promise<RouteResponse<null>> {
  if (await removePresence(context.db, idOf(context, item))) await noteActivity(context, 'presence');
  return respond(null, { status: 204 });
}

/** The other people who have items open that the member may read. */
export async function listPresent(context: MemberContext): Promise<PresentList> {
  const { db, now, person } = context;
  const present = await findPresent(db, presentSince(now));
  const otherPeople = present.filter((record) => record.person.id !== person.id);
  const readable = await findReadableItems(context, [...new Set(otherPeople.map(({ item }) => item))]);
  return {
    data: otherPeople
      .filter(({ item }) => readable.has(item))
      .map(({ item, locale, person: { id, name }, state, field = null, since }) => ({
        item,
        ...(locale === undefined ? {} : { locale }),
        id,
        name,
        state,
        field,
        since: since.toISOString(),
      })),
  };
}

/**
 * The items that the member may read. A narrowed member sees nobody on an entry that the default release does not have,
 * because presence does not store the release.
 */
async function findReadableItems(
  context: MemberContext,
  items: readonly string[],
): Promise<ReadonlySet<string>> {
  if (context.db.narrowing === null || items.length === 0) return new Set(items);
  const { links, entries } = context.sources;
  const existing = await Promise.all([...links, entries].map((source) => source.existing(context, items)));
  return new Set(existing.flatMap((targets) => [...targets.keys()]));
}

function idOf(context: MemberContext, item: string): string {
  const { db, person } = context;
  const locale = furtherLocaleId(context);
  return [db.projectId, item, ...(locale === null ? [] : [locale]), person.id].join('/');
}
