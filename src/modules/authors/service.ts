import { rejectWhileReferenced } from '../articles/uses.ts';
import { serializeCounted } from '../articles/counts.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { checkTerm, nameAfterWrite, textAfterWrite } from '../taxonomy/write.ts';
import { countTerms } from '../taxonomy/repository.ts';
import { listedTermOperations } from '../taxonomy/operations.ts';
import { termImages } from '../taxonomy/image-uses.ts';
import { termLinks } from '../taxonomy/links.ts';
import { termSweep } from '../taxonomy/locales/sweep.ts';
import { translatedTerms } from '../taxonomy/locales/translated-terms.ts';
import { trashedTerms } from '../taxonomy/trash.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import type { TermValues } from '../taxonomy/schema.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { authorImageFields, authors } from './repository.ts';
import { type AuthorRecord, ChangeAuthor } from './schema.ts';
import { serializeAuthor } from './serialize.ts';

const author: Taxonomy<AuthorRecord> = {
  kind: 'author',
  path: '/v1/authors',
  nameKey: 'name',
  localized: ['name', 'job_title', 'bio'],
  collection: authors,
  limit: 'authors_per_project_max',
  count: (db, max) => countTerms(db, authors, max),
  module: 'authors',
  nameOf: ({ name }) => name,
  urlOf: (slug) => `/v1/authors/${slug}`,
  unknown: (slug) => apiError('unknown_author', { slug }, { param: 'author' }),
};

/** Resolves links and references to authors. */
export const authorLinks = termLinks(author);
export const authorSweep = termSweep(author);
export const translatedAuthors = translatedTerms({ kind: author, values: readAuthorValues }, ChangeAuthor);

/** Finds authors by their avatar. */
export const authorImages = termImages(author, 'author', authorImageFields);

/** Restores deleted authors. */
export const trashedAuthors = trashedTerms(author);

type AuthorValues = TermValues<AuthorRecord>;
const empty: AuthorValues = { name: '', job_title: '', bio: '', avatar_id: null, links: [] };

const operations = listedTermOperations({
  kind: author,
  path: '/v1/authors',
  values: readAuthorValues,
  serialize: serializeAuthors,
  protect: (tx, record) => rejectWhileReferenced(tx, 'authors', record._id),
});

export const createAuthor = operations.create;
export const addAuthor = operations.add;
export const updateAuthor = operations.update;
export const changeAuthor = operations.change;
/** Rejected while articles have the author. */
export const removeAuthor = operations.remove;

/** Lists authors by name, with the number of their live articles (specification: authors). */
export const listAuthors = operations.list;
export const readAuthor = operations.read;
export const authorIdOf = operations.idOf;

/** @throws missing_required_field, unknown_link */
async function readAuthorValues(
  tx: ProjectContext,
  storedValues: AuthorValues | null,
  input: ChangeAuthor,
): Promise<AuthorValues> {
  const before = storedValues ?? empty;
  const { name, job_title, bio, avatar_id, links } = input;
  const nameResult = nameAfterWrite('name', before.name, name);
  const values: AuthorValues = {
    name: nameResult.name,
    job_title: textAfterWrite(before.job_title, job_title),
    bio: textAfterWrite(before.bio, bio),
    avatar_id: avatar_id === undefined ? before.avatar_id : avatar_id,
    links:
      links === undefined
        ? before.links
        : (links ?? []).map(({ label, url }) => ({ label: label ?? '', url })),
  };
  const writtenIds =
    avatar_id == null
      ? []
      : [
          {
            id: avatar_id,
            expected: 'media' as const,
            param: 'avatar_id',
            field: { name: 'avatar_id', isList: false },
          },
        ];
  await checkTerm(tx, nameResult.errors, writtenIds);
  return values;
}

function serializeAuthors(context: ProjectContext, records: readonly AuthorRecord[]) {
  return serializeCounted(context, records, {
    facet: 'author',
    imagesOf: ({ avatar_id }) => [avatar_id],
    serialize: serializeAuthor,
  });
}
