import { limits } from '../../../../src/contract/limits.ts';
import { authorsField, coverField, localized } from '../../features/articles/fields/fields.ts';
import { articleModules } from '../../features/articles/list/article-modules.ts';
import type { ArticleKind } from '../../features/articles/kind.ts';
import { TagsWidget } from '../../features/articles/fields/tags-field.tsx';

export const blogKind: ArticleKind = {
  ...articleModules.blog,
  fields: [
    coverField,
    {
      key: 'categories',
      label: 'Categories',
      type: 'link_list',
      options: { target: 'blog_category', max_items: limits.tags_max },
    },
    { key: 'tags', label: 'Tags', type: 'string', options: localized, widget: TagsWidget },
    authorsField,
    {
      key: 'canonical_url',
      label: 'Canonical URL',
      type: 'url',
      options: { ...localized, help: 'Only if the article was first published elsewhere.' },
    },
  ],
};
