import { getRouteApi } from '@tanstack/react-router';
import { UserRoundPen, UserRoundPlus } from 'lucide-react';
import type { Author } from '../../../../src/authors/schema.ts';
import { lastColumns, type NamedList, NamedListPage } from '../../named/list-page.tsx';
import { Portrait } from '../../named/portrait.tsx';
import { AuthorPanel } from './panel.tsx';
import type { AuthorsSearch } from './search.ts';

const route = getRouteApi('/p/$projectId/authors');

const list: NamedList<Author> = {
  title: 'Authors',
  intro: 'Bylines for the blog and the knowledge base. Authors don’t need an account.',
  icon: UserRoundPen,
  add: { id: 'author-add', label: 'Add an author', icon: UserRoundPlus },
  module: 'authors',
  path: '/v1/authors',
  columns: [
    {
      key: 'name',
      title: 'Name',
      width: '34%',
      cell: ({ name, avatar }) => (
        <span className="named-cell">
          <Portrait image={avatar} name={name} />
          <span>{name}</span>
        </span>
      ),
    },
    { key: 'job', title: 'Job title', cell: ({ job_title }) => job_title },
    ...lastColumns<Author>('22%'),
  ],
  textsOf: ({ name, job_title, slug }) => [name, job_title, slug],
  notFound: { title: 'No matching authors', text: 'No name, job title or slug contains these words.' },
  none: {
    title: 'No authors yet',
    text: 'Press N to add the first author. Articles show the name, picture and links of their authors.',
  },
};

/** Everybody who writes, for the blog and the knowledge base together. */
export function AuthorsScreen() {
  const { q, author } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: AuthorsSearch, isLeft = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, ignoreBlocker: isLeft });
  return (
    <NamedListPage
      list={list}
      q={q}
      onSearch={(words) => change({ q: words })}
      onOpen={(id) => change({ author: id })}
    >
      {author === undefined ? null : (
        <AuthorPanel
          key={author}
          authorId={author === 'new' ? null : author}
          onClose={() => change({ author: undefined })}
          onDone={() => change({ author: undefined }, true)}
        />
      )}
    </NamedListPage>
  );
}
