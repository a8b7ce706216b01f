import { createHash } from 'node:crypto';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { TypesBySlug } from '../../../content/index.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { parseTime } from '../../../contract/time.ts';
import type { BundleLine } from '../../bundle/schema.ts';
import type { BundleIndex } from '../bundle-index.ts';
import { ReferenceResolver } from './values.ts';
import type { ItemWarning, ResolvedItem } from '../schema.ts';

type Body = Record<string, unknown>;

/** What resolving a line depends on. */
export interface ResolveOptions {
  index: BundleIndex;
  types: TypesBySlug;
  project: ProjectContext['project'];
  now: Date;
  /** Whether all items are stored as drafts, whatever their status in the bundle. */
  storesDraftsOnly: boolean;
}

/** Keys that can be written without `_id`, as the format of the bundle names them. */
const shortNames: Readonly<Record<string, string>> = {
  avatar: 'avatar_id',
  image: 'image_id',
  featured_image: 'featured_image_id',
};

/**
 * Replaces the references of a line with ids, and separates the keys of the bundle from the body of the API.
 * @throws invalid_field_value for a key of the bundle with an invalid value
 */
export function resolveItem(line: BundleLine, options: ResolveOptions): ResolvedItem {
  const { index, now, storesDraftsOnly } = options;
  const defaultStatus = line.file === 'redirects' ? 'published' : 'draft';
  const { status = defaultStatus, created_at, updated_at, old_url: _url, ...rest } = line.body;
  if (status !== 'draft' && status !== 'published')
    throw invalid('status', 'it must be "draft" or "published"');
  if (Object.hasOwn(rest, 'publish')) throw invalid('publish', 'a bundle has "status" in its place');
  const liveKey = line.file === 'entries' ? 'live_values' : 'live';
  const { [liveKey]: live = null, ...body } = rest;
  if (live !== null && (typeof live !== 'object' || Array.isArray(live)))
    throw invalid(liveKey, 'it must be an object');
  const resolver = new ReferenceResolver(index);
  const resolveBody = bodyResolver(line, resolver, options);
  const resolvedBody = withoutUnknownLocales(resolveBody(body), options, resolver.warnings);
  const liveBody = live === null ? null : resolveBody(liveOf(line, body, live as Body));
  const effectiveStatus = storesDraftsOnly ? 'draft' : status;
  const dates = {
    createdAt: readDate('created_at', created_at, now),
    updatedAt: readDate('updated_at', updated_at, now),
  };
  return {
    line,
    id: index.idOf(line.file, line.sourceId) ?? '',
    body: resolvedBody,
    live: effectiveStatus === 'published' ? liveBody : null,
    status: effectiveStatus,
    ...dates,
    // The empty list is part of the hashes that earlier versions stored.
    hash: hashOf([resolvedBody, liveBody, effectiveStatus, dates, []]),
    warnings: resolver.warnings,
    planned: resolver.planned,
  };
}

function bodyResolver(
  line: BundleLine,
  resolver: ReferenceResolver,
  { types, index }: ResolveOptions,
): (body: Body) => Body {
  if (line.file === 'redirects') return (body) => redirectBody(body, resolver, index);
  if (line.file !== 'entries') return (body) => resolveModuleBody(withLongNames(body), resolver);
  const type = types.get(String(line.body['type']));
  return ({ values, locales, ...body }) => ({
    ...body,
    ...(isObject(values)
      ? { values: resolver.resolveValues(type?.fields ?? [], values, types) }
      : { values }),
    ...(locales === undefined
      ? {}
      : { locales: mapLocales(locales, (each) => resolver.resolveValues(type?.fields ?? [], each, types)) }),
  });
}

/** The body of the published version: for an entry its values, else the keys that differ from the draft. */
function liveOf({ file }: BundleLine, body: Body, live: Body): Body {
  return file === 'entries' ? { ...body, values: live } : { ...body, ...live };
}

function withLongNames(body: Body): Body {
  const named: Body = {};
  for (const [key, value] of Object.entries(body)) {
    const long = shortNames[key];
    named[long === undefined || Object.hasOwn(body, long) ? key : long] = value;
  }
  return named;
}

