import { clip, urlValue } from '../../../contract/text/clip.ts';
import { searchElsewhere } from '../../../contract/errors/path-mistakes.ts';
import type { TypeOutline } from './type-outline.ts';

/** A query parameter that the endpoint doesn't have. */
export interface UnknownParameter {
  name: string;
  value: string;
  query: URLSearchParams;
  /** The parameters that the endpoint has. */
  parameters: readonly string[];
  /** The type of the path, on endpoints that filter entries; null when the caller can see no such type. */
  type: TypeOutline | null;
  takesFilters: boolean;
  /** Whether the endpoint serves content, where other systems take `populate`, `locale` and `status`. */
  servesContent: boolean;
  /** Whether the content has drafts. */
  hasDrafts: boolean;
  /** Where the request reads drafts; null if it does already. */
  previewPath: string | null;
}

/** The message for a parameter that is known from other systems or names a field; null for any other. */
export function hintFor(unknown: UnknownParameter): string | null {
  if (unknown.type?.kind === 'singleton') return contentHint(unknown);
  return fieldHint(unknown) ?? filterHint(unknown) ?? pagingHint(unknown) ?? contentHint(unknown);
}

/** `price=10` and `price[gte]=10`, where the type has the field and the field takes the operator. */
function fieldHint({ name, value, type }: UnknownParameter): string | null {
  const [, key = '', operator = 'eq'] = /^([\w-]+)(?:\[\$?(\w+)\])?$/.exec(name) ?? [];
  const field = type?.fields.find((one) => one.key === key);
  if (field === undefined || !field.operators.some((one) => one === operator)) return null;
  return `To filter by the field ${key}, use ${filterText(key, operator, value)}.`;
}

const bracketed = /^filters?\[([^[\]]+)\](?:\[([^[\]]+)\])?$/;

function filterHint({ name, value, query, type, takesFilters }: UnknownParameter): string | null {
  if (!takesFilters) return null;
  const [, key, operator = 'eq'] = bracketed.exec(name) ?? [];
  if (key !== undefined) return `Use ${filterText(key, operator, value)}.`;
  if (/^(where|filters?)\[\$?or\]/.test(name))
    return 'All filters must match; there is no OR. Send two requests, or use where[field][in]=a,b.';
  if (/^(where|filters?)(?![\w-])/.test(name))
    return `Write filters as ${fromJson(value) ?? 'where[field][operator]=value'}.`;
  if (name === 'q' || name === 'search') return searchElsewhere(type?.displayField ?? 'title', value);
  if (name !== 'order') return null;
  const sort = (query.get('sort') ?? '').replace(/^-/, '').replace(/:.*$/, '');
  return sortHint(sort === '' ? '{field}' : sort, /^desc/i.test(value));
}

/** The right form of `sort` for a field. */
export function sortHint(key: string, isDescending: boolean): string {
  const direction = isDescending ? 'descending' : 'ascending';
  return `For ${direction} order, use sort=${isDescending ? '-' : ''}${urlValue(key)}.`;
}

/** `{"price":{"gt":10}}` -> `where[price][gt]=10`; null for a text that is no such object. */
function fromJson(text: string): string | null {
  try {
    const [key, condition] = firstOf(JSON.parse(text)) ?? [];
    if (key === undefined) return null;
    const [operator, value] = firstOf(condition) ?? ['eq', condition];
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
    return isPlain ? filterText(key, operator, String(value)) : null;
  } catch {
    return null;
  }
}

function firstOf(value: unknown): [string, unknown] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value)[0] : undefined;
}

/** A filter as it is written in a URL. */
export function filterText(key: string, operator: string, value: string): string {
  const plain = operator.replace(/^\$/, '');
  return `where[${clip(key)}]${plain === 'eq' ? '' : `[${clip(plain)}]`}=${urlValue(value)}`;
}

const sizeParameters = ['per_page', 'page_size', 'pageSize', 'first', 'take'];

function pagingHint({ name, value, parameters }: UnknownParameter): string | null {
  if (sizeParameters.includes(name) && parameters.includes('limit'))
    return `To set the number of items, use limit=${/^\d{1,3}$/.test(value) ? value : '{number}'}.`;
  if (name !== 'page') return null;
  const pagingMethods = [
    ...(parameters.includes('offset') ? ['offset'] : []),
    ...(parameters.includes('cursor') ? ['cursor and meta.next_cursor'] : []),
  ];
  return pagingMethods.length === 0 ? null : `Lists are paged with ${pagingMethods.join(', or with ')}.`;
}

const includeParameters = ['populate', 'include', 'expand', 'depth'];
const localeParameters = ['lang', 'language'];
const draftParameters = ['draft', 'status', 'at', 'preview', 'version'];

function contentHint({
  name,
  value,
  parameters,
  servesContent,
  hasDrafts,
  previewPath,
}: UnknownParameter): string | null {
  if (!servesContent) return null;
  if (includeParameters.includes(name)) return 'References are included one level deep without a parameter.';
  if (name === 'select' && parameters.includes('fields')) return 'To return only some fields, use fields=.';
  if (localeParameters.includes(name) && parameters.includes('locale'))
    return `To read the content of a locale, use locale=${clip(value)}.`;
  if (!draftParameters.includes(name) || !hasDrafts) return null;
  if (previewPath === null) return `A preview shows drafts without a parameter. Remove ${name}.`;
  if (['false', 'published', 'live'].includes(value))
    return `/v1 returns published content only. Remove ${name}.`;
  return `/v1 returns published content only. To read drafts, send this request to ${previewPath} with a secret key.`;
}
