import type { ComponentType } from 'react';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { EditedField } from '../editing/item.ts';
import type { Opened } from '../editing/opened.ts';

export interface ArticlePartProps {
  opened: Opened<EditorArticle>;
}

/** What the editor has to know of a module's articles: everything else is the same for all of them. */
export interface ArticleKind {
  module: 'blog' | 'kb';
  /** What stands for `{type}` in the site's preview address. */
  type: 'blog_article' | 'kb_article';
  /** Where drafts are, below the dashboard's API; the API has what is live at the same path below `/v1`. */
  path: string;
  /** Beside the text, in this order: what articles of this module have and others have not. */
  fields: readonly EditedField[];
  /** Below the state: freshness, votes. */
  Panel?: ComponentType<ArticlePartProps>;
  /** More that can be done with an article, as menu items. */
  MenuItems?: ComponentType<ArticlePartProps>;
}
