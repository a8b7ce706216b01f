import type { Area } from '../../../../src/contract/access.ts';
import { type TranslationKindName, translationKinds } from '../../../../src/contract/translations.ts';
import { includesArea } from '../../api/granted.ts';
import { useProject } from '../../api/project.ts';

interface Kind {
  /** Its name for several items. */
  name: string;
  area: Area;
}

export const kinds: Readonly<Record<TranslationKindName, Kind>> = {
  entry: { name: 'Entries', area: 'content' },
  blog_article: { name: 'Blog articles', area: 'blog' },
  kb_article: { name: 'Help articles', area: 'kb' },
  author: { name: 'Authors', area: 'authors' },
  blog_category: { name: 'Categories', area: 'blog' },
  kb_collection: { name: 'Collections', area: 'kb' },
  kb_section: { name: 'Sections', area: 'kb' },
};

/** The kinds that the member may read. */
export function useGrantedKinds(): TranslationKindName[] {
  const { grant } = useProject();
  return translationKinds.filter((kind) => includesArea(grant, kinds[kind].area));
}
