import { createContext, useContext, useSyncExternalStore } from 'react';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import type { ArticleKind } from './kind.ts';

interface OpenedArticle {
  kind: ArticleKind;
  editor: ItemEditor<EditorArticle>;
}

export const ArticleContext = createContext<OpenedArticle | null>(null);

/** The article that is open around a field of it. */
export function useArticle(): OpenedArticle {
  const article = useContext(ArticleContext);
  if (article === null) throw new Error('This belongs inside the editor of an article.');
  return article;
}

/** What a field of text or an id holds now, typed or stored; '' for nothing. */
export function useText({ store }: ItemEditor<EditorArticle>, key: string): string {
  return useSyncExternalStore(store.subscribe, () => {
    const value = store.valueOf(key);
    return typeof value === 'string' ? value : '';
  });
}
