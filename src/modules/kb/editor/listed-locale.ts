import type { ProjectContext } from '../../../core/context/index.ts';
import type { DbLocale } from '../../../core/mongo/index.ts';
import { furtherLocaleId, servedChain } from '../../../projects/index.ts';
import { articlePlacements } from '../articles/list/serialize-articles.ts';
import type { ArticlePlacement } from '../articles/serialize.ts';
import { reviewDates } from '../freshness.ts';
import { servedTerm } from '../../taxonomy/locales/served.ts';
import type { CollectionNode } from '../structure/structure.ts';
import { collectionTaxonomy, sectionTaxonomy } from '../structure/taxonomies.ts';
import type { ListTitles, EditorListArticle, LocaleListArticle } from './repository.ts';

/** The locale in which the lists of the knowledge base are shown. */
export interface KbListLocale extends Pick<DbLocale, 'isDefault'> {
  /** The ids of the locale, of its fallbacks and of the default locale. */
  chain: [string, ...string[]];
  titles: ListTitles;
}

/** The locale of the request; null if the project has one locale. @throws unknown_locale */
export function kbListLocale(context: ProjectContext): KbListLocale | null {
  const furtherId = furtherLocaleId(context);
  const { list } = context.project.locales;
  const [first, ...others] = list;
  if (first === undefined || others.length === 0) return null;
  const chain = servedChain(list, furtherId ?? first.id);
  const otherIds = list.map(({ id }) => id).filter((id) => !chain.includes(id));
  return {
    chain,
    isDefault: furtherId === null,
    titles: { ids: [...chain, ...otherIds], defaultId: first.id, furtherId },
  };
}

/** A listed article; in a further locale with the dates of its freshness there. */
export function articleIn(
  { live_at = null, ...article }: LocaleListArticle,
  locale: KbListLocale | null,
  project: Pick<ProjectContext['project'], 'reviewIntervalDays'>,
): EditorListArticle {
  const listed = { ...article, live_at };
  if (locale === null || locale.isDefault) return listed;
  const { changed_at, updated_at, last_reviewed_at = null, interval_days } = article;
  const days = interval_days ?? project.reviewIntervalDays;
  return { ...listed, ...reviewDates(changed_at ?? updated_at, last_reviewed_at, days) };
}

/** The code of the locale of a title that is neither of the shown locale nor of its fallbacks. */
export function foreignTitleCode(
  { title_locale: id }: Pick<EditorListArticle, 'title_locale'>,
  locale: KbListLocale | null,
  { locales }: Pick<ProjectContext['project'], 'locales'>,
): string | undefined {
  if (id === undefined || locale === null || locale.chain.includes(id)) return undefined;
  return locales.list.find((one) => one.id === id)?.code;
}

/** The collection and section of each container, with titles of the locale. */
export function placementsIn(
  collections: readonly CollectionNode[],
  locale: KbListLocale | null,
): ReadonlyMap<string, ArticlePlacement> {
  const nodes = collections.map(({ sections, ...node }) => ({
    ...node,
    record: servedTerm(node.record, collectionTaxonomy, locale),
    sections: sections.map((section) => ({
      ...section,
      record: servedTerm(section.record, sectionTaxonomy, locale),
    })),
  }));
  return articlePlacements(nodes);
}
