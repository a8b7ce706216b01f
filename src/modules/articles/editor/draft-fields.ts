import { plainText } from '../../../content/index.ts';
import type { DraftFields } from '../../../lifecycle/index.ts';
import type { AnyArticle } from '../store/repository.ts';
import { writeForm } from './editor.ts';

/** Fields of articles whose values are text without formats. */
const textKeys = ['title', 'excerpt', 'seo.title', 'seo.description'];

/** The fields of an article's draft. Articles have no blocks, and their fields are never renamed. */
export function articleDraftFields({ draft }: Pick<AnyArticle, 'draft'>): DraftFields {
  const { seo, ...rest } = writeForm(draft);
  const seoEntries = Object.entries(seo as object).map(([key, value]) => [`seo.${key}`, value] as const);
  const form: Record<string, unknown> = { ...rest, ...Object.fromEntries(seoEntries) };
  const textOf = (key: string) => {
    if (key === 'body') return plainText(draft.body);
    return textKeys.includes(key) ? String(form[key]) : null;
  };
  return (blockId) =>
    blockId !== null
      ? null
      : Object.keys(form).map((key) => ({ key, stored: key, readText: () => textOf(key) }));
}
