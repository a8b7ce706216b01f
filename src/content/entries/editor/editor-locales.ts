import type { LocaleRecord, ReleaseContext } from '../../../core/context/index.ts';
import { type LocalizedItem, serveDraft, translationIn } from '../../../lifecycle/index.ts';
import { editedLocale as localeOfEditor } from '../../../projects/index.ts';
import {
  hasLocalizedFields,
  isLocalized,
  joinValues,
  localizedAddresses,
} from '../../fields/locales/own-values.ts';
import { sentValues } from '../../fields/sent-values.ts';
import type { TypeShape } from '../../types/lookup.ts';
import { entryIn, itemOf } from '../store/locales/states.ts';
import { textsOf } from '../store/locales/translation.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import { writtenLocaleKeys } from '../write/locales/written.ts';
import type { EditorEntry } from './editor-schema.ts';

type Editing = Pick<ReleaseContext, 'project' | 'writtenLocale' | 'now'>;

/** An entry in the locale that its editor shows. */
export interface EditedLocale {
  /** The entry as if it had only this locale. */
  entry: EntryRecord;
  item: LocalizedItem;
  locale: LocaleRecord;
  list: readonly LocaleRecord[];
}

/** The entry in the locale of the editor; null if the project has one locale, or the type is not localized. */
export function editedLocale(context: Editing, type: TypeShape, record: EntryRecord): EditedLocale | null {
  const { list } = context.project.locales;
  const locale = editedLocaleOf(context, type);
  if (locale === null) return null;
  const item = itemOf(record, type, list);
  return { entry: entryIn(record, { item, locale: locale.id, type, now: context.now }), item, locale, list };
}

/**
 * The locale of an editor or of a list; null if the project has one locale, or the type is not localized.
 * @throws unknown_locale
 */
export function editedLocaleOf(context: Editing, type: TypeShape): LocaleRecord | null {
  const locale = localeOfEditor(context);
  return hasLocalizedFields(type) ? locale : null;
}

/** The keys of an editor's response that are about locales. */
export function editorLocaleKeys(
  context: ReleaseContext,
  type: TypeShape,
  { record, view }: { record: EntryRecord; view: EditedLocale | null },
): Pick<EditorEntry, 'locale' | 'locales' | 'states' | 'fallbacks' | 'fallback_draft' | 'outdated_fields'> {
  if (view === null) return {};
  const { locale, list, item } = view;
  const keys = writtenLocaleKeys(context, { type, entry: record, written: { locale, list } });
  const texts = textsOf(type, item.shared, locale.id);
  const outdated = translationIn(item.states, locale, { list, texts: [...texts.keys()] })?.outdated ?? [];
  return {
    ...keys,
    ...fallbackKeys(type, view, fallbackValues(type, item, view, context.now)),
    outdated_fields: outdated.map((address) => texts.get(address) ?? address),
  };
}

interface Fallbacks {
  values: EntryValues;
  /** Ids of locales by address. */
  sources: Readonly<Record<string, string>>;
}

/** The values that replace empty ones of a locale in previews, where drafts count as visible. */
export function fallbackValues(
  type: TypeShape,
  { shared, states }: LocalizedItem,
  { locale, list }: Pick<EditedLocale, 'locale' | 'list'>,
  now: Date,
): Fallbacks {
  const addresses = localizedAddresses(type, shared.draft);
  const { values, fallbacks: sources } = serveDraft(states, locale.id, { list, addresses, now });
  return { values, sources };
}

/** `fallback_draft` has the localized values of other locales alone, with the lists of blocks that contain them. */
function fallbackKeys(
  type: TypeShape,
  { item, list }: EditedLocale,
  { values, sources }: Fallbacks,
): Pick<EditorEntry, 'fallbacks' | 'fallback_draft'> {
  const codes = new Map(list.map(({ id, code }) => [id, code]));
  const fallbacks: Record<string, string> = {};
  const own: Record<string, unknown> = {};
  for (const { address, name } of localizedAddresses(type, item.shared.draft)) {
    const code = codes.get(sources[address] ?? '');
    if (code === undefined) continue;
    fallbacks[name] = code;
    own[address] = values[address];
  }
  const fields = type.fields.filter((field) => isLocalized(field) || field.type === 'blocks');
  const draft = joinValues(type, item.shared.draft, own);
  return { fallbacks, fallback_draft: sentValues({ ...type, fields }, draft) };
}
