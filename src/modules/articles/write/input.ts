import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';
import {
  IdInput,
  IdListInput,
  idsOf,
  requiredText,
  PublishAtInput,
  PublishedAtInput,
  SeoInput,
  SlugInput,
  textInput,
  UnpublishAtInput,
} from '../../../contract/fields/fields.ts';
import { limits } from '../../../contract/limits.ts';
import { Nullable } from '../../../contract/listing.ts';
import { combineErrors, apiError, ApiError } from '../../../contract/errors/api-error.ts';
import {
  countWords,
  openingOf,
  plainText,
  projectTargets,
  type ReadRichtext,
  readRichtext,
  type RichtextDocument,
  RichtextInput,
  type WrittenId,
} from '../../../content/index.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import {
  type LocaleWarning,
  type TextSource,
  type MergeRequest,
  readPublishAt,
  readPublishedAt,
  readUnpublishAt,
} from '../../../lifecycle/index.ts';
import type { ArticleValues, SeoValues } from '../store/schema.ts';
import { noSeo, readSeo, seoLinks } from './seo.ts';

/** Optional keys in bodies of both modules; null clears one. */
export const articleInput = {
  title: Type.Optional(requiredText(limits.name_chars_max)),
  slug: Type.Optional(SlugInput),
  excerpt: Type.Optional(textInput(limits.description_chars_max)),
  body: Type.Optional(Nullable(RichtextInput)),
  featured_image_id: Type.Optional(IdInput),
  authors: Type.Optional(IdListInput),
  published_at: Type.Optional(PublishedAtInput),
  publish: Type.Optional(Type.Boolean({ description: 'true or false' })),
  unpublish_at: Type.Optional(UnpublishAtInput),
  seo: Type.Optional(SeoInput),
  publish_shared: Type.Optional(Type.Boolean({ description: 'true or false' })),
  /** The revision of the source from which the texts were written. */
  translated_from: Type.Optional(Type.Integer({ minimum: 0 })),
};

/** The values of an article in a further locale, its publication and its dates. */
const localeInput = {
  ...{ title: articleInput.title, slug: articleInput.slug, excerpt: articleInput.excerpt },
  ...{ body: articleInput.body, featured_image_id: articleInput.featured_image_id, seo: articleInput.seo },
  ...{ publish: articleInput.publish, published_at: articleInput.published_at },
  ...{ publish_at: Type.Optional(PublishAtInput), unpublish_at: articleInput.unpublish_at },
  translated_from: articleInput.translated_from,
};

/** Writes of further locales by code, with the localized keys of a module. Other keys are rejected when they are read. */
export function articleLocales<P extends TProperties>(localized: P) {
  return Type.Optional(
    Type.Record(Type.String(), Type.Object({ ...localeInput, ...localized }), {
      description: 'writes of further locales, keyed by code',
      'x-document': { minProperties: 1 },
    }),
  );
}

/** Only for changes, because a new article has nothing live. */
export const articleChangeInput = { publish_at: Type.Optional(PublishAtInput) };

export type ArticleBody = Static<TObject<typeof articleInput & typeof articleChangeInput>>;

/** A warning for `meta.warnings`. */
export type WriteWarning = LocaleWarning;

/** A parsed body: its changes, and the ids that have to be checked in the database. */
export interface ArticleInput<V extends ArticleValues> {
  patch: Partial<Omit<V, 'slug' | 'seo'>>;
  seo: Partial<SeoValues>;
  /** Undefined if not sent; null generates the slug from the title. */
  slug: string | null | undefined;
  publish: boolean | undefined;
  publishedAt: Date | null | undefined;
  /** The date of a scheduled change; null cancels one. */
  publishAt?: Date | null;
  /** When readers stop seeing it; null removes the end. */
  unpublishAt?: Date | null;
  archived?: boolean;
  /** The dashboard's "save draft": live values stay. */
  draftOnly?: boolean;
  /** Whether it restores an older draft. */
  restores?: boolean;
  writtenIds: WrittenId[];
  warnings: WriteWarning[];
  errors: ApiError[];
  /** Merges the values with the stored draft. */
  merge?: ArticleMerge<V>;
  /** The body without `locales`; absent for writes without a body. */
  sent?: Readonly<Record<string, unknown>>;
  /** The inputs for further locales by code, or `*`; absent without `locales`. */
  further?: Readonly<Record<string, ArticleInput<V>>>;
  /** The revision of the source from which the texts were written; absent for the newest one. */
  translatedFrom?: number;
  /** What some of the texts were written from, by address, in place of the newest revision; only in copies. */
  olderSources?: Readonly<Record<string, TextSource>>;
  /** The revision of the version that is restored. */
  restoredFrom?: number;
  /** False if written and waiting shared values stay in the draft. */
  publishesShared?: boolean;
}

/** How the values of a save are merged with the stored draft. */
export interface ArticleMerge<V extends ArticleValues> {
  request: MergeRequest;
  /** The values before the changes. */
  base: Pick<ArticleInput<V>, 'patch' | 'seo' | 'slug' | 'errors'>;
}

