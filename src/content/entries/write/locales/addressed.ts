import { apiError } from '../../../../contract/errors/api-error.ts';
import type { LocaleRecord } from '../../../../core/context/index.ts';
import {
  addressLocales,
  type AddressedLocales as AddressedLocalesOf,
  type LocaleInput as LocaleInputOf,
  type LocalizedItem,
  rejectInput,
  type WrittenLocale,
} from '../../../../lifecycle/index.ts';
import { hasDefaultRows, writesLocalesOnly, writtenLocale } from '../../../../projects/index.ts';
import { hasLocalizedFields } from '../../../fields/locales/own-values.ts';
import type { Field } from '../../../fields/schema.ts';
import type { BlockShapes } from '../../../fields/walk.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { isInLocales } from '../../store/locales/states.ts';
import type { EntryRecord } from '../../store/schema.ts';
import type { WriteEntry } from '../../schema.ts';
import type { EntryWrite } from '../validate.ts';

export type LocaleInput = LocaleInputOf<WriteEntry>;
export type AddressedLocales = AddressedLocalesOf<WriteEntry>;
export type { WrittenLocale };

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
  if (!hasLocalizedFields(type)) {
    const other = isDefault ? Object.keys(locales ?? {})[0] : locale.code;
    if (other === undefined) return null;
    const param = isDefault ? `locales.${other}` : 'locale';
    throw apiError('type_not_localized', { slug: type.slug, code: other }, { param });
  }
  if (isDefault && locales === undefined && !storesStates) return null;
  const inputs = {
    main: sent,
    locales: locales ?? {},
    publishing: (publish: boolean): WriteEntry => ({ publish }),
    hasOnlyPublish: (one: WriteEntry) => Object.keys(one).every((key) => key === 'publish'),
    check: (one: WriteEntry, { param, code }: { param: string; code: string }) =>
      checkOwnFields(type, one.values ?? {}, { param: `${param}.values`, code }),
    statesIn: (all: readonly LocaleRecord[]) => itemIn(all).states,
  };
  return addressLocales({ locale, isDefault, list }, inputs, tx.now);
}

/** Whether a change of an entry stores its states in all locales, and their rows. */
export async function usesLocaleStates(
  tx: Pick<EntryWrite['tx'], 'caller' | 'locales'>,
  type: TypeShape,
  before: EntryRecord,
): Promise<boolean> {
  if (isInLocales(before)) return true;
  if (!hasLocalizedFields(type)) return false;
  const changesLocalesOnly = before.revision > 0 && writesLocalesOnly(tx);
  return changesLocalesOnly || hasDefaultRows((await tx.locales()).list);
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
      throw rejectInput(at, 'it has one value for all locales, so send it in the addressed locale', code);
    const sharedKey = findSharedKey(value, blocks);
    if (sharedKey !== null)
      throw rejectInput(
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
