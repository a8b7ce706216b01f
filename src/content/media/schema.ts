import { type Static, Type } from '@sinclair/typebox';
import { requiresChange, textInput } from '../../contract/fields/fields.ts';
import { FocalPoint, FocalPointInput, ImageVariant, PlaceholderInput } from '../../contract/fields/images.ts';
import { limits } from '../../contract/limits.ts';
import { ListMeta, localeMeta, Nullable, termLocaleKeys, Timestamp } from '../../contract/listing.ts';
import { cursorParameters, mediaUrlsParameter } from '../../contract/paging.ts';
import { fileNamePattern, mimeTypePattern } from './upload/names.ts';
import type { ObjectRef } from '../../core/storage/index.ts';

const closed = { additionalProperties: false } as const;

/** States of an asset (specification: states). */
const statuses = ['pending', 'ready', 'failed'] as const;
type AssetStatus = (typeof statuses)[number];

/** A stored asset. Rows of deleted assets stay, so that content that refers to them reads `url: null`. */
export interface MediaRecord {
  _id: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  alt: string;
  /** Alt texts of further locales, by the id of the locale; absent without any. */
  alts?: Record<string, string>;
  /** Center of crops. Absent until it is set for the first time. */
  focal_point?: FocalPoint | null;
  /** A thumbhash in base64. Absent until it is set for the first time. */
  placeholder?: string | null;
  status: AssetStatus | 'deleted';
  /** The asset is deleted, and its file is in the trash or will be moved there. */
  in_trash?: true;
  object: ObjectRef;
  /** When the signed upload URL expires; the client can send the file again until then. */
  upload_ends_at: Date;
  /** Folded words of name and alt texts, for `q`. */
  words: string[];
  more_words?: string | null;
  /** Only served by the dashboard's API. Absent in rows that never had a tag. */
  tags?: string[];
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** A stored object without an asset. */
export interface OrphanedObjectRecord {
  /** Key of the object in the storage. */
  _id: string;
  private: boolean;
  due_at: Date;
  /** The client can upload the object again until then, so a second removal follows. */
  until: Date;
}

const Status = Type.Unsafe<AssetStatus>({
  type: 'string',
  enum: [...statuses],
  description: `one of ${statuses.join(', ')}`,
});

const { alternates: _alternates, ...assetLocaleKeys } = termLocaleKeys;

/**
 * A served media asset (specification: media-assets). `url` is null until the file is uploaded. Focal point and
 * placeholder are present once they were set; with `images` they and `srcset` are always present.
 */
export const Asset = Type.Object(
  {
    id: Type.String(),
    file_name: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    alt: Type.String(),
    focal_point: Type.Optional(Nullable(FocalPoint)),
    placeholder: Type.Optional(Nullable(Type.String())),
    status: Status,
    url: Nullable(Type.String()),
    url_expires_at: Type.Optional(Timestamp),
    srcset: Type.Optional(Type.Array(ImageVariant)),
    revision: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
    ...assetLocaleKeys,
  },
  { $id: 'Asset', ...closed },
);
export type Asset = Static<typeof Asset>;

export const AssetList = Type.Object(
  { data: Type.Array(Asset), meta: Type.Object({ ...ListMeta.properties, ...localeMeta }, closed) },
  { $id: 'AssetList', ...closed },
);
export type AssetList = Static<typeof AssetList>;

/** How to upload the file (specification: media). The headers are part of the signature. */
export const Upload = Type.Object(
  {
    upload_url: Type.String(),
    method: Type.Literal('PUT'),
    headers: Type.Record(Type.String(), Type.String()),
    expires_at: Timestamp,
    media: Asset,
  },
  { $id: 'Upload', ...closed },
);
export type Upload = Static<typeof Upload>;

const side = () =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: limits.image_side_px_max,
      description: `a whole number of pixels from 1 to ${limits.image_side_px_max}`,
    }),
  );

/** Details of an image that clients can send in step 1, in step 3, or later. */
const details = {
  width: side(),
  height: side(),
  alt: Type.Optional(textInput(limits.description_chars_max)),
  focal_point: Type.Optional(FocalPointInput),
  placeholder: Type.Optional(PlaceholderInput),
};
export type AssetDetails = Static<typeof ConfirmUpload>;

const FileName = Type.String({
  description: 'the name of the file',
  'x-document': { minLength: 1, maxLength: limits.file_name_chars_max, pattern: fileNamePattern },
});

/** Step 1. Checks of name, type and size that a schema can't express have their own error codes. */
export const AskUpload = Type.Object(
  {
    file_name: FileName,
    content_type: Type.String({ description: 'a MIME type', 'x-document': { pattern: mimeTypePattern } }),
    size_bytes: Type.Integer({ minimum: 1, description: 'a whole number of bytes, at least 1' }),
    ...details,
  },
  { $id: 'AskUpload', ...closed },
);
export type AskUpload = Static<typeof AskUpload>;

/** Step 3; null clears a value of step 1. */
export const ConfirmUpload = Type.Object(details, { $id: 'ConfirmUpload', ...closed });

export const ChangeAsset = Type.Object(
  { file_name: Type.Optional(FileName), ...details },
  { $id: 'ChangeAsset', ...closed, ...requiresChange },
);
export type ChangeAsset = Static<typeof ChangeAsset>;

export const MediaPath = Type.Object({ mediaId: Type.String() });
export const MediaQuery = Type.Object({ ...mediaUrlsParameter });
export type MediaQuery = Static<typeof MediaQuery>;

/** `content_type` is a prefix of a MIME type such as `image/`; `q` searches file name and alt text. */
export const MediaListQuery = Type.Object({
  ...cursorParameters,
  ...mediaUrlsParameter,
  status: Type.Optional(Status),
  content_type: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'the beginning of a MIME type' }),
  ),
  q: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200, description: 'at most 200 characters' })),
});
export type MediaListQuery = Static<typeof MediaListQuery>;

/** A page that shows an image to readers. */
const Use = Type.Object(
  {
    type: Type.String(),
    id: Type.String(),
    slug: Nullable(Type.String()),
    title: Type.String(),
    url: Nullable(Type.String()),
    content_type: Type.Optional(Type.String()),
    /** The codes of the locales with the use, if it is in further locales only. */
    locales: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

/** At most 200 pages that use the asset, and the total number. */
export const AssetUses = Type.Object(
  { used_by: Type.Array(Use), used_by_total: Type.Integer() },
  { $id: 'AssetUses', ...closed },
);

/** The upload whose file replaces that of the asset. An omitted `file_name` keeps the name of the asset. */
export const ReplaceFile = Type.Object(
  { upload_id: Type.String(), file_name: Type.Optional(FileName) },
  { $id: 'ReplaceFile', ...closed },
);
export type ReplaceFile = Static<typeof ReplaceFile>;
