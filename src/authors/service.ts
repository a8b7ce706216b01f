import { articleCounts, refuseWhileHeld } from '../articles/service.ts';
import { joinProblems, problem } from '../contract/problem.ts';
import { checkMediaUrls, checkWrittenIds, earliest, resolveTargets, Wanted } from '../links/service.ts';
import {
  answerByName,
  answerOne,
  changeNamed,
  createNamed,
  namedImages,
  namedLinks,
  type NamedKind,
  readNamed,
  removeNamed,
} from '../named/service.ts';
import type { NamedValues } from '../named/schema.ts';
import type { ProjectCall } from '../platform/call.ts';
import { authorImageFields, authors } from './repository.ts';
import type { AuthorListQuery, AuthorRecord, ChangeAuthor } from './schema.ts';
import { serializeAuthor } from './serialize.ts';

const author: NamedKind<AuthorRecord> = {
  kind: 'author',
  collection: authors,
  module: 'authors',
  nameOf: ({ name }) => name,
  urlOf: (slug) => `/v1/authors/${slug}`,
  unknown: (slug) => problem('unknown_author', { slug }, { param: 'author' }),
};

/** How links and articles lead to authors. */
export const authorLinks = namedLinks(author);

/** Authors by their avatar. */
export const authorImages = namedImages(author, authorImageFields);

type Values = NamedValues<AuthorRecord>;
const empty: Values = { name: '', job_title: '', bio: '', avatar_id: null, links: [] };

/** All authors by name, with the number of their live articles (contract, section 8). */
export async function listAuthors(call: ProjectCall, query: AuthorListQuery) {
  checkMediaUrls(call, query);
  return answerByName(call, { kind: author, serve }, query);
}

/** One author, by slug or id. @throws unknown_author */
export async function readAuthor(call: ProjectCall, slug: string, query: AuthorListQuery) {
  checkMediaUrls(call, query);
  return answerOne(call, serve, await readNamed(call, author, slug));
}

/** @throws missing_required_field, invalid_field_value, unknown_link, slug_taken */
export async function createAuthor(call: ProjectCall, input: ChangeAuthor) {
  const record = await createNamed(call, author, input.slug ?? null, (inside) => read(inside, empty, input));
  return answerOne(call, serve, record, author.urlOf(record.slug));
}

/** PATCH: keys that are left out stay, null clears. @throws unknown_author, and as for creation */
export async function changeAuthor(call: ProjectCall, slug: string, input: ChangeAuthor) {
  if (Object.keys(input).length === 0) throw problem('nothing_to_update', {});
  const record = await changeNamed(call, author, slug, {
    slug: input.slug,
    values: (before, inside) => read(inside, before, input),
  });
  return answerOne(call, serve, record);
}

/** @throws unknown_author, entry_referenced while articles have the author */
export function removeAuthor(call: ProjectCall, slug: string): Promise<void> {
  return removeNamed(call, author, slug, (record, inside) => refuseWhileHeld(inside, 'authors', record._id));
}

/** The id of the author that a filter names, by slug or id. @throws unknown_author */
export async function authorIdOf(call: ProjectCall, slugOrId: string): Promise<string> {
  return (await readNamed(call, author, slugOrId))._id;
}

async function read(inside: ProjectCall, before: Values, input: ChangeAuthor): Promise<Values> {
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
  return { data, validUntil: earliest(counts.validUntil, targets.validUntil) };
}
