import type { NewEvent, PublishedVerb } from '../../../contract/events/events.ts';
import { statusAt } from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

/** The event of a change. It contains no content; receivers fetch that (specification: event-data). */
export function articleEvent<V extends ArticleValues>(
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
  { verb, now, isPublic }: { verb: PublishedVerb; now: Date; isPublic: boolean },
): NewEvent {
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
      url: `${module.path}/${record.slug}`,
    },
  };
}
