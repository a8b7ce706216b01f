import { plainText } from '../../../content/index.ts';
import type { DraftFields } from '../../../lifecycle/index.ts';
import type { AnyArticle } from '../store/repository.ts';
import { writeForm } from './editor.ts';

/** Fields of articles whose values are text without formats. */
const textKeys = ['title', 'excerpt'];

/** The fields of an article's draft. Articles have no blocks, and their fields are never renamed. */
export function articleDraftFields({ draft }: Pick<AnyArticle, 'draft'>): DraftFields {
  const form = writeForm(draft);
  const textOf = (key: string) => {
    if (key === 'body') return plainText(draft.body);
    return textKeys.includes(key) ? String(form[key]) : null;
  };
  return (blockId) =>
    blockId !== null
      ? null
      : Object.keys(form).map((key) => ({ key, stored: key, readText: () => textOf(key) }));
}
