import { errorsOf, imageParameterForms, isCacheable, type Route } from '../../../core/http/index.ts';
import type { TSchema } from '@sinclair/typebox';
import { typeSlugPattern } from '../../../content/index.ts';
import { operators } from '../../../contract/fields/field-types.ts';
import { idPattern } from '../../../contract/ids.ts';
import type { Parameter, OrReference } from '../form.ts';
import type { JsonSchema, SchemaBook } from '../../schema-book.ts';

/** Descriptions of path and query parameters. A name means the same in all endpoints. */
const meanings: Readonly<Record<string, string>> = {
  type: 'The slug of the content type.',
  entryId: 'The id of the entry (`ent_...`).',
  releaseId: 'The id of the release (`rel_...`).',
  mediaId: 'The id of the media asset (`med_...`).',
  id: 'The id.',
  slug: 'The slug, or the id.',
  limit: 'Items on a page, 1 to 100. The default is 20. Other values are rejected.',
  cursor: '`next_cursor` of the previous page, with the same filters.',
  draft:
    '`true` writes only the draft: the live version stays unchanged, and the draft can be incomplete. It cannot be combined with `publish` and dates.',
  offset: 'The number of items to skip.',
  sort: 'A field, with `-` in front for descending order. Such a list continues by `offset`.',
  ids: 'Up to 50 ids separated by commas. Returns exactly these entries, on one page.',
  count: '`true` adds `meta.total`, capped at 10,000.',
  media_urls: '`permanent` rejects image URLs that expire.',
  category: 'A category, by slug or id.',
  author: 'An author, by slug or id.',
  tag: 'A tag, exactly as written.',
  collection: 'A collection, by slug or id.',
  section: 'A section, by slug or id.',
  q: 'Words to search for: every one must match the beginning of a word, case and accents ignored.',
  freshness: 'How recently the article was edited or confirmed.',
  status: 'Only items with this status.',
  content_type: 'The beginning of a MIME type, for example `image/`.',
  since: 'A version or a time. Returns what changed after it.',
  wait: 'Seconds to wait for a change before responding, at most 30.',
};

/** Schemas of path parameters. Other values return 404. */
const pathForms: Readonly<Record<string, JsonSchema>> = {
  type: { pattern: typeSlugPattern },
  entryId: { pattern: idPattern('entry') },
  releaseId: { pattern: idPattern('release') },
  mediaId: { pattern: idPattern('media') },
  slug: { minLength: 1 },
};

const query = (name: string, schema: JsonSchema, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
});
const header = (name: string, description: string, form: JsonSchema = {}): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...form },
});

