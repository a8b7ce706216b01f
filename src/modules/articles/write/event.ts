import type { NewEvent, PublishedVerb } from '../../../contract/events/events.ts';
import type { LocaleRecord, ProjectWriter, Tx } from '../../../core/context/index.ts';
import { eventLocales, type LocaleNotice, statusAt } from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

/** A change that readers of some locales notice. */
interface ArticleNotice {
  verb: PublishedVerb;
  isPublic: boolean;
  /** The default locale if absent. */
  locales?: readonly LocaleNotice[];
  /** The code of the locale of the article; absent for the default locale. */
  locale?: string;
  /** The locales that readers had before the change; those of the project if absent. */
  list?: readonly LocaleRecord[];
}

/** Emits the event of a change. It contains no content; receivers fetch that (specification: event-data). */
export async function emitArticleEvent<V extends ArticleValues>(
  tx: Tx<ProjectWriter>,
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
  notice: ArticleNotice,
): Promise<void> {
  const list = notice.list ?? (await tx.locales()).list;
  const { verb, isPublic } = notice;
  const change = verb === 'deleted' ? 'unpublished' : verb;
  const { locales = isPublic ? [{ locale: list[0]?.id ?? '', change }] : [] } = notice;
  const path = `${module.path}/${record.slug}`;
  const event = articleEvent(module, record, { ...notice, now: tx.now });
  const inLocales = list.length < 2 ? {} : { locales: eventLocales(list, locales, path) };
  tx.emit({ ...event, data: { ...event.data, ...inLocales } });
}

function articleEvent<V extends ArticleValues>(
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
  { verb, now, isPublic, locale }: ArticleNotice & { now: Date },
): NewEvent {
  const path = `${module.path}/${record.slug}`;
  return {
    name: `${module.module}.article.${verb}`,
    subject: record._id,
    revision: record.revision,
    isPublic,
    data: {
      id: record._id,
      slug: record.slug,
      title: (record.live ?? record.draft).title,
      status: statusAt(record, now),
      published_at: record.published_at?.toISOString() ?? null,
      updated_at: record.updated_at.toISOString(),
      url: locale === undefined ? path : `${path}?locale=${locale}`,
    },
  };
}
