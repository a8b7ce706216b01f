import {
  countOf,
  countsOf,
  type ChangeTags,
  itemChangeTags,
  hideUnseenId,
  noChangeTags,
} from '../../../contract/events/cache-tags.ts';
import { type StateTransition, type CacheNotice, cacheNotice, visibleAt } from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

/** The cache tags of an article's write (docs/build/cache-tags.md). */
export function articleChangeTags<V extends ArticleValues>(
  module: ArticleModule<V>,
  moved: StateTransition<ArticleRecord<V>>,
): ChangeTags {
  const notice = cacheNotice(moved);
  const id = (moved.after ?? moved.before)?._id;
  if (notice === null || id === undefined) return noChangeTags;
  const { tags, ...rest } = hideUnseenId(itemChangeTags(module.kind, id), notice.isVisible);
  const counted = [...changedCounts(module, moved, notice)].map((by) => countOf(module.module, by));
  const counts = counted.length === 0 ? [] : [countsOf[module.module], ...counted];
  return { ...rest, tags: [...tags, ...counts] };
}

/** Returns the authors, categories and containers whose number of articles changes, now or at a date. */
function changedCounts<V extends ArticleValues>(
  module: ArticleModule<V>,
  { before, after, now }: StateTransition<ArticleRecord<V>>,
  { hasNewDates: isDated }: CacheNotice,
): Set<string> {
  const countedBy = (item: ArticleRecord<V> | null) => {
    const shown = isDated ? [item?.live, item?.pending?.values] : [visibleAt(item, now)];
    return new Set(shown.flatMap((values) => (values == null ? [] : holdersOf(module, values))));
  };
  const [was, is] = [countedBy(before), countedBy(after)];
  const isOther = (id: string) => isDated || was.has(id) !== is.has(id);
  return new Set([...was, ...is].filter(isOther));
}

function holdersOf<V extends ArticleValues>(module: ArticleModule<V>, values: V): string[] {
  const shelf = 'shelf' in values ? [String(values.shelf)] : [];
  return [...shelf, ...values.authors, ...module.links(values).map((link) => link.id)];
}
