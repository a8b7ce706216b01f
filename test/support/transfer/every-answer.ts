import type { App } from '../../../src/server/app.ts';
import type { TestProject } from '../service.ts';
import { projectParts, routes } from '../assembly.ts';
import { databaseOf } from '../database.ts';

const reads = routes.filter(({ method }) => method === 'GET');
export const readRoutes = reads.map(({ path }) => path);

/** Requests under way at a time. */
const atOnce = 16;

type Rows = Record<string, Record<string, unknown>[]>;

/** Everything that is stored of a project, by part, in the order of ids; drafts are seen here alone. */
export async function everyRow(
  { system }: App,
  project: Pick<TestProject, 'id'>,
  { history = false } = {},
): Promise<Rows> {
  const found: Rows = {};
  for (const {
    name,
    collection,
    only,
    rowForm = (row: Record<string, unknown>): object => row,
  } of projectParts.carried.filter(({ isHistory }) => history || isHistory !== true)) {
    const rows = databaseOf(system)
      .collection(collection.name)
      .find({ project_id: project.id, ...only });
    const ofAll = await rows.sort({ _id: 1 }).project({ project_id: 0 }).toArray();
    found[name] = ofAll.map((row) => masked({ ...rowForm(row) }, project));
  }
  return found;
}

function masked<T>(value: T, { id }: Pick<TestProject, 'id'>): T {
  // A seed's row has the project's id in its own.
  return typeof (value as { _id?: unknown })._id === 'string'
    ? { ...value, _id: String((value as { _id?: unknown })._id).replace(`${id}/`, '') }
    : value;
}

/**
 * Every answer that a project gives to either kind of key, or to one, by path: each GET route with every slug and id that
 * is stored, secret ones in every release. `visited` are the routes that answered with success at least once.
 */
export async function everyAnswer(
  app: App,
  project: Pick<TestProject, 'id' | 'secret' | 'publishable'>,
  kinds: readonly ('secret' | 'publishable')[] = ['secret', 'publishable'],
): Promise<{ answers: Map<string, string>; visited: Set<string> }> {
  const rows = await everyRow(app, project);
  const answers = new Map<string, string>();
  const visited = new Set<string>();
  const releases = (rows['releases'] ?? []).map(({ _id }) => String(_id));
  const asked = reads.flatMap(({ path, scope }) => {
    const others = scope === 'release' ? releases.map((id) => ['secret', `?release=${id}`] as const) : [];
    const ways = [...kinds.map((kind) => [kind, ''] as const), ...(kinds.includes('secret') ? others : [])];
    return pathsOf(path, rows).flatMap((filled) =>
      ways.map(([kind, query]) => ({
        path,
        kind,
        place: filled + (filled.includes('?') ? query.replace('?', '&') : query),
      })),
    );
  });
  while (asked.length > 0) {
    const together = asked.splice(0, atOnce).map(async ({ path, kind, place }) => {
      const { status, text } = await project[kind].get(place);
      if (status === 200) visited.add(path);
      return [`${kind} ${place}`, `${status} ${comparable(text)}`] as const;
    });
    for (const [place, answer] of await Promise.all(together)) answers.set(place, answer);
  }
  return { answers, visited };
}

/** An answer without what no other project, key or request can have the same. */
function comparable(text: string): string {
  return text
    .replace(/prj_[0-9a-z]{26}/g, 'the project') // files keep their keys, which begin with the first one's id
    .replace(/"next_cursor":"[^"]+"/g, '"next_cursor":"a cursor"')
    .replace(/"key":\{"id":"key_[^}]*\}|"time":"[^"]*"|"request_id":"[^"]*"/g, '');
}

/** The paths that a route stands for in this project. */
function pathsOf(path: string, rows: Rows): string[] {
  const valuesOf = (
    part: string,
    key: string,
    only: (row: Record<string, unknown>) => boolean = () => true,
  ) => [...new Set((rows[part] ?? []).filter(only).map((row) => String(row[key])))];
  if (path.includes(':releaseId') && path.includes(':entryId')) {
    const ids = valuesOf('entries', 'id');
    const inReleases = valuesOf('releases', '_id').map((id) => path.replace(':releaseId', id));
    return inReleases.flatMap((place) => ids.map((id) => place.replace(':entryId', id)));
  }
  if (path.includes(':entryId')) {
    const places = (rows['entries'] ?? []).map(({ type, id }) => `${String(type)}/${String(id)}`);
    return [...new Set(places)].map((place) => path.replace(':type/:entryId', place));
  }
  if (path.endsWith('/:type/lookup')) return [path.replace(':type/lookup', 'topic/lookup?where[code]=first')];
  if (path === '/v1/translations') return [`${path}?locale=de&state=missing,outdated,current`];
  const module = /^\/v1\/(blog|kb)\//.exec(path)?.[1];
  const bySlug: Record<string, () => string[]> = {
    '/v1/authors/:slug': () => valuesOf('authors', 'slug'),
    '/v1/blog/categories/:slug': () => valuesOf('categories', 'slug'),
    '/v1/kb/collections/:slug': () => valuesOf('kb_collections', 'slug'),
    '/v1/kb/sections/:slug': () => valuesOf('kb_sections', 'slug'),
  };
  const byName: Record<string, () => string[]> = {
    releaseId: () => valuesOf('releases', '_id'),
    mediaId: () => valuesOf('media', '_id'),
    type: () => valuesOf('content_types', 'slug'),
    block: () => valuesOf('blocks', 'slug'),
    slug: bySlug[path] ?? (() => valuesOf('articles', 'slug', (row) => row['module'] === module)),
  };
  const named = /:(\w+)/.exec(path)?.[1];
  if (named === undefined) return [path];
  return (byName[named]?.() ?? []).map((value) => path.replace(`:${named}`, value));
}
