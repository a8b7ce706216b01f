import { ApiError, apiError } from '../../../../contract/errors/api-error.ts';
import type { LocaleRecord } from '../../../../core/context/index.ts';
import type { LocalizedItem } from '../../../../lifecycle/index.ts';
import { findLocale, hasDefaultRows, writtenLocale } from '../../../../projects/index.ts';
import { hasLocalizedFields } from '../../../fields/locales/own-values.ts';
import type { Field } from '../../../fields/schema.ts';
import type { BlockShapes } from '../../../fields/walk.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { isInLocales } from '../../store/locales/states.ts';
import type { EntryRecord } from '../../store/schema.ts';
import type { WriteEntry } from '../../schema.ts';
import type { EntryWrite } from '../validate.ts';

/** The part of a request that writes one locale. */
export interface LocaleInput {
  locale: LocaleRecord;
  isDefault: boolean;
  /** Whether the request addresses the locale itself, not in `locales`. */
  isMain: boolean;
  input: WriteEntry;
  /** What comes before the params of its errors. */
  prefix: string;
}

/** The locales that a write of an entry addresses. The first one is that of the response. */
export interface AddressedLocales {
  list: readonly LocaleRecord[];
  main: LocaleInput;
  further: readonly LocaleInput[];
}

/** The locale for the response of a write, and the list as its transaction saw it. */
export type WrittenLocale = Pick<AddressedLocales, 'list'> & Pick<LocaleInput, 'locale'>;

/**
 * The locales of a write; null if it concerns an entry that has only the default locale, and names no other.
 * @throws unknown_locale, type_not_localized, invalid_field_value
 */
export async function addressedLocales(
  { tx, type, before }: EntryWrite,
  input: WriteEntry,
  itemIn: (list: readonly LocaleRecord[]) => LocalizedItem,
): Promise<AddressedLocales | null> {
  const { locales, ...sent } = input;
  const storesStates = await usesLocaleStates(tx, type, before);
  if (tx.writtenLocale === undefined && locales === undefined && !storesStates) return null;
  const { locale, isDefault, list } = await writtenLocale(tx);
  const main: LocaleInput = { locale, isDefault, isMain: true, input: sent, prefix: '' };
  if (!hasLocalizedFields(type)) {
    const other = isDefault ? Object.keys(locales ?? {})[0] : locale.code;
    if (other === undefined) return null;
    const param = isDefault ? `locales.${other}` : 'locale';
    throw apiError('type_not_localized', { slug: type.slug, code: other }, { param });
  }
  if (isDefault && locales === undefined && !storesStates) return null;
  const further = furtherLocales(tx, { type, list, main, locales: locales ?? {} }, () => itemIn(list));
  const publish = further.all === undefined || main.input.publish !== undefined ? {} : further.all;
  return { list, main: { ...main, input: { ...sent, ...publish } }, further: further.inputs };
}

/** Whether a change of an entry stores its states in all locales, and their rows. */
export async function usesLocaleStates(
  tx: Pick<EntryWrite['tx'], 'locales'>,
  type: TypeShape,
  before: EntryRecord,
): Promise<boolean> {
  if (isInLocales(before)) return true;
  return hasLocalizedFields(type) && hasDefaultRows((await tx.locales()).list);
}

function furtherLocales(
  { now }: EntryWrite['tx'],
  {
    type,
    list,
    main,
    locales,
  }: {
    type: TypeShape;
    list: readonly LocaleRecord[];
    main: LocaleInput;
    locales: NonNullable<WriteEntry['locales']>;
  },
  itemOf: () => LocalizedItem,
): { inputs: LocaleInput[]; all?: { publish: boolean } } {
  const { '*': everywhere, ...named } = locales;
  if (everywhere !== undefined) {
    const { publish, ...rest } = everywhere;
    if (publish === undefined || Object.keys(rest).length + Object.keys(named).length > 0)
      throw reject('locales.*', 'it takes "publish" alone, without other locales');
    const { states } = itemOf();
    const others = list.filter((locale) => locale !== main.locale && states.has(locale.id));
    const inputs = others.map((locale) => inputFor(locale, { list, input: { publish } }));
    return { inputs, ...(states.has(main.locale.id) ? { all: { publish } } : {}) };
  }
  const inputs: LocaleInput[] = [];
  for (const [code, input] of Object.entries(named)) {
    const param = `locales.${code}`;
    const locale = findLocale(list, code, { now, param });
    if (locale === main.locale || inputs.some((one) => one.locale === locale))
      throw reject(param, 'the write addresses this locale already', locale.code);
    checkOwnFields(type, input.values ?? {}, { param: `${param}.values`, code: locale.code });
    inputs.push(inputFor(locale, { list, input }));
  }
  return { inputs };
}

function inputFor(
  locale: LocaleRecord,
  { list, input }: { list: readonly LocaleRecord[]; input: WriteEntry },
): LocaleInput {
  return { locale, isDefault: locale === list[0], isMain: false, input, prefix: `locales.${locale.code}.` };
}

/** A further locale takes localized fields, and localized values of blocks of shared lists by the ids of the blocks. */
function checkOwnFields(
  { fields, blocks }: TypeShape,
  values: Record<string, unknown>,
  { param, code }: { param: string; code: string },
): void {
  for (const field of fields) {
    const value = values[field.key];
    if (value === undefined || field.options.localized === true) continue;
    const at = `${param}.${field.key}`;
    if (field.type !== 'blocks' || !hasLocalizedFields({ fields: [field], blocks }))
      throw reject(at, 'it has one value for all locales, so send it in the addressed locale', code);
    const sharedKey = findSharedKey(value, blocks);
    if (sharedKey !== null)
      throw reject(
        `${at}${sharedKey}`,
        'a list for all locales takes localized values by the ids of its blocks',
        code,
      );
  }
}

/** The path of a value of a shared list that is not localized; null if there is none. */
function findSharedKey(value: unknown, blocks: BlockShapes): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const localizedKeys = new Set(
    [...blocks.values()].flatMap(({ fields }) => fields.filter(isLocalized).map(({ key }) => key)),
  );
  for (const [id, change] of Object.entries(value)) {
    if (typeof change !== 'object' || change === null) return `.${id}`;
    const key = Object.keys(change as object).find((one) => !localizedKeys.has(one));
    if (key !== undefined) return `.${id}.${key}`;
  }
  return null;
}

function isLocalized({ options }: Field): boolean {
  return options.localized === true;
}

function reject(param: string, why: string, code?: string): ApiError {
  return apiError(
    'invalid_field_value',
    { name: param, why },
    { param, ...(code === undefined ? {} : { locale: code }) },
  );
}
