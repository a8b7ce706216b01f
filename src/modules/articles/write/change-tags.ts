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
  transition: StateTransition<ArticleRecord<V>>,
): ChangeTags {
  const notice = cacheNotice(transition);
  const id = (transition.after ?? transition.before)?._id;
  if (notice === null || id === undefined) return noChangeTags;
  const { tags, ...rest } = hideUnseenId(itemChangeTags(module.kind, id), notice.isVisible);
  const countTags = [...changedCounts(module, transition, notice)].map((holder) =>
    countOf(module.module, holder),
  );
  const counts = countTags.length === 0 ? [] : [countsOf[module.module], ...countTags];
  return { ...rest, tags: [...tags, ...counts] };
}

/** Returns the authors, categories and containers whose number of articles changes, now or at a date. */
function changedCounts<V extends ArticleValues>(
  module: ArticleModule<V>,
  { before, after, now }: StateTransition<ArticleRecord<V>>,
  { hasNewDates }: CacheNotice,
): Set<string> {
  const countHolders = (item: ArticleRecord<V> | null) => {
    const snapshots = hasNewDates ? [item?.live, item?.pending?.values] : [visibleAt(item, now)];
    return new Set(snapshots.flatMap((values) => (values == null ? [] : holdersOf(module, values))));
  };
  const [holdersBefore, holdersAfter] = [countHolders(before), countHolders(after)];
  const hasOtherCount = (id: string) => hasNewDates || holdersBefore.has(id) !== holdersAfter.has(id);
  return new Set([...holdersBefore, ...holdersAfter].filter(hasOtherCount));
}

function holdersOf<V extends ArticleValues>(module: ArticleModule<V>, values: V): string[] {
  const containerIds = 'shelf' in values ? [String(values.shelf)] : [];
  return [...containerIds, ...values.authors, ...module.links(values).map((link) => link.id)];
}