/** Resolves the keys of authors, categories, collections, sections and articles. */
function resolveModuleBody(body: Body, resolver: ReferenceResolver): Body {
  const resolved: Body = { ...body };
  const replace = (key: string, change: (value: unknown) => unknown) => {
    if (Object.hasOwn(body, key)) resolved[key] = change(body[key]);
  };
  for (const key of ['avatar_id', 'image_id', 'featured_image_id'])
    replace(key, (value) => resolver.resolveOne('media', value, key));
  replace('authors', (value) => resolver.resolveList('author', value, 'authors'));
  replace('categories', (value) => resolver.resolveList('blog_category', value, 'categories'));
  replace('collection', (value) => resolver.resolveOne('kb_collection', value, 'collection'));
  replace('section', (value) => resolver.resolveOne('kb_section', value, 'section'));
  replace('body', (value) => resolver.resolveRichtext(value, 'body'));
  replace('seo', (value) =>
    isObject(value) && Object.hasOwn(value, 'og_image_id')
      ? { ...value, og_image_id: resolver.resolveOne('media', value['og_image_id'], 'seo.og_image_id') }
      : value,
  );
  replace('locales', (value) =>
    mapLocales(value, (each) => resolveModuleBody(withLongNames(each), resolver)),
  );
  return resolved;
}

/** A redirect as an entry of the type `redirect`. */
function redirectBody({ from, to, ...rest }: Body, resolver: ReferenceResolver, index: BundleIndex): Body {
  const unknownKey = Object.keys(rest)[0];
  if (unknownKey !== undefined) throw apiError('unknown_field', { name: unknownKey }, { param: unknownKey });
  if (typeof from !== 'string' || !from.startsWith('/')) throw invalid('from', 'it must begin with "/"');
  if (typeof to === 'string') return { values: { from, to } };
  if (!isObject(to) || typeof to['source_id'] !== 'string')
    throw invalid('to', 'it must be a URL, a path, or {"file", "source_id"}');
  const sourceId = to['source_id'];
  if (to['file'] === 'articles')
    return { values: { from, blog_article: resolver.resolveOne('blog_article', sourceId, 'to') } };
  if (to['file'] === 'kb-articles')
    return { values: { from, kb_article: resolver.resolveOne('kb_article', sourceId, 'to') } };
  if (to['file'] !== 'entries') throw invalid('to', '"file" must be articles, kb-articles or entries');
  const path = index.pathOf(sourceId);
  if (path === null) throw invalid('to', `the entry ${JSON.stringify(sourceId)} has no "path" in its values`);
  return { values: { from, to: path } };
}

function mapLocales(locales: unknown, change: (values: Body) => Body): unknown {
  if (!isObject(locales)) return locales;
  return Object.fromEntries(
    Object.entries(locales).map(([code, values]) => [code, isObject(values) ? change(values) : values]),
  );
}

/** Removes values in locales that the project doesn't have, each with a warning. */
function withoutUnknownLocales(body: Body, { project }: ResolveOptions, warnings: ItemWarning[]): Body {
  const { locales } = body;
  if (!isObject(locales)) return body;
  const codes = project.locales.list.map(({ code }) => code);
  const unknown = Object.keys(locales).filter((code) => !codes.includes(code));
  for (const code of unknown)
    warnings.push({
      code: 'unknown_locale',
      message: `The project has no locale ${JSON.stringify(code)}, so the values in it are not stored.`,
      param: `locales.${code}`,
    });
  if (unknown.length === 0) return body;
  const knownLocales = Object.entries(locales).filter(([code]) => !unknown.includes(code));
  const { locales: _locales, ...rest } = body;
  return knownLocales.length === 0 ? rest : { ...rest, locales: Object.fromEntries(knownLocales) };
}

/** @throws invalid_field_value if it is no date between 1990 and now */
function readDate(name: string, value: unknown, now: Date): Date | undefined {
  if (value === undefined || value === null) return undefined;
  const date = typeof value === 'string' ? parseTime(value) : null;
  if (date === null || date.getUTCFullYear() < 1990 || date > now)
    throw invalid(name, 'it must be a time such as 2026-11-20T09:30:00Z, from 1990 to now');
  return date;
}

function invalid(name: string, why: string): Error {
  return apiError('invalid_field_value', { name, why }, { param: name });
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
