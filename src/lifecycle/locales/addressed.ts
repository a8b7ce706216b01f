import { type ApiError, apiError } from '../../contract/errors/api-error.ts';
import type { LocaleRecord } from '../../core/context/index.ts';
import { type AddressedLocale, findLocale } from '../../projects/index.ts';
import type { LocaleStates } from './schema.ts';

/** The part of a request that writes one locale. */
export interface LocaleInput<I> {
  locale: LocaleRecord;
  isDefault: boolean;
  /** Whether the request addresses the locale itself, not in `locales`. */
  isMain: boolean;
  input: I;
  /** What comes before the params of its errors. */
  prefix: string;
}

/** The locales that a write of an item addresses. The first one is that of the response. */
export interface AddressedLocales<I> {
  list: readonly LocaleRecord[];
  main: LocaleInput<I>;
  further: readonly LocaleInput<I>[];
}

/** The locale for the response of a write, and the list as its transaction saw it. */
export interface WrittenLocale {
  list: readonly LocaleRecord[];
  locale: LocaleRecord;
}

/** How a kind of items reads `locales` of a body. */
interface LocaleInputs<I> {
  main: I;
  /** By code, or `*` for every locale with content. */
  locales: Readonly<Record<string, I>>;
  /** The input that only publishes or hides a locale. */
  publishing: (publish: boolean) => I;
  hasOnlyPublish: (input: I) => boolean;
  /** @throws invalid_field_value for values that a further locale does not have */
  check: (input: I, at: { param: string; code: string }) => void;
  statesIn: (list: readonly LocaleRecord[]) => LocaleStates;
}

/**
 * The locales of a write, with the input for each.
 * @throws unknown_locale, invalid_field_value
 */
export function addressLocales<I extends { publish?: boolean | undefined }>(
  { locale, isDefault, list }: AddressedLocale,
  inputs: LocaleInputs<I>,
  now: Date,
): AddressedLocales<I> {
  const { main: input, locales, statesIn, publishing } = inputs;
  const main: LocaleInput<I> = { locale, isDefault, isMain: true, input, prefix: '' };
  const { '*': everywhere, ...named } = locales;
  if (everywhere === undefined) return { list, main, further: namedLocales(main, { ...inputs, list, now }) };
  const { publish } = everywhere;
  if (publish === undefined || !inputs.hasOnlyPublish(everywhere) || Object.keys(named).length > 0)
    throw rejectInput('locales.*', 'it takes "publish" alone, without other locales');
  const states = statesIn(list);
  const others = list.filter((one) => one !== locale && states.has(one.id));
  const further = others.map((one) => furtherInput(one, { list, input: publishing(publish) }));
  const all = input.publish === undefined && states.has(locale.id) ? { publish } : {};
  return { list, main: { ...main, input: { ...input, ...all } }, further };
}

function namedLocales<I>(
  main: LocaleInput<I>,
  {
    list,
    locales,
    check,
    now,
  }: Pick<LocaleInputs<I>, 'locales' | 'check'> & { list: readonly LocaleRecord[]; now: Date },
): LocaleInput<I>[] {
  const inputs: LocaleInput<I>[] = [];
  for (const [code, input] of Object.entries(locales)) {
    const param = `locales.${code}`;
    const locale = findLocale(list, code, { now, param });
    if (locale === main.locale || inputs.some((one) => one.locale === locale))
      throw rejectInput(param, 'the write addresses this locale already', locale.code);
    check(input, { param, code: locale.code });
    inputs.push(furtherInput(locale, { list, input }));
  }
  return inputs;
}

function furtherInput<I>(
  locale: LocaleRecord,
  { list, input }: { list: readonly LocaleRecord[]; input: I },
): LocaleInput<I> {
  return { locale, isDefault: locale === list[0], isMain: false, input, prefix: `locales.${locale.code}.` };
}

/** The error about a value that a locale of a write does not have. */
export function rejectInput(param: string, why: string, code?: string): ApiError {
  return apiError(
    'invalid_field_value',
    { name: param, why },
    { param, ...(code === undefined ? {} : { locale: code }) },
  );
}
