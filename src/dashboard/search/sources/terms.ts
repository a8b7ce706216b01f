import type { SearchKind } from '../../../contract/search.ts';
import type { CollectionSpec, ProjectDb } from '../../../core/mongo/index.ts';
import { authors, categories, kbCollections, kbSections, type TermRecord } from '../../../modules/index.ts';
import type { SearchSource } from './source.ts';

/** The keys of texts in any kind of term; `seo` contains further ones. */
const textKeys = ['name', 'title', 'job_title', 'bio', 'description'];

function termSource(
  kind: SearchKind,
  collection: CollectionSpec<TermRecord, ProjectDb>,
  titleKey: 'name' | 'title',
): SearchSource<TermRecord> {
  return {
    collection,
    kinds: [kind],
    idKey: '_id',
    listedFields: { slug: 1, updated_at: 1 },
    searched({ _id: id, locales = {}, ...term }) {
      const { [titleKey]: title, ...rest } = term as Record<string, unknown>;
      const texts = [rest, ...Object.values(locales)].flatMap(textsOf);
      return { kind, id, type: null, title: String(title), texts };
    },
    listed: ({ _id: id, slug }) => ({ id, slug, status: null }),
  };
}

function textsOf(values: Readonly<Record<string, unknown>>): string[] {
  const texts = textKeys.map((key) => values[key]).filter((value) => typeof value === 'string');
  const { seo } = values;
  return typeof seo === 'object' && seo !== null
    ? [...texts, ...textsOf(seo as Record<string, unknown>)]
    : texts;
}

export const termSources: readonly SearchSource<TermRecord>[] = [
  termSource('author', authors, 'name'),
  termSource('blog_category', categories, 'name'),
  termSource('kb_collection', kbCollections, 'title'),
  termSource('kb_section', kbSections, 'title'),
];
