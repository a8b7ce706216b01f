import { getRouteApi } from '@tanstack/react-router';
import { FolderPlus, Folders } from 'lucide-react';
import type { BlogCategory } from '../../../../src/modules/blog/schema.ts';
import { lastColumns, type TermList, TermListPage } from '../../features/taxonomy/list-page.tsx';
import { Portrait } from '../../features/taxonomy/portrait.tsx';
import { CategoryPanel } from './panel.tsx';

const route = getRouteApi('/p/$projectId/categories');

const list: TermList<BlogCategory> = {
  title: 'Categories',
  noun: 'category',
  intro: 'Blog topics. Tags are added on each article.',
  icon: Folders,
  add: { id: 'category-add', label: 'New category', icon: FolderPlus },
  module: 'blog',
  path: '/v1/blog/categories',
  columns: [
    {
      key: 'name',
      title: 'Name',
      width: '30%',
      cell: ({ name, image }) => (
        <span className="named-cell">
          <Portrait image={image} name={name} shape="square" />
          <span>{name}</span>
        </span>
      ),
    },
    { key: 'description', title: 'Description', cell: ({ description }) => description },
    ...lastColumns<BlogCategory>('18%'),
  ],
  textsOf: ({ name, slug, description }) => [name, slug, description],
  noMatches: { title: 'No matching categories', text: 'No name, slug or description contains these words.' },
  emptyState: {
    title: 'No categories yet',
    text: 'Readers filter the blog by category, and each category can have its own page.',
  },
};

export function CategoriesScreen() {
  return <TermListPage list={list} search={route.useSearch()} Panel={CategoryPanel} />;
}
