import { apiError } from '../../../contract/errors/api-error.ts';
import { storageKeyOf } from '../../../contract/fields/storage-key.ts';
import type {
  ItemTexts,
  ReleaseContext,
  TranslationItem,
  TranslationKind,
  TranslationListQuery,
  TranslationLocale,
  WrittenItemTexts,
} from '../../../core/context/index.ts';
import {
  checkSequence,
  confirmTexts,
  isVisibleIn,
  itemTextsOf,
  translationSource,
  translationStateOf,
} from '../../../lifecycle/index.ts';
import { hasLocalizedFields } from '../../fields/locales/own-values.ts';
import { loadTypes, loadTypesInWrite, type TypeShape } from '../../types/lookup.ts';
import { entryUrl, titleOf } from '../editor/label.ts';
import { itemOf } from '../store/locales/states.ts';
import { textsOf, withTranslation } from '../store/locales/translation.ts';
import { countTranslations, findTranslations } from '../store/queries/translation-repository.ts';
import { findEntry, replaceEntry } from '../store/repository.ts';
import type { EntryRecord } from '../store/schema.ts';
import { auditedEntry } from '../write/entry-events.ts';
import { updateEntry, updateSingleton } from '../write/write-entry.ts';

/** Entries whose texts are translated. */
export const translatedEntries: TranslationKind = {
  kind: 'entry',
  async list(context, query) {
    const types = await loadTypes(context);
    if (query.type !== undefined && !types.has(query.type))
      throw apiError(
        'invalid_parameter',
        {
          name: 'type',
          why: `must be a content type: ${[...types.keys()].slice(0, 20).join(', ')}`,
        },
        { param: 'type' },
      );
    const { items: entries, next } = await findTranslations(context.db, query);
    const items = entries.flatMap((entry) => {
      const type = types.get(entry.type);
      return type === undefined ? [] : [listedItem(context, { ...type, blocks: types.blocks }, entry, query)];
    });
    return { items, next };
  },
  count: ({ db }, keys, max) => countTranslations(db, keys, max),
  readTexts,
  writeTexts,
  async confirm(tx, { id, locale, list, fields }) {
    const before = await findEntry(tx.db, id);
    const types = await loadTypesInWrite(tx);
    const definition = before === null ? undefined : types.get(before.type);
    if (before === null || definition === undefined) return null;
    const type = { ...definition, blocks: types.blocks };
    if (!hasLocalizedFields(type))
      throw apiError('type_not_localized', { slug: type.slug, code: locale.code }, { param: 'locale' });
    const item = itemOf(before, type, list);
    const texts = textsOf(type, item.shared, locale.id);
    const confirmedItem = confirmTexts(item, { list, locale, fields, texts });
    const state = translationStateOf(id, confirmedItem, { texts, list, locale });
    const result = { ...state, fields: [...texts.values()] };
    const localeState = confirmedItem.states.get(locale.id);
    if (localeState === undefined || confirmedItem === item) return { ...result, audit: null };
    const entry = { ...before, locales: { ...before.locales, [locale.id]: localeState } };
    await replaceEntry(tx.db, before, withTranslation(entry, type, list));
    const audit = {
      action: 'entry.changed' as const,
      ...auditedEntry(tx, type, before),
      revision: item.revision,
      changed: ['translation'],
    };
    return { ...result, audit };
  },
};

async function readTexts(
  context: ReleaseContext,
  { id, ...target }: TranslationLocale & { id: string },
): Promise<ItemTexts | null> {
  const entry = await findEntry(context.db, id);
  const types = await loadTypes(context);
  const definition = entry === null ? undefined : types.get(entry.type);
  if (entry === null || definition === undefined) return null;
  const type = { ...definition, blocks: types.blocks };
  if (!hasLocalizedFields(type)) return null;
  const item = itemOf(entry, type, target.list);
  return itemTextsOf(item, { ...target, texts: textsOf(type, item.shared, target.locale.id) });
}

async function writeTexts(
  context: ReleaseContext,
  { id, locale, values, translatedFrom, sequence }: WrittenItemTexts,
): Promise<void> {
  const entry = await findEntry(context.db, id);
  const types = await loadTypes(context);
  const definition = entry === null ? undefined : types.get(entry.type);
  if (entry === null || definition === undefined) throw apiError('unknown_entry', { entryId: id });
  const type = { ...definition, blocks: types.blocks };
  const input = {
    locales: { [locale.code]: { values: nestedValues(values), translated_from: translatedFrom } },
  };
  const options = {
    draftOnly: true,
    check: (before: EntryRecord, list: TranslationLocale['list']) =>
      checkSequence(itemOf(before, type, list).revision, sequence),
  };
  await (type.kind === 'singleton'
    ? updateSingleton(context, type.slug, input, options)
    : updateEntry(context, { type: type.slug, entryId: id }, input, options));
}

/** The values of a write: those in blocks by the list and the block. */
function nestedValues(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const [field = '', blockId, key] = name.split('/');
    if (blockId === undefined || key === undefined) {
      nested[field] = value;
      continue;
    }
    const blocks = (nested[field] ??= {}) as Record<string, Record<string, unknown>>;
    (blocks[blockId] ??= {})[key] = value;
  }
  return nested;
}

function listedItem(
  { now }: ReleaseContext,
  type: TypeShape,
  entry: EntryRecord,
  { list, locale }: TranslationListQuery,
): TranslationItem {
  const item = itemOf(entry, type, list);
  const { source, sourceState } = translationSource(item, { list, locale });
  const label = type.display_field === null ? null : storageKeyOf(type.fields, type.display_field);
  const title = label === null ? undefined : (sourceState?.live?.[label] ?? item.shared.live?.[label]);
  return {
    type: type.slug,
    title: titleOf(type, label === null ? {} : { [label]: title }, entry.id),
    ...translationStateOf(entry.id, item, { texts: textsOf(type, item.shared, locale.id), list, locale }),
    source,
    live: isVisibleIn(item.states, locale.id, now),
    updated_at: (entry.translation?.at ?? entry.updated_at).toISOString(),
    url: `${entryUrl(type.kind, type.slug, entry.id)}?locale=${locale.code}`,
  };
}
