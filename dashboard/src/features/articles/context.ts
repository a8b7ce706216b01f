import { createContext, useContext, useSyncExternalStore } from 'react';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import type { ArticleKind } from './kind.ts';

interface ArticleEditorContext {
  kind: ArticleKind;
  editor: ItemEditor<EditorArticle>;
}

export const ArticleContext = createContext<ArticleEditorContext | null>(null);

/** The article that contains a field. */
export function useArticle(): ArticleEditorContext {
  const article = useContext(ArticleContext);
  if (article === null) throw new Error('This belongs inside the editor of an article.');
  return article;
}

/** The current value of a text or id field, '' if empty. */
export function useText({ store }: ItemEditor<EditorArticle>, key: string): string {
  return useSyncExternalStore(store.subscribe, () => {
    const value = store.valueOf(key);
    return typeof value === 'string' ? value : '';
  });
}

/** The text that readers see: the current one, or that of a fallback while it is empty. */
export function useServedText(editor: ItemEditor<EditorArticle>, key: string): string {
  const own = useText(editor, key);
  const fallback = useDraftState(editor.store, ({ item }) => item.fallback_draft?.[key]);
  return own === '' && typeof fallback === 'string' ? fallback : own;
}
