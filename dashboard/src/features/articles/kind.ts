import type { ComponentType } from 'react';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { EditedField } from '../editing/item.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import type { ArticleModule } from './list/article-modules.ts';

export interface ArticlePartProps {
  editor: ItemEditor<EditorArticle>;
}

/** What differs between the editor of blog articles and the editor of knowledge base articles. */
export type ArticleKind = ArticleModule & {
  /** The fields that only articles of this module have, in their order beside the text. */
  fields: readonly EditedField[];
  /** Below the state: freshness, votes. */
  Panel?: ComponentType<ArticlePartProps>;
  /** Further menu items. */
  MenuItems?: ComponentType<ArticlePartProps>;
};
