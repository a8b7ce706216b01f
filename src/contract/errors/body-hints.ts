import { clip } from '../text/clip.ts';

/** A message for a key of a body that is unknown, or required and missing, with the key that was meant. */
export interface BodyAdvice {
  message: string;
  did_you_mean?: string;
}

/** Looks for a known mistake; `suggestion` is the known key that is spelled most alike. */
export type BodyHint = (
  name: string,
  body: Readonly<Record<string, unknown>>,
  suggestion: string | undefined,
) => BodyAdvice | undefined;

const liveStatuses: readonly unknown[] = ['published', 'publish', 'live'];

function statusHint(status: unknown): BodyAdvice | undefined {
  if (liveStatuses.includes(status)) return { message: 'To publish, send "publish": true.' };
  if (status !== 'draft') return undefined;
  return { message: 'Without "publish" a draft is saved. To unpublish, send "publish": false.' };
}

const entryKeys = ['values', 'publish', 'published_at', 'publish_at', 'unpublish_at', 'status'];
/** Names under which other systems put the fields of an entry. */
const wrappers = ['data', 'fields', 'attributes'];

/** Bodies of entries. */
export const entryBodyHint: BodyHint = (name, body, suggestion) => {
  if (name === 'status') return statusHint(body['status']);
  if (suggestion !== undefined || (name !== 'values' && body['values'] !== undefined)) return undefined;
  const own = Object.keys(body).filter((key) => !entryKeys.includes(key));
  if (own.length === 0) return undefined;
  const wrapper = own.find((key) => wrappers.includes(key));
  const fields = wrapper === undefined ? pick(body, own) : body[wrapper];
  return { message: `Put the entry's fields inside "values": {"values": ${sampleOf(fields)}}.` };
};

function pick(body: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  return Object.fromEntries(keys.slice(0, 2).map((key) => [key, body[key]]));
}

/** The first field with its value, short enough for a message. */
function sampleOf(fields: unknown): string {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return '{...}';
  const [first, ...others] = Object.entries(fields as Record<string, unknown>);
  if (first === undefined) return '{...}';
  const [key, value] = first;
  const shown = typeof value === 'string' ? JSON.stringify(clip(value, 40)) : plainOf(value);
  return `{${JSON.stringify(clip(key, 40))}: ${shown}${others.length > 0 ? ', ...' : ''}}`;
}

function plainOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '...' : String(value);
}

/** Bodies of articles in both modules. */
export const articleBodyHint: BodyHint = (name, body) =>
  name === 'status' ? statusHint(body['status']) : undefined;

/** Bodies of articles in the blog. */
export const blogArticleBodyHint: BodyHint = (name, body, suggestion) => {
  if (name !== 'category') return articleBodyHint(name, body, suggestion);
  const message = 'There is no field "category". Use "categories" with category IDs.';
  return { message, did_you_mean: 'categories' };
};