/** Parameters of many endpoints, by their name in the document. */
export const sharedParameters = {
  inRelease: query(
    'release',
    { type: 'string', pattern: idPattern('release') },
    'The id of a release (`rel_...`). If omitted, the default release is used.',
  ),
  dryRun: query(
    'dry_run',
    { type: 'boolean' },
    'Validates everything and stores nothing. The response contains what would have been stored, with `meta.dry_run`.',
  ),
  where: {
    ...query(
      'where',
      {
        type: 'object',
        propertyNames: { pattern: '^[^\\[\\]]*$' },
        additionalProperties: { type: 'string' },
      },
      `\`where[field]=value\` compares for equality, \`where[field][operator]=value\` uses an operator of the field's type: ${operators.join(', ')}. All filters must match, at most 20.`,
    ),
    style: 'deepObject',
    explode: true,
  },
  inLocale: query(
    'locale',
    { type: 'string' },
    'The code of a locale. Reads return the content of that locale, writes change it. The default locale if omitted.',
  ),
  localeFallback: query(
    'fallback',
    { type: 'string', enum: ['none', 'fields', 'entries'] },
    'Where missing texts of the locale come from. The default is `fields`. Only with `locale` or `locales`.',
  ),
  inLocales: query(
    'locales',
    { type: 'string' },
    'Up to 10 codes of locales, separated by commas. The response contains the item in each of them. Secret keys only.',
  ),
  alternates: query(
    'alternates',
    { type: 'string', enum: ['true', 'false'] },
    '`true` adds the addresses in the other locales to each item. Only with `locale`.',
  ),
  images: query(
    'images',
    { type: 'string', pattern: '^[1-9][0-9]*(,[1-9][0-9]*)*$' },
    `The requested image sizes: ${imageParameterForms.images}. Every image then also has \`srcset\`, \`focal_point\` and \`placeholder\`.`,
  ),
  imageRatio: query(
    'image_ratio',
    { type: 'string', pattern: '^[1-9][0-9]*:[1-9][0-9]*$' },
    `Crops the images of \`srcset\` around their focal point: ${imageParameterForms.image_ratio}. Only with \`images\`.`,
  ),
  ifMatch: header(
    'If-Match',
    'A tag, or `"<revision>"`. The write is rejected (409 `revision_conflict`) if the item has changed since.',
  ),
  ifNoneMatch: header(
    'If-None-Match',
    'The ETag of an earlier response. Returns 304 if nothing changed since.',
  ),
  cacheTags: header(
    'X-Cache-Tags',
    '`true` returns the cache tags of the response in `X-Cache-Tags`. A change of any of them makes copies outdated. Other values are ignored.',
  ),
  minVersion: header(
    'X-Min-Version',
    'A version (of /v1/changes). The response shows this version or a later one, or is 503 `temporarily_unavailable` after 2 seconds.',
    { pattern: '^[0-9]{1,15}$' },
  ),
  idempotencyKey: header(
    'Idempotency-Key',
    'A fresh random value for each operation, 1 to 255 visible ASCII characters. Sending it again within 24 hours returns the first response.',
    { minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  ),
} satisfies Record<string, Parameter>;

type SharedName = keyof typeof sharedParameters;

/** All parameters of a route. Path parameters that the documented `path` does not contain are omitted. */
export function parametersOf(route: Route, path: string, book: SchemaBook): OrReference<Parameter>[] {
  const inPath = Object.entries(route.input.path?.properties ?? {})
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, schema]) => parameter('path', name, { schema, isRequired: true }, book));
  const querySchema = route.input.query;
  const inQuery = Object.entries(querySchema?.properties ?? {}).map(([name, schema]) =>
    parameter('query', name, { schema, isRequired: querySchema?.required?.includes(name) === true }, book),
  );
  return [
    ...inPath,
    ...inQuery,
    ...sharedOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function sharedOf(route: Route): SharedName[] {
  const codes = errorsOf(route);
  const isLocaleRead = route.locales !== undefined && route.locales !== 'write';
  const uses: Record<SharedName, boolean> = {
    where: route.filters === true,
    inRelease: route.scope === 'release',
    dryRun: route.dryRun === true,
    inLocale: route.locales !== undefined,
    localeFallback: isLocaleRead,
    inLocales: route.locales === 'item' || route.locales === 'list-or-item',
    alternates: isLocaleRead,
    images: route.images === true,
    imageRatio: route.images === true,
    ifMatch: codes.includes('revision_conflict'),
    ifNoneMatch: route.method === 'GET',
    cacheTags: isCacheable(route),
    minVersion: isCacheable(route),
    idempotencyKey: codes.includes('invalid_idempotency_key'),
  };
  return (Object.keys(uses) as SharedName[]).filter((name) => uses[name]);
}

function parameter(
  location: 'path' | 'query',
  name: string,
  { schema, isRequired }: { schema: TSchema; isRequired: boolean },
  book: SchemaBook,
): Parameter {
  const { description, ...plain } = book.add(schema);
  return {
    name,
    in: location,
    ...(isRequired ? { required: true } : {}),
    description: meanings[name] ?? (typeof description === 'string' ? description : name),
    schema: location === 'path' ? { ...plain, ...pathForms[name] } : plain,
  };
}
