import { articleCounts, refuseWhileHeld } from '../articles/service.ts';
import { joinProblems, problem } from '../contract/problem.ts';
import { checkMediaUrls, checkWrittenIds, resolveTargets, Wanted } from '../links/service.ts';
import {
  answerByName,
  countNamed,
  namedImages,
  namedLinks,
  type NamedKind,
  namedOperations,
  readNamed,
} from '../named/service.ts';
import type { NamedValues } from '../named/schema.ts';
import type { ProjectCall } from '../platform/call.ts';
import { authorImageFields, authors } from './repository.ts';
import type { AuthorListQuery, AuthorRecord, ChangeAuthor } from './schema.ts';
import { serializeAuthor } from './serialize.ts';

const author: NamedKind<AuthorRecord> = {
  kind: 'author',
  collection: authors,
  limit: 'authors_per_project_max',
  count: (db, most) => countNamed(db, authors, most),
  module: 'authors',
  nameOf: ({ name }) => name,
  urlOf: (slug) => `/v1/authors/${slug}`,
  unknown: (slug) => problem('unknown_author', { slug }, { param: 'author' }),
};

/** How links and articles lead to authors. */
export const authorLinks = namedLinks(author);

/** Authors by their avatar. */
export const authorImages = namedImages(author, 'author', authorImageFields);

type Values = NamedValues<AuthorRecord>;
const empty: Values = { name: '', job_title: '', bio: '', avatar_id: null, links: [] };

const one = namedOperations({
  kind: author,
  path: '/v1/authors',
  values: read,
  serve,
  protect: (inside, record) => refuseWhileHeld(inside, 'authors', record._id),
});

export const createAuthor = one.create;
export const changeAuthor = one.change;
/** Refused while articles have the author. */
export const removeAuthor = one.remove;

/** All authors by name, with the number of their live articles (contract, section 8). */
export async function listAuthors(call: ProjectCall, query: AuthorListQuery) {
  checkMediaUrls(call, query);
  return answerByName(call, { kind: author, serve }, query);
}

/** One author, by slug or id. @throws unknown_author */
export async function readAuthor(call: ProjectCall, slug: string, query: AuthorListQuery) {
  checkMediaUrls(call, query);
  return one.read(call, slug);
}

/** The id of the author that a filter names, by slug or id. @throws unknown_author */
export async function authorIdOf(call: ProjectCall, slugOrId: string): Promise<string> {
  return (await readNamed(call, author, slugOrId))._id;
}

/** @throws missing_required_field, unknown_link */
async function read(inside: ProjectCall, stored: Values | null, input: ChangeAuthor): Promise<Values> {
  const before = stored ?? empty;
  const { name, job_title, bio, avatar_id, links } = input;
  const values: Values = {
    name: name === undefined ? before.name : (name ?? ''),
    job_title: job_title === undefined ? before.job_title : (job_title ?? ''),
    bio: bio === undefined ? before.bio : (bio ?? ''),
    avatar_id: avatar_id === undefined ? before.avatar_id : avatar_id,
    links:
      links === undefined
        ? before.links
        : (links ?? []).map(({ label, url }) => ({ label: label ?? '', url })),
  };
  const missing =
    values.name.trim() === '' ? [problem('missing_required_field', { name: 'name' }, { param: 'name' })] : [];
  const written =
    avatar_id == null ? [] : [{ id: avatar_id, expected: 'media' as const, param: 'avatar_id' }];
  const { faults } = await checkWrittenIds(inside, written);
  const refused = joinProblems([...missing, ...faults]);
  if (refused !== null) throw refused;
  return values;
}

async function serve(call: ProjectCall, records: readonly AuthorRecord[]) {
  const wanted = new Wanted();
  for (const { avatar_id } of records) if (avatar_id !== null) wanted.add('media', avatar_id);
  const ids = records.map((record) => record._id);
  const [counts, targets] = await Promise.all([
    articleCounts(call, 'author', ids),
    resolveTargets(call, wanted),
  ]);
  const data = records.map((record) => serializeAuthor(record, counts.of(record._id), targets));
  return { data, validUntil: targets.validUntil };
}
