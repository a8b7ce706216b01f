import { clip } from '../text/clip.ts';

/** A message for an unknown or missing key of a body, with the likely key. */
export interface BodyAdvice {
  message: string;
  did_you_mean?: string;
}

/**
 * Looks for a common mistake. `suggestion` is the allowed key with the most similar spelling. `body` is the write of a
 * further locale if there is a `localeCode`, otherwise the whole body.
 */
export type BodyHint = (
  name: string,
  body: Readonly<Record<string, unknown>>,
  suggestion: string | undefined,
  localeCode?: string,
) => BodyAdvice | undefined;

const liveStatuses: readonly unknown[] = ['published', 'publish', 'live'];

function statusHint(status: unknown): BodyAdvice | undefined {
  if (liveStatuses.includes(status)) return { message: 'To publish, send "publish": true.' };
  if (status !== 'draft') return undefined;
  return { message: 'Without "publish" a draft is saved. To unpublish, send "publish": false.' };
}

const entryKeys = [
  ...['values', 'publish', 'published_at', 'publish_at', 'unpublish_at', 'status'],
  ...['locales', 'publish_shared', 'translated_from'],
];
/** Keys in which other systems wrap the fields of an entry. */
const wrappers = ['data', 'fields', 'attributes'];

export const entryBodyHint: BodyHint = (name, body, suggestion, localeCode) => {
  if (name === 'status') return statusHint(body['status']);
  if (suggestion !== undefined || (name !== 'values' && body['values'] !== undefined)) return undefined;
  const own = Object.keys(body).filter((key) => !entryKeys.includes(key));
  if (own.length === 0) return undefined;
  const wrapper = own.find((key) => wrappers.includes(key));
  const fields = wrapper === undefined ? pick(body, own) : body[wrapper];
  const sample = `{"values": ${describeSample(fields)}}`;
  if (localeCode === undefined) return { message: `Put the entry's fields inside "values": ${sample}.` };
  const code = JSON.stringify(clip(localeCode, 40));
  return { message: `Put the fields of the locale inside "values": {"locales": {${code}: ${sample}}}.` };
};

function pick(body: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  return Object.fromEntries(keys.slice(0, 2).map((key) => [key, body[key]]));
}

/** Returns the first field with its value, shortened for a message. */
function describeSample(fields: unknown): string {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return '{...}';
  const [first, ...others] = Object.entries(fields as Record<string, unknown>);
  if (first === undefined) return '{...}';
  const [key, value] = first;
  const sampleValue = typeof value === 'string' ? JSON.stringify(clip(value, 40)) : describeValue(value);
  return `{${JSON.stringify(clip(key, 40))}: ${sampleValue}${others.length > 0 ? ', ...' : ''}}`;
}

function describeValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? '...' : String(value);
}

/** Hints for articles of the blog and the knowledge base. */
export const articleBodyHint: BodyHint = (name, body) =>
  name === 'status' ? statusHint(body['status']) : undefined;

export const blogArticleBodyHint: BodyHint = (name, body, suggestion) => {
  if (name !== 'category') return articleBodyHint(name, body, suggestion);
  const message = 'There is no field "category". Use "categories" with category IDs.';
  return { message, did_you_mean: 'categories' };
};
