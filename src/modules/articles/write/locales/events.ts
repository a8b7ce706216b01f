import type { ChangeTags } from '../../../../contract/events/cache-tags.ts';
import type { LocaleRecord, ProjectContext, ProjectWriter, Tx } from '../../../../core/context/index.ts';
import {
  eventSource,
  type ItemNotice,
  itemStateIn,
  type LocalizedItem,
  noticeOf,
  recordIn,
  writtenAt,
} from '../../../../lifecycle/index.ts';
import { articleForm, articleParts } from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import { articleChangeTags } from '../change-tags.ts';
import { emitArticleEvent } from '../event.ts';

/** An article before and after a change that readers of some locales may notice. */
interface ChangeInLocales<V extends ArticleValues> {
  /** The locales of the project, and removed ones whose readers notice the change. */
  list: readonly LocaleRecord[];
  record: ArticleRecord<V>;
  before: LocalizedItem;
  after: LocalizedItem;
  notice: ItemNotice;
  /** When readers noticed it. */
  at: Date;
}

/** Emits the event of a change in several locales, and purges the responses that show it. */
export async function emitLocaleChange<V extends ArticleValues>(
  tx: Tx<ProjectWriter>,
  module: ArticleModule<V>,
  { list, record, before, after, notice, at }: ChangeInLocales<V>,
): Promise<void> {
  const { verb, locales } = notice;
  const tags = localeChangeTags(tx, module, { before, after, id: record._id });
  if (verb !== null || tags.tags.length + (tags.hidden?.length ?? 0) > 0) tx.invalidate(module.module, tags);
  if (verb === null) return;
  const source = eventSource(list, locales, { before: before.states, after: after.states, at });
  if (source === undefined) return;
  const view = viewIn(tx, module, { record, item: after, locale: source.id });
  // Events of one article have increasing revisions, also if another locale changed.
  const article = { ...view, revision: after.revision, updated_at: at };
  const eventNotice = { verb, locales, isPublic: true, list };
  await emitArticleEvent(
    tx,
    module,
    article,
    source === list[0] ? eventNotice : { ...eventNotice, locale: source.code },
  );
}

/** Emits the event of the deletion of an article in all its locales, and purges the responses that show it. */
export async function emitDeletionInLocales<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  { list, record, item }: { list: readonly LocaleRecord[]; record: ArticleRecord<V>; item: LocalizedItem },
): Promise<void> {
  const { addressesOf } = articleForm(module);
  const { locales } = noticeOf({ item, now: tx.now }, null, { list, addressesOf });
  const tags = localeChangeTags(tx, module, { before: item, after: null, id: record._id });
  if (tags.tags.length + (tags.hidden?.length ?? 0) > 0) tx.invalidate(module.module, tags);
  const states = { before: item.states, after: new Map(), at: tx.now };
  const source = eventSource(list, locales, states) ?? list[0];
  if (source === undefined) return;
  const view = viewIn(tx, module, { record, item, locale: source.id });
  const last = { ...view, revision: item.revision + 1, updated_at: writtenAt(view, tx.now) };
  const eventNotice = { verb: 'deleted' as const, locales, isPublic: locales.length > 0 };
  await emitArticleEvent(
    tx,
    module,
    last,
    source === list[0] ? eventNotice : { ...eventNotice, locale: source.code },
  );
}

/** The article in one locale, with its slug there. */
function viewIn<V extends ArticleValues>(
  { now }: Pick<ProjectContext, 'now'>,
  module: ArticleModule<V>,
  { record, item, locale }: { record: ArticleRecord<V>; item: LocalizedItem; locale: string },
): ArticleRecord<V> {
  const view = recordIn<V, ArticleRecord<V>>(record, { item, locale, parts: articleParts(module), now });
  return view.draft.slug === '' ? view : { ...view, slug: view.draft.slug };
}

/** The cache tags that a write of an article in several locales purges; null for an article that does not exist. */
function localeChangeTags<V extends ArticleValues>(
  { now }: Pick<ProjectContext, 'now'>,
  module: ArticleModule<V>,
  { before, after, id }: { before: LocalizedItem | null; after: LocalizedItem | null; id: string },
): ChangeTags {
  const parts = articleParts(module);
  const ids = new Set([...(before?.states.keys() ?? []), ...(after?.states.keys() ?? [])]);
  const stateOf = (item: LocalizedItem | null, locale: string) => {
    if (item === null || !item.states.has(locale)) return null;
    return { ...itemStateIn(item, locale, { parts, now }), _id: id } as ArticleRecord<V>; // the keys that tags need
  };
  const all = [...ids].map((locale) =>
    articleChangeTags(module, { before: stateOf(before, locale), after: stateOf(after, locale), now }),
  );
  const tags = new Set(all.flatMap((one) => one.tags));
  const hidden = new Set(all.flatMap((one) => one.hidden ?? []).filter((tag) => !tags.has(tag)));
  return { tags: [...tags], ...(hidden.size === 0 ? {} : { hidden: [...hidden] }) };
}
