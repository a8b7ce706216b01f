import { inRelease } from './content.ts';
import type {
  Asset,
  BlockDefinition,
  BlockDefinitionInput,
  ContentType,
  ContentTypeDefinition,
  EntryDiff,
  Locale,
  ConfirmedTranslations,
  Release,
  ReleaseDiff,
  Translation,
  TranslationCounts,
  TranslationKind,
  TranslationState,
} from '../types/description.ts';
import type { AssetListMeta, FocalPoint } from '../types/forms.ts';
import type { Listing } from './listing.ts';
import { type Ask, asRead, listAt, type ListQuery, path, type ReadOptions } from './resource.ts';
import type { CallOptions, WriteOptions } from '../http/transport.ts';

export interface Releases {
  list(options?: CallOptions): Listing<Release>;
  get(id: string, options?: CallOptions): Promise<Release>;
  /** Clones the default release, or `from`. The status of a large clone is `cloning` at first. */
  clone(body: { name: string; from?: string }, options?: WriteOptions): Promise<Release>;
  rename(id: string, name: string, options?: WriteOptions): Promise<Release>;
  /** Makes the release the default. With `refuse`, fails if the default changed since the clone. */
  promote(id: string, body?: { if_diverged?: 'warn' | 'refuse' }, options?: WriteOptions): Promise<Release>;
  /** Promotes the release at a date, up to 366 days ahead; `promote_at: null` removes the date. */
  schedule(
    id: string,
    body: { promote_at: string | null; if_diverged?: 'warn' | 'refuse' },
    options?: WriteOptions,
  ): Promise<Release>;
  diff(id: string, options?: CallOptions): Promise<ReleaseDiff>;
  /** Compares one entry, by field and by block. */
  diffEntry(id: string, entryId: string, options?: CallOptions): Promise<EntryDiff>;
  delete(id: string, options?: WriteOptions): Promise<void>;
}

export interface Locales {
  /** All locales of the project, the default first. */
  list(options?: CallOptions): Listing<Locale>;
}

export interface TranslationQuery {
  locale: string;
  /** Default: `entry`. */
  kind?: TranslationKind;
  /** The slug of a content type, with the kind `entry`. */
  type?: string;
  /** Default: missing and outdated. */
  state?: readonly TranslationState[];
  /** 1 to 100. Default: 20. */
  limit?: number;
  release?: string;
}

export interface Translations {
  /** Lists items whose texts in a locale are missing or outdated, the last changed first. */
  list(query: TranslationQuery, options?: CallOptions): Listing<Translation>;
  /** Counts the items of each state, by locale and kind. */
  summary(options?: CallOptions & { release?: string }): Promise<{ data: TranslationCounts[] }>;
  /** Marks texts in a locale as current: those with the names in `fields`, or all. */
  confirm(
    body: { locale: string; ids: readonly string[]; fields?: readonly string[] },
    options?: WriteOptions & { release?: string },
  ): Promise<ConfirmedTranslations>;
}

export interface DefineOptions extends WriteOptions {
  release?: string;
  /**
   * Keys of the fields that the change may remove; `true` allows all. Default: none, so a change that removes a field
   * fails with `fields_would_be_removed`.
   */
  removeFields?: readonly string[] | true;
}

export interface Definitions<Definition, Input> {
  list(query?: { release?: string }, options?: CallOptions): Listing<Definition>;
  get(slug: string, options?: CallOptions & { release?: string }): Promise<Definition>;
  /** Creates or updates the definition; `fields` is the whole ordered list. */
  put(slug: string, definition: Input, options?: DefineOptions): Promise<Definition>;
}

export interface Schema extends Definitions<ContentType, ContentTypeDefinition> {
  /** Block definitions. */
  readonly blocks: Definitions<BlockDefinition, BlockDefinitionInput>;
}

/** To upload files, use the entry point `galley-client/upload`. */
export interface Media {
  list(
    query?: ListQuery & { cursor?: string; status?: Asset['status']; content_type?: string; q?: string },
    options?: CallOptions,
  ): Listing<Asset, AssetListMeta>;
  get(id: string, options?: ReadOptions): Promise<Asset>;
  patch(
    id: string,
    body: {
      file_name?: string;
      alt?: string | null;
      width?: number | null;
      height?: number | null;
      focal_point?: FocalPoint | null;
      placeholder?: string | null;
    },
    options?: WriteOptions,
  ): Promise<Asset>;
}

export function releasesOf(ask: Ask): Releases {
  const at = '/v1/releases';
  const one = (id: string) => at + path`/${id}`;
  return {
    list: (options) => listAt<Release>(ask, at, {}, options),
    get: (id, options) => ask('GET', one(id), options),
    clone: (body, options) => ask('POST', at, { ...options, body }),
    rename: (id, name, options) => ask('PATCH', one(id), { ...options, body: { name } }),
    promote: (id, body = {}, options) => ask('POST', `${one(id)}/promote`, { ...options, body }),
    schedule: (id, body, options) => ask('PATCH', one(id), { ...options, body }),
    diff: (id, options) => ask('GET', `${one(id)}/diff`, options),
    diffEntry: (id, entryId, options) => ask('GET', at + path`/${id}/diff/${entryId}`, options),
    delete: (id, options) => ask('DELETE', one(id), options),
  };
}

export function localesOf(ask: Ask): Locales {
  return { list: (options) => listAt<Locale>(ask, '/v1/locales', {}, options) };
}

export function translationsOf(ask: Ask, release: string | undefined): Translations {
  const at = '/v1/translations';
  return {
    list: (query, options) => listAt<Translation>(ask, at, { release, ...query }, options),
    summary: (options) => ask('GET', `${at}/summary`, inRelease(release, options)),
    confirm: (body, options) => ask('POST', `${at}/confirm`, { ...inRelease(release, options), body }),
  };
}

export function schemaOf(ask: Ask, release: string | undefined): Schema {
  return {
    ...definitionsAt<ContentType, ContentTypeDefinition>('/v1/schema/content-types', ask, release),
    blocks: definitionsAt<BlockDefinition, BlockDefinitionInput>('/v1/schema/blocks', ask, release),
  };
}

/** Content types and blocks have the same endpoints. */
function definitionsAt<Definition, Input>(
  at: string,
  ask: Ask,
  release: string | undefined,
): Definitions<Definition, Input> {
  const one = (slug: string) => at + path`/${slug}`;
  return {
    list: (query, options) => listAt<Definition>(ask, at, { release, ...query }, options),
    get: (slug, options) => ask('GET', one(slug), inRelease(release, options)),
    put: (slug, body, options) => ask('PUT', one(slug), asDefinition(release, options, body)),
  };
}

export function mediaOf(ask: Ask): Media {
  const at = '/v1/media';
  const one = (id: string) => at + path`/${id}`;
  return {
    list: (query, options) => listAt<Asset, AssetListMeta>(ask, at, query, options),
    get: (id, options = {}) => ask('GET', one(id), asRead(options)),
    patch: (id, body, options) => ask('PATCH', one(id), { ...options, body }),
  };
}

function asDefinition(release: string | undefined, options: DefineOptions = {}, body: unknown) {
  const { removeFields = [], ...others } = options;
  const { query, ...rest } = inRelease(release, others);
  const guard = removeFields === true ? {} : { remove_fields: removeFields.join(',') };
  return { ...rest, query: { ...query, ...guard }, body };
}
