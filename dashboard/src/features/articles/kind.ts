import type { ComponentType } from 'react';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { EditedField } from '../editing/item.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import type { ArticleModule } from './list/article-modules.ts';

export interface ArticlePartProps {
  editor: ItemEditor<EditorArticle>;
}

/** The differences between the editors of blog articles and of knowledge base articles. */
export type ArticleKind = ArticleModule & {
  /** The fields of this module's articles, in order. */
  fields: readonly EditedField[];
  /** Below the status: freshness, votes. */
  Panel?: ComponentType<ArticlePartProps>;
  /** Further menu items. */
  MenuItems?: ComponentType<ArticlePartProps>;
};