/** Reads the keys that both modules share; collects errors instead of throwing them. */
export function readArticleInput(
  body: ArticleBody,
  { now, project }: Pick<ProjectContext, 'now' | 'project'>,
): ArticleInput<ArticleValues> {
  const input = unreadInput(body);
  const { patch, writtenIds } = input;
  if (body.title !== undefined) readTitle(input, body.title);
  if (body.excerpt !== undefined) patch.excerpt = body.excerpt ?? '';
  if (body.body !== undefined) readBody(input, body.body, project.id);
  if (body.featured_image_id !== undefined) patch.featured_image_id = body.featured_image_id;
  if (body.featured_image_id != null)
    writtenIds.push({
      id: body.featured_image_id,
      expected: 'media',
      param: 'featured_image_id',
      field: { name: 'featured_image_id', isList: false },
    });
  if (body.authors !== undefined) {
    patch.authors = idsOf(body.authors);
    for (const id of patch.authors)
      writtenIds.push({
        id,
        expected: 'author',
        param: 'authors',
        field: { name: 'authors', isList: true },
        missing: 'unknown_author',
      });
  }
  if (body.published_at !== undefined) {
    input.publishedAt = collectErrors(input.errors, () =>
      body.published_at === null ? null : readPublishedAt(body.published_at, now),
    );
  }
  if (body.publish_at === null) input.publishAt = null;
  else if (body.publish_at !== undefined) {
    const publishAt = collectErrors(input.errors, () => readPublishAt(body.publish_at, now));
    if (publishAt !== undefined) input.publishAt = publishAt;
  }
  if (body.unpublish_at === null) input.unpublishAt = null;
  else if (body.unpublish_at !== undefined) {
    const unpublishAt = collectErrors(input.errors, () => readUnpublishAt(body.unpublish_at, now));
    if (unpublishAt !== undefined) input.unpublishAt = unpublishAt;
  }
  if (body.seo !== undefined) {
    input.seo = readSeo(body.seo);
    writtenIds.push(...seoLinks(input.seo));
  }
  return input;
}

/** The input of a body before its values are read. */
function unreadInput(body: ArticleBody): ArticleInput<ArticleValues> {
  return {
    patch: {},
    seo: {},
    slug: body.slug,
    publish: body.publish,
    publishedAt: undefined,
    writtenIds: [],
    warnings: [],
    errors: [],
    sent: body,
    ...(body.publish_shared === undefined ? {} : { publishesShared: body.publish_shared }),
    ...(body.translated_from === undefined ? {} : { translatedFrom: body.translated_from }),
  };
}

/** The inputs for the further locales of a body. */
export function readFurther<V extends ArticleValues, B>(
  locales: Readonly<Record<string, B>> | undefined,
  read: (body: B) => ArticleInput<V>,
): Pick<ArticleInput<V>, 'further'> {
  if (locales === undefined) return {};
  return { further: Object.fromEntries(Object.entries(locales).map(([code, body]) => [code, read(body)])) };
}

function readTitle({ patch, errors }: ArticleInput<ArticleValues>, title: string | null): void {
  if (title === null || title.trim() === '')
    errors.push(apiError('missing_required_field', { name: 'title' }, { param: 'title' }));
  else patch.title = title;
}

/** Whether an error is about an empty title, which drafts of further locales can have. */
export function isMissingTitle({ code, hints }: ApiError): boolean {
  return code === 'missing_required_field' && hints.param === 'title';
}

function readBody(
  { patch, writtenIds, warnings, errors }: ArticleInput<ArticleValues>,
  body: unknown,
  projectId: string,
): void {
  const targets = projectTargets(projectId);
  const richtext =
    body === null ? emptyBody : collectErrors(errors, () => readRichtext(body, 'body', targets));
  if (richtext === undefined) return;
  Object.assign(patch, bodyValues(richtext.document));
  warnings.push(...richtext.warnings);
  for (const { id, param } of [...richtext.links.media, ...richtext.links.files])
    writtenIds.push({ id, expected: 'media', param });
  for (const { type, id, param } of richtext.links.refs) writtenIds.push({ id, expected: type, param });
}

export const emptyDocument: RichtextDocument = { version: 2, content: [] };
const emptyBody: ReadRichtext = {
  document: emptyDocument,
  links: { media: [], files: [], refs: [] },
  warnings: [],
};

/** A body with the values that are computed from it. */
export function bodyValues(body: RichtextDocument): Pick<ArticleValues, 'body' | 'word_count' | 'opening'> {
  const plain = plainText(body);
  return { body, word_count: countWords(plain), opening: openingOf(plain) };
}

/** The initial values in both modules. */
export const emptyArticle: ArticleValues = {
  slug: '',
  title: '',
  excerpt: '',
  body: emptyDocument,
  word_count: 0,
  opening: '',
  featured_image_id: null,
  authors: [],
  seo: noSeo,
};

/** Runs one reader and collects its errors, so that a response can list all of them. */
function collectErrors<T>(errors: ApiError[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    errors.push(...(error.others.length > 0 ? error.others : [error]));
    return undefined;
  }
}

/** Throws all errors as one, in the order of the fields (specification: several-faults). */
export function throwErrors(errors: readonly ApiError[], fields: readonly string[]): void {
  const rank = (error: ApiError) => {
    const index = fields.indexOf((error.hints.param ?? '').split(/[.[]/)[0] ?? '');
    return index === -1 ? fields.length : index;
  };
  const combined = combineErrors([...errors].sort((a, b) => rank(a) - rank(b)));
  if (combined !== null) throw combined;
}
