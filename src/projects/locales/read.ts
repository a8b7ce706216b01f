import { apiError, ApiError } from '../../contract/errors/api-error.ts';
import {
  type LocaleRead,
  type LocaleRecord,
  type ProjectContext,
  type Tx,
  withLocale,
  type WriteContext,
} from '../../core/context/index.ts';
import {
  type LocaleParameters,
  type ReadInLocales,
  respond,
  RouteResponse,
  type ResponseDetails,
} from '../../core/http/index.ts';
import { findLocale, servedChain } from './list.ts';

const modes = ['none', 'fields', 'entries'] as const;
/** Locales that one response can contain. */
const localesMax = 10;

type Reader = Pick<ProjectContext, 'project' | 'now' | 'caller'>;

/**
 * Runs a read in the locale that its parameters name, or in several, whose responses it combines.
 * @throws invalid_parameter, unknown_locale, secret_key_required
 */
export const readInLocales: ReadInLocales = async (context, parameters, read) => {
  const codes = requestedCodes(context, parameters);
  if (codes === null)
    return inLocale(context, localeRead(context, parameters.locale ?? '', parameters), read);
  const reads = codes.map((code) => localeRead(context, code, parameters));
  checkDistinct(reads);
  return combined(context, reads, read);
};

/** A locale that a write addresses. */
export interface AddressedLocale {
  locale: LocaleRecord;
  isDefault: boolean;
  list: readonly LocaleRecord[];
}

/** Whether the caller may only change content of single locales, so that publishing leaves shared values in the draft. */
export function writesLocalesOnly({ caller }: Pick<WriteContext, 'caller'>): boolean {
  return caller?.grant?.locales != null;
}

/** The locale that a write addresses, and the list as its transaction sees it. @throws unknown_locale */
export async function writtenLocale({
  writtenLocale: code,
  now,
  locales,
}: Pick<Tx<ProjectContext>, 'writtenLocale' | 'now' | 'locales'>): Promise<AddressedLocale> {
  const { list } = await locales();
  const [first] = list;
  if (first === undefined) throw new Error('a project has a default locale');
  const locale = code === undefined ? first : findLocale(list, code, { now, param: 'locale' });
  return { locale, isDefault: locale === first, list };
}

/** The context that reads in the locale that a write addresses; unchanged if it names none. @throws unknown_locale */
export function inWrittenLocale<C extends ProjectContext>(context: C): C {
  const { writtenLocale: code } = context;
  return code === undefined ? context : withLocale(context, localeRead(context, code, { isList: false }));
}

/**
 * The locale of an editor or of a list of drafts; null if the project has one locale.
 * @throws unknown_locale
 */
export function editedLocale({
  project,
  writtenLocale: code,
  now,
}: Pick<ProjectContext, 'project' | 'writtenLocale' | 'now'>): LocaleRecord | null {
  const { list } = project.locales;
  const locale = code === undefined ? list[0] : findLocale(list, code, { now, param: 'locale' });
  return list.length < 2 || locale === undefined ? null : locale;
}

/**
 * The context of a bulk change in a locale; the default locale is not named, so that whole items are deleted.
 * @throws unknown_locale
 */
export function inBulkLocale<C extends ProjectContext>(context: C, text: string | undefined): C {
  if (text === undefined) return context;
  const { list } = context.project.locales;
  const { id, code } = findLocale(list, text, { now: context.now, param: 'locale' });
  return id === list[0]?.id ? context : { ...context, writtenLocale: code };
}

/** The id of the further locale that a request of the dashboard names; null for the default one. @throws unknown_locale */
export function furtherLocaleId({
  project,
  writtenLocale: code,
  now,
}: Pick<ProjectContext, 'project' | 'writtenLocale' | 'now'>): string | null {
  if (code === undefined) return null;
  const { list } = project.locales;
  const locale = findLocale(list, code, { now, param: 'locale' });
  return locale === list[0] ? null : locale.id;
}

