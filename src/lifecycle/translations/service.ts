import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import { kindOfId } from '../../contract/ids.ts';
import { wholeList } from '../../contract/listing.ts';
import { clip } from '../../contract/text/clip.ts';
import { translationBounds, type TranslationState, translationStates } from '../../contract/translations.ts';
import type {
  ConfirmedItem,
  LocaleListRecord,
  ReleaseContext,
  TranslationLocale,
  Tx,
  WriteResult,
} from '../../core/context/index.ts';
import { findLocale, writeProject } from '../../projects/index.ts';
import { translationKey } from '../locales/translation.ts';
import type {
  ConfirmedTranslations,
  ConfirmTranslations,
  TranslationList,
  TranslationQuery,
  TranslationSummary,
} from './schema.ts';

/**
 * Lists items whose texts in a locale have a state, the last changed first (specification: translations).
 * @throws unknown_locale, invalid_parameter, invalid_cursor
 */
export async function listTranslations(
  context: ReleaseContext,
  query: TranslationQuery,
): Promise<TranslationList> {
  const { kind = 'entry', type, limit = translationBounds.pageDefault } = query;
  const states = readStates(query.state ?? 'missing,outdated');
  const target = translatedLocale(context, context.project.locales, query.locale);
  if (type !== undefined && kind !== 'entry') throw invalid('type', 'works with kind=entry');
  const list = [
    context.db.projectId,
    context.db.releaseId,
    'translations',
    kind,
    type ?? null,
    target.locale.id,
    states,
  ];
  const position = query.cursor === undefined ? null : context.cursors.decode(list, query.cursor);
  const after = position === null ? null : { at: new Date(String(position[0])), id: String(position[1]) };
  const keys = states.map((state) => translationKey(target.locale.id, state));
  const source = context.translations.find((one) => one.kind === kind);
  const page = (await source?.list(context, { ...target, type, keys, after, limit })) ?? {
    items: [],
    next: null,
  };
  const data = page.items.flatMap((item) => {
    const { state, ...rest } = item;
    // After a change of the locales, the index is outdated until the job has updated all items.
    return state === null || !states.includes(state) ? [] : [{ kind, ...rest, state }];
  });
  const { next } = page;
  const cursor = next === null ? null : context.cursors.encode(list, [next.at, next.id]);
  return { data, meta: { limit, has_more: next !== null, next_cursor: cursor, next_offset: null } };
}

/** Counts the items of each state, by locale and kind, up to 10,000. */
export async function summarizeTranslations(context: ReleaseContext): Promise<TranslationSummary> {
  const { list } = context.project.locales;
  const data = await context.withConcurrencyLimit(async () => {
    const rows: TranslationSummary['data'] = [];
    for (const { id, code } of list.slice(1))
      for (const source of context.translations) {
        const keys = translationStates.map((state) => translationKey(id, state));
        const [missing = 0, outdated = 0, current = 0] = await source.count(
          context,
          keys,
          translationBounds.count,
        );
        rows.push({ locale: code, kind: source.kind, missing, outdated, current });
      }
    return rows;
  });
  return { data, meta: wholeList(data.length) };
}

/**
 * Marks own texts in a locale as current. Readers notice nothing, so there is no event and no new revision.
 * @throws unknown_locale, invalid_field_value, unknown_link, type_not_localized
 */
export async function confirmTranslations(
  context: ReleaseContext,
  { locale: code, ids, fields }: ConfirmTranslations,
): Promise<ConfirmedTranslations> {
  const data = await writeProject(context, async (tx): Promise<WriteResult<ConfirmedItem[]>> => {
    const target = translatedLocale(tx, await tx.locales(), code);
    tx.noteLocales([target.locale.id]);
    const items: ConfirmedItem[] = [];
    for (const [i, id] of [...new Set(ids)].entries())
      items.push(await confirmItem(tx, { ...target, id, fields, param: `ids[${i}]` }));
    checkFields(items, fields);
    const audits = items.flatMap(({ audit }): AuditEntry[] => (audit === null ? [] : [audit]));
    return audits.length === 0 ? tx.unchanged(items) : tx.stored(audits, items);
  });
  return {
    data: data.map(({ id, state, missing_fields, outdated_fields }) => ({
      id,
      state,
      missing_fields,
      outdated_fields,
    })),
  };
}

async function confirmItem(
  tx: Tx<ReleaseContext>,
  {
    param,
    ...confirmation
  }: TranslationLocale & { id: string; fields: readonly string[] | undefined; param: string },
): Promise<ConfirmedItem> {
  const { id } = confirmation;
  const source = tx.translations.find(({ kind }) => kind === kindOfId(id));
  const item = (await source?.confirm(tx, confirmation)) ?? null;
  if (item !== null) return item;
  const expected = 'an item with texts in several locales';
  const message = `There is no item with texts in several locales under the id ${clip(id)}.`;
  throw new ApiError('unknown_link', message, { param, expected, got: 'nothing' });
}

/** @throws invalid_field_value for a name that no item has */
function checkFields(items: readonly ConfirmedItem[], fields: readonly string[] | undefined): void {
  const names = [...new Set(items.flatMap((item) => item.fields))];
  const at = (fields ?? []).findIndex((field) => !names.includes(field));
  if (at === -1) return;
  const why = `no text is named "${fields?.[at] ?? ''}". Use ${names.slice(0, 20).join(', ') || 'a localized text'}`;
  throw apiError('invalid_field_value', { name: 'fields', why }, { param: `fields[${at}]` });
}

/** @throws unknown_locale, invalid_parameter for the default locale */
function translatedLocale(
  { now }: Pick<ReleaseContext, 'now'>,
  { list }: LocaleListRecord,
  code: string,
): TranslationLocale {
  const locale = findLocale(list, code, { now, param: 'locale' });
  if (locale === list[0]) throw invalid('locale', 'must be another locale than the default');
  return { list, locale };
}

/** The states in `state`, in their order. @throws invalid_parameter */
function readStates(text: string): TranslationState[] {
  const names = text.split(',');
  const isKnown = names.every((name) => translationStates.some((state) => state === name));
  if (!isKnown || new Set(names).size < names.length)
    throw invalid('state', `takes ${translationStates.join(', ')}, or several of them separated by commas`);
  return translationStates.filter((state) => names.includes(state));
}

function invalid(name: string, why: string): Error {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
