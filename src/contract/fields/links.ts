import { type Static, Type } from '@sinclair/typebox';
import { idPrefixes } from '../id-prefixes.ts';
import { FocalPoint, ImageVariant } from './images.ts';
import { Nullable } from '../listing.ts';

/** What `options.target` of a link field may name (specification: fields). */
export const linkTargetKinds = [
  'blog_article',
  'blog_category',
  'author',
  'kb_article',
  'kb_collection',
  'kb_section',
] as const;
export type LinkTargetKind = (typeof linkTargetKinds)[number];

/** Everything that an id in content can lead to. */
export type TargetKind = LinkTargetKind | 'entry' | 'media';

/** What error messages call each kind of target, the kind of its ids, and where its ids are listed. */
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
  /** The key or the path of the field. */
  name: string;
  isList?: boolean;
  expected: TargetKind;
  contentType?: string | undefined;
}

/** The message for a value that is no id at all: which ids the field takes, and where to find them. */
export function takesIds({ name, isList = false, expected, contentType }: IdField): string {
  const prefix = `(${idPrefixes[expected]}_...)`;
  const ids = (noun: string) =>
    isList ? `${noun} IDs ${prefix}` : `${articleOf(noun)} ${noun} ID ${prefix}`;
  if (expected === 'media')
    return `The image field ${name} takes ${ids('media')}. Upload the file first: POST /v1/media/uploads.`;
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
 * How a file that a text links stands among what readers see of an item: `used_by` lists images alone (specification: events).
 */
export const linkedFile = (mediaId: string) => `file:${mediaId}`;

/** What an item holds, as what readers see of it names that. */
export function asSeen({ id, isFile }: { id: string; isFile?: true }): string {
  return isFile === true ? linkedFile(id) : id;
}

/** The read form of a link, the same for every target (specification: read-forms). */
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
/** The same form for whatever an id leads to: references in rich text may name entries too. */
export type Link = Omit<Static<typeof Link>, 'type'> & {
  type: LinkTargetKind | 'entry';
  /** Of an entry; link fields lead to none, so that it is in no answer. */
  content_type?: string;
};

/**
 * The read form of an image (specification: read-forms). `url` is null when the file is gone. The last three are there
 * when the read asked for widths (`images`).
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

/** The pages on which pictures stand, in the order in which `used_by` names them. */
export const pageKinds = [
  'blog_article',
  'blog_category',
  'kb_article',
  'kb_collection',
  'author',
  'entry',
] as const;

/** A page that readers see now, as `used_by` of media events names it (specification: event-data). */
export const PageUse = Type.Object(
  {
    type: Type.Union(pageKinds.map((kind) => Type.Literal(kind))),
    id: Type.String(),
    slug: Nullable(Type.String()),
    title: Type.String(),
    url: Nullable(Type.String()),
    content_type: Type.Optional(Type.String()),
  },
  { $id: 'PageUse', additionalProperties: false },
);
export type PageUse = Static<typeof PageUse>;

/** A place at which an asset stands, published or not, as the dashboard names it. */
export const MediaUse = Type.Object(
  {
    type: Type.Union(pageKinds.map((kind) => Type.Literal(kind))),
    id: Type.String(),
    title: Type.String(),
    /** Whether readers see it there now. */
    live: Type.Boolean(),
    /** Of an entry. */
    content_type: Nullable(Type.String()),
    /** The release in which alone it stands; null for the default one, and for what belongs to none. */
    release: Nullable(
      Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
    ),
  },
  { $id: 'MediaPlace', additionalProperties: false },
);
export type MediaUse = Static<typeof MediaUse>;

/** What is known of a written id before it is stored. */
export interface ExistingTarget {
  /** False for a target that readers cannot see now: the write succeeds with a warning. */
  live: boolean;
  /** Of an entry: its content type. */
  contentType?: string;
}

/** What an id in a draft leads to, published or not, as the dashboard's editors show it. */
const EditorTarget = Type.Object(
  {
    kind: Type.String(),
    title: Type.String(),
    slug: Nullable(Type.String()),
    /** Whether readers see it now. */
    live: Type.Boolean(),
    /** Of an entry. */
    content_type: Nullable(Type.String()),
    /** Of a media asset. */
    image: Nullable(Image),
  },
  { $id: 'EditorTarget', additionalProperties: false },
);

/** By id; ids that lead nowhere are absent. */
export const EditorTargets = Type.Record(Type.String(), EditorTarget);
export type EditorTargets = Static<typeof EditorTargets>;