/** The codes of `locales`; null without it. */
function requestedCodes(
  { caller }: Reader,
  { locale, locales, fallback, alternates, isList }: LocaleParameters,
): readonly string[] | null {
  if (locale === undefined && (locales === undefined || isList)) {
    if (locales !== undefined) throw invalid('locales', 'works on single items. On a list, send locale');
    const param = fallback === undefined ? 'alternates' : 'fallback';
    throw invalid(param, 'needs locale beside it');
  }
  if (alternates !== undefined && alternates !== 'true' && alternates !== 'false')
    throw invalid('alternates', 'must be true or false');
  if (locales === undefined) return null;
  if (locale !== undefined) throw invalid('locales', 'cannot be combined with locale');
  if (alternates !== undefined) throw invalid('alternates', 'needs locale beside it');
  if (caller !== null && caller.purpose !== 'secret')
    throw apiError('secret_key_required', {}, { param: 'locales' });
  const codes = locales.split(',');
  if (codes.length > localesMax) throw invalid('locales', `takes at most ${localesMax} codes`);
  return codes;
}

function localeRead(
  { project: { locales }, now }: Reader,
  text: string,
  { locales: several, fallback = 'fields', alternates }: LocaleParameters,
): LocaleRead {
  const { list } = locales;
  const locale = findLocale(list, text, { now, param: several === undefined ? 'locale' : 'locales' });
  const mode = modes.find((name) => name === fallback);
  if (mode === undefined) throw invalid('fallback', `takes ${modes.join(', ')}`);
  const isDefault = locale === list[0];
  if (mode === 'entries' && !isDefault && !locale.serves_entries)
    throw invalid(
      'fallback',
      `takes none or fields, because "${locale.code}" does not serve entries of other locales`,
    );
  const chain = servedChain(list, locale.id);
  const isCombined = several !== undefined;
  return { chain, isDefault, mode, now, code: locale.code, hasAlternates: alternates === 'true', isCombined };
}

function checkDistinct(reads: readonly LocaleRead[]): void {
  const twice = reads.find((one, i) => reads.findIndex(({ code }) => code === one.code) < i);
  if (twice !== undefined) throw invalid('locales', `contains "${twice.code}" twice`);
}

type Read<C extends ProjectContext> = (context: C) => Promise<unknown>;

/** The response in one locale, with the header of its language. */
async function inLocale<C extends ProjectContext>(
  context: C,
  locale: LocaleRead,
  read: Read<C>,
): Promise<RouteResponse<unknown>> {
  const result = await read(withLocale(context, locale));
  const { body, details } =
    result instanceof RouteResponse
      ? (result as RouteResponse<unknown>)
      : new RouteResponse<unknown>(result, {});
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const meta = { ...(fields['meta'] as object | undefined), locale: locale.code, fallback: locale.mode };
  const served = typeof fields['locale'] === 'string' ? fields['locale'] : locale.code;
  const headers = { 'Content-Language': served, ...details.headers };
  const isList = !isSingleton(details) && Array.isArray(fields['data']);
  return respond(isList ? { ...fields, meta } : body, { ...details, headers });
}

/** Whether a response has the values of a singleton alone, with its locales in headers. */
function isSingleton({ headers }: ResponseDetails): boolean {
  return headers?.['X-Locales'] !== undefined;
}

/** One response with those of all locales; null where the item is not served. */
async function combined<C extends ProjectContext>(
  context: C,
  reads: readonly LocaleRead[],
  read: Read<C>,
): Promise<RouteResponse<unknown>> {
  const bodies: [string, unknown][] = [];
  const served: RouteResponse<unknown>[] = [];
  let missing: ApiError | null = null;
  for (const locale of reads) {
    try {
      const response = await inLocale(context, locale, read);
      bodies.push([locale.code, response.body]);
      served.push(response);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      missing ??= error;
      bodies.push([locale.code, null]);
    }
  }
  const [first] = served;
  if (first === undefined) throw missing ?? new Error('at least one locale is read');
  const item = isSingleton(first.details) ? {} : (first.body as { id?: unknown; matched_locale?: unknown });
  const { id, matched_locale: matched } = item;
  const keys = {
    ...(id === undefined ? {} : { id }),
    ...(matched === undefined ? {} : { matched_locale: matched }),
  };
  const body = { ...keys, locales: Object.fromEntries(bodies) };
  return respond(body, { ...soonest(served), isUnchecked: true });
}

/** When the first of the responses expires. */
function soonest(responses: readonly RouteResponse<unknown>[]): ResponseDetails {
  const times = responses.flatMap(({ details: { validUntil } }) => validUntil?.getTime() ?? []);
  return times.length === 0 ? {} : { validUntil: new Date(Math.min(...times)) };
}

function invalid(name: string, why: string): ApiError {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
