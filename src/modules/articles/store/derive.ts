import type { ProjectInfo } from '../../../core/context/index.ts';
import { plainText } from '../../../content/index.ts';
import { allLinks, type ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';
import { liveReferenceName } from '../../../contract/fields/links.ts';
import { furtherSnapshots, type LocaleKeys, type PublishableItem } from '../../../lifecycle/index.ts';
import { slugOfId } from '../../../contract/text/slugs.ts';
import { storedWords } from '../../../contract/text/words.ts';
import { articleParts } from '../locales/values.ts';

/** Adds the fields that lists, searches and lookups query. */
export function articleRecord<V extends ArticleValues>(
  { project }: { project: Pick<ProjectInfo, 'reviewIntervalDays'> },
  module: ArticleModule<V>,
  id: string,
  article: PublishableItem<V> & LocaleKeys,
): ArticleRecord<V> {
  const { draft, live, pending } = article;
  const linksIn = (values: V | undefined | null) => (values == null ? [] : allLinks(module, values));
  const further = furtherSnapshots(article, articleParts(module));
  const liveLinks = [live, ...further.live].flatMap(linksIn);
  const allLinkTargets = [
    ...linksIn(draft),
    ...liveLinks,
    ...linksIn(pending?.values),
    ...further.all.flatMap(linksIn),
  ];
  const record: ArticleRecord<V> = {
    ...withoutLocaleDerived(article),
    _id: id,
    module: module.module,
    slug: [draft.slug, ...slugsOf(article)].find((slug) => slug !== '') ?? slugOfId(id),
    ...localeDerived(module, article, further.all),
    facets:
      live === null ? [] : [...live.authors.map((author) => `author:${author}`), ...module.facets(live)],
    ...storedWords(live === null ? [] : searchedTexts(module, live)),
    refs: [...new Set(allLinkTargets.map(({ id }) => id))],
    live_refs: [...new Set(liveLinks.map(liveReferenceName))],
  };
  return { ...record, ...module.derivedKeys?.(record, project) };
}

/** Removes derived keys, so that they are added again only if they still apply. */
function withoutLocaleDerived<A extends object>(article: A): A {
  const derived = { ...article } as A &
    Partial<Pick<ArticleRecord<ArticleValues>, 'locale_slugs' | 'shared_uses'>>;
  delete derived.locale_slugs;
  delete derived.shared_uses;
  return derived;
}

/** The texts that `q` searches (specification: search). */
export function searchedTexts<V extends ArticleValues>(module: ArticleModule<V>, live: V): string[] {
  return [live.title, live.excerpt, ...module.texts(live), plainText(live.body)];
}

/** The slugs of an article in further locales. */
function slugsOf({ locales = {} }: LocaleKeys): string[] {
  const slugs = Object.values(locales).map(({ draft }) => draft['slug']);
  return slugs.filter((slug): slug is string => typeof slug === 'string' && slug !== '');
}

/** The keys of an article in several locales by which it is found: all its slugs, and values of shared snapshots. */
function localeDerived<V extends ArticleValues>(
  module: ArticleModule<V>,
  article: PublishableItem<V> & LocaleKeys,
  further: readonly V[],
): Pick<ArticleRecord<V>, 'locale_slugs' | 'shared_uses'> {
  if (article.locales === undefined) return {};
  const slugs = [article.draft.slug, ...slugsOf(article)].filter((slug) => slug !== '');
  const uses = further.flatMap((values) => sharedUses(module, values));
  return { locale_slugs: [...new Set(slugs)], shared_uses: [...new Set(uses)] };
}

/** The authors, categories and containers of values, as `field:id`. */
function sharedUses<V extends ArticleValues>(module: ArticleModule<V>, values: V): string[] {
  return [
    ...values.authors.map((id) => `authors:${id}`),
    ...module.links(values).map(({ field, id }) => `${field}:${id}`),
    ...('shelf' in values ? [`shelf:${String(values.shelf)}`] : []),
  ];
}
