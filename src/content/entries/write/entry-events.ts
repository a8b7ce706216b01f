import type { PublishedVerb } from '../../../contract/events/events.ts';
import type { LocaleRecord, ReleaseContext, ReleaseWriter, Tx } from '../../../core/context/index.ts';
import { eventLocales, type LocaleNotice, statusAt, visibleAt } from '../../../lifecycle/index.ts';
import { hasLocalizedFields } from '../../fields/locales/own-values.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { entryUrl, titleOf } from '../editor/label.ts';
import type { EntryRecord } from '../store/schema.ts';

/** The subject of the audit row of an entry's change. */
export function auditedEntry({ db }: Pick<ReleaseContext, 'db'>, type: TypeRecord, entry: EntryRecord) {
  const title = titleOf(type, entry.draft, entry.id);
  return {
    subject: { kind: 'entry', id: entry.id, type: type.slug, title },
    releaseId: db.releaseId,
  } as const;
}

/** A change of an entry that readers notice. */
interface EntryNotice {
  type: TypeShape;
  entry: EntryRecord;
  verb: PublishedVerb;
  /** The locales whose readers notice it; the default locale if absent. */
  locales?: readonly LocaleNotice[];
  /** The code of the locale of `entry`; absent for the default locale. */
  locale?: string;
  /** The locales that readers had before the change; those of the project if absent. */
  list?: readonly LocaleRecord[];
}

/** Emits the event of a change that readers of the default release notice. Other releases emit none. */
export async function emitEntryEvent(tx: Tx<ReleaseWriter>, notice: EntryNotice): Promise<void> {
  if (tx.db.releaseId !== (await tx.defaultReleaseId())) return;
  const { type, entry, verb, locale } = notice;
  const locales = await localesOfEvent(tx, notice);
  const state = verb === 'unpublished' ? 'draft' : verb === 'deleted' ? statusAt(entry, tx.now) : 'published';
  const path = entryUrl(type.kind, type.slug, entry.id);
  const url = locale === undefined ? path : `${path}?locale=${locale}`;
  tx.emit({
    name: `content.entry.${verb}`,
    subject: entry.id,
    revision: entry.revision,
    data: {
      id: entry.id,
      type: type.slug,
      title: titleOf(type, entry.live ?? entry.draft, entry.id),
      status: state,
      published_at: entry.published_at?.toISOString() ?? null,
      updated_at: entry.updated_at.toISOString(),
      revision: entry.revision,
      url,
      ...locales,
    },
    isPublic: verb !== 'deleted' || visibleAt(entry, tx.now) !== null,
  });
}

/** The locales of an event; none in projects with one locale, and of types without localized fields. */
async function localesOfEvent(
  tx: Tx<ReleaseWriter>,
  { type, entry, verb, locales, ...notice }: EntryNotice,
): Promise<{ locales?: object[] }> {
  if (!hasLocalizedFields(type)) return {};
  const list = notice.list ?? (await tx.locales()).list;
  if (list.length < 2) return {};
  const change = verb === 'deleted' ? 'unpublished' : verb;
  const wasVisible = verb !== 'deleted' || visibleAt(entry, tx.now) !== null;
  const all = locales ?? (wasVisible ? [{ locale: list[0]?.id ?? '', change }] : []);
  return { locales: eventLocales(list, all, entryUrl(type.kind, type.slug, entry.id)) };
}
