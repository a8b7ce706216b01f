import { errorGroups } from '../contract/error-groups.ts';
import { route } from '../platform/http/route.ts';
import {
  Author,
  AuthorList,
  AuthorListQuery,
  AuthorPath,
  AuthorQuery,
  ChangeAuthor,
  CreateAuthor,
} from './schema.ts';
import { changeAuthor, createAuthor, listAuthors, readAuthor, removeAuthor } from './service.ts';

const read = { scope: 'project', key: 'any', budget: 'read' } as const;
const write = { scope: 'project', key: 'secret', budget: 'write', dryRun: true } as const;

export const authorRoutes = [
  route({
    ...read,
    method: 'GET',
    path: '/v1/authors',
    summary: 'Lists the authors by name.',
    errors: ['permanent_media_urls_unavailable'],
    input: { query: AuthorListQuery },
    output: AuthorList,
    run: (call, { query }) => listAuthors(call, query),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/authors/:slug',
    summary: 'Reads one author, by slug or id.',
    errors: ['unknown_author', 'permanent_media_urls_unavailable'],
    input: { path: AuthorPath, query: AuthorQuery },
    output: Author,
    run: (call, { path, query }) => readAuthor(call, path.slug, query),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/authors',
    summary: 'Creates an author.',
    status: 201,
    errors: ['slug_taken', 'unknown_link', 'limit_reached'],
    input: { body: CreateAuthor },
    output: Author,
    run: (call, { body }) => createAuthor(call, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/authors/:slug',
    summary: 'Changes an author; keys that are left out stay as they are.',
    errors: [...errorGroups.change, 'unknown_author', 'slug_taken', 'unknown_link'],
    input: { path: AuthorPath, body: ChangeAuthor },
    output: Author,
    run: (call, { path, body }) => changeAuthor(call, path.slug, body),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/v1/authors/:slug',
    summary: 'Deletes an author who has no articles.',
    status: 204,
    errors: ['unknown_author', 'entry_referenced', 'revision_conflict'],
    input: { path: AuthorPath },
    output: null,
    run: (call, { path }) => removeAuthor(call, path.slug),
  }),
];
