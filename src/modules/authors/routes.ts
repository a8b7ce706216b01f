import { termRoutes } from '../taxonomy/routes.ts';
import { Author, AuthorList, AuthorListQuery, AuthorQuery, ChangeAuthor, CreateAuthor } from './schema.ts';
import { changeAuthor, createAuthor, listAuthors, readAuthor, removeAuthor } from './service.ts';

export const authorRoutes = termRoutes({
  path: '/v1/authors',
  area: 'authors',
  group: 'author',
  idKind: 'author',
  images: true,
  summaries: {
    list: 'Lists the authors by name.',
    read: 'Reads one author, by slug or id.',
    create: 'Creates an author.',
    change: 'Updates an author. Omitted keys keep their values.',
    remove: 'Deletes an author whom no article names.',
  },
  errors: {
    unknown: 'unknown_author',
    list: ['permanent_media_urls_unavailable'],
    read: ['permanent_media_urls_unavailable'],
    body: ['slug_taken', 'unknown_link'],
  },
  forms: {
    single: Author,
    list: AuthorList,
    listQuery: AuthorListQuery,
    readQuery: AuthorQuery,
    create: CreateAuthor,
    change: ChangeAuthor,
  },
  list: listAuthors,
  read: readAuthor,
  create: createAuthor,
  change: changeAuthor,
  remove: removeAuthor,
});
