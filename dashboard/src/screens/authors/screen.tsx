import { getRouteApi } from '@tanstack/react-router';
import { UserRoundPen, UserRoundPlus } from 'lucide-react';
import type { Author } from '../../../../src/modules/authors/schema.ts';
import { lastColumns, type TermList, TermListPage } from '../../features/taxonomy/list-page.tsx';
import { Portrait } from '../../features/taxonomy/portrait.tsx';
import { AuthorPanel } from './panel.tsx';

const route = getRouteApi('/p/$projectId/authors');

const list: TermList<Author> = {
  title: 'Authors',
  noun: 'author',
  intro: 'Bylines for the blog and the knowledge base. Authors don’t need an account.',
  icon: UserRoundPen,
  add: { id: 'author-add', label: 'New author', icon: UserRoundPlus },
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
  noMatches: { title: 'No matching authors', text: 'No name, job title or slug contains these words.' },
  emptyState: {
    title: 'No authors yet',
    text: 'Articles show the name, image and links of their authors.',
  },
};

/** The authors of the blog and the knowledge base. */
export function AuthorsScreen() {
  return <TermListPage list={list} search={route.useSearch()} Panel={AuthorPanel} />;
}
