import { type Static, Type } from '@sinclair/typebox';
import { idPrefixes } from '../id-prefixes.ts';
import { FocalPoint, ImageVariant } from './images.ts';
import { Nullable } from '../listing.ts';

/** Allowed values of `options.target` of a link field (specification: fields). */
export const linkTargetKinds = [
  'blog_article',
  'blog_category',
  'author',
  'kb_article',
  'kb_collection',
  'kb_section',
] as const;
export type LinkTargetKind = (typeof linkTargetKinds)[number];

/** Everything that an id in content can refer to. */
export type TargetKind = LinkTargetKind | 'entry' | 'media';

/** The noun for each kind in error messages, and the endpoint that lists its ids. */
const targets: Readonly<Record<Exclude<TargetKind, 'media' | 'entry'>, { noun: string; list: string }>> = {
  blog_article: { noun: 'blog article', list: '/v1/blog/articles' },
  blog_category: { noun: 'category', list: '/v1/blog/categories' },
  author: { noun: 'author', list: '/v1/authors' },
  kb_article: { noun: 'article', list: '/v1/kb/articles' },
  kb_collection: { noun: 'collection', list: '/v1/kb/collections' },
  kb_section: { noun: 'section', list: '/v1/kb/sections' },
};

/** A field that takes ids, as error messages name it. */
export interface IdField {
  name: string;
  isList?: boolean;
  expected: TargetKind;
  contentType?: string | undefined;
  /** Whether the field takes any file, not only images. */
  isFile?: boolean | undefined;
}

/** The message for a value that is no id: which ids the field takes and which endpoint lists them. */
export function idsExpectedMessage({
  name,
  isList = false,
  expected,
  contentType,
  isFile = false,
}: IdField): string {
  const prefix = `(${idPrefixes[expected]}_...)`;
  const ids = (noun: string) =>
    isList ? `${noun} IDs ${prefix}` : `${articleOf(noun)} ${noun} ID ${prefix}`;
  if (expected === 'media')
    return `The ${isFile ? 'file' : 'image'} field ${name} takes ${ids('media')}. Upload the file first: POST /v1/media/uploads.`;
  if (expected !== 'entry') {
    const { noun, list } = targets[expected];
    return `${name} takes ${ids(noun)}. GET ${list} lists them.`;
  }
  return `${name} takes ${ids('entry')}. GET /v1/content/${contentType ?? '{type}'} lists them.`;
}

function articleOf(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a';
}

/**
 * The name of a linked file in an item's live references. The prefix separates it from images, because
 * `used_by` lists only images (specification: events).
 */
export const linkedFileName = (mediaId: string) => `file:${mediaId}`;

/** Returns the name of a reference in an item's live references. */
export function liveReferenceName({ id, isFile }: { id: string; isFile?: true }): string {
  return isFile === true ? linkedFileName(id) : id;
}

/** A link in a response; every target has this form (specification: read-forms). */
export const Link = Type.Object(
  {
    id: Type.String(),
    type: Type.Union(linkTargetKinds.map((kind) => Type.Literal(kind))),
    title: Type.String(),
    slug: Nullable(Type.String()),
    url: Nullable(Type.String()),
  },
  { $id: 'Link', additionalProperties: false },
);
/** The general form: references in rich text can also point to entries. */
export type Link = Omit<Static<typeof Link>, 'type'> & {
  type: LinkTargetKind | 'entry';
  /** For entries; link fields never point to entries, so no response contains it. */
  content_type?: string;
};

/**
 * An image in a response (specification: read-forms). `url` is null if the file is gone. The last three keys
 * are present if the read has `images`.
 */
export const Image = Type.Object(
  {
    id: Type.String(),
    url: Nullable(Type.String()),
    alt: Type.String(),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    content_type: Type.String(),
    url_expires_at: Type.Optional(Type.String({ 'x-document': { format: 'date-time' } })),
    srcset: Type.Optional(Type.Array(ImageVariant)),
    focal_point: Type.Optional(Nullable(FocalPoint)),
    placeholder: Type.Optional(Nullable(Type.String())),
  },
  { $id: 'Image', additionalProperties: false },
);
export type Image = Static<typeof Image>;

/** A file in a response (specification: read-forms). `url` is null if the file is gone. */
export const FileAsset = Type.Object(
  {
    id: Type.String(),
    url: Nullable(Type.String()),
    file_name: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    alt: Type.String(),
    url_expires_at: Type.Optional(Type.String({ 'x-document': { format: 'date-time' } })),
  },
  { $id: 'FileAsset', additionalProperties: false },
);
export type FileAsset = Static<typeof FileAsset>;

/** Kinds of pages that can contain images, in the order of `used_by`. */
export const pageKinds = [
  'blog_article',
  'blog_category',
  'kb_article',
  'kb_collection',
  'author',
  'entry',
] as const;

/** A page that readers see, in `used_by` of media events (specification: event-data). */
export const PageUse = Type.Object(
  {
    type: Type.Union(pageKinds.map((kind) => Type.Literal(kind))),
    id: Type.String(),
    slug: Nullable(Type.String()),
    title: Type.String(),
    url: Nullable(Type.String()),
    content_type: Type.Optional(Type.String()),
    /** The codes of the locales with the use, if it is in further locales only. */
    locales: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'PageUse', additionalProperties: false },
);
export type PageUse = Static<typeof PageUse>;

/** A use of an asset, live or not, in the dashboard. */
export const MediaUse = Type.Object(
  {
    type: Type.Union(pageKinds.map((kind) => Type.Literal(kind))),
    id: Type.String(),
    title: Type.String(),
    /** Whether readers see the asset there. */
    live: Type.Boolean(),
    /** Only for entries. */
    content_type: Nullable(Type.String()),
    /** The codes of the locales with the use, if it is in further locales only. */
    locales: Type.Optional(Type.Array(Type.String())),
    /**
     * The only release that contains the use; null for the default release and for items without releases.
     */
    release: Nullable(
      Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
    ),
  },
  { $id: 'MediaPlace', additionalProperties: false },
);
export type MediaUse = Static<typeof MediaUse>;

/** What is known about a written id before it is stored. */
export interface ExistingTarget {
  /** False if readers can't see the target: the write succeeds with a warning. */
  live: boolean;
  /** The content type, for an entry. */
  contentType?: string;
  /** The MIME type, for a file. */
  mimeType?: string;
}

/** The target of an id in a draft, live or not, in the dashboard's editors. */
const EditorTarget = Type.Object(
  {
    kind: Type.String(),
    title: Type.String(),
    slug: Nullable(Type.String()),
    /** Whether readers see the target. */
    live: Type.Boolean(),
    /** Only for entries. */
    content_type: Nullable(Type.String()),
    /** Only for media assets. */
    image: Nullable(Image),
    file_name: Type.Optional(Type.String()),
  },
  { $id: 'EditorTarget', additionalProperties: false },
);

/** By id; unknown ids are absent. */
export const EditorTargets = Type.Record(Type.String(), EditorTarget);
export type EditorTargets = Static<typeof EditorTargets>;
