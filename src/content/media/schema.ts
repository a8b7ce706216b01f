import { type Static, Type } from '@sinclair/typebox';
import { requiresChange, textInput } from '../../contract/fields/fields.ts';
import { FocalPoint, FocalPointInput, ImageVariant, PlaceholderInput } from '../../contract/fields/images.ts';
import { limits } from '../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { cursorParameters, mediaUrlsParameter } from '../../contract/paging.ts';
import { fileNamePattern, mimeTypePattern } from './upload/names.ts';
import type { ObjectRef } from '../../core/storage/index.ts';

const closed = { additionalProperties: false } as const;

/** States of an asset (specification: states). */
const statuses = ['pending', 'ready', 'failed'] as const;
type AssetStatus = (typeof statuses)[number];

/** An asset as it is stored. A `deleted` one is kept for the content that points at it and reads `url: null`. */
export interface MediaRecord {
  _id: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  alt: string;
  /** What crops are made around. Absent until it is sent. */
  focal_point?: FocalPoint | null;
  /** A thumbhash in base64. Absent until it is sent. */
  placeholder?: string | null;
  status: AssetStatus | 'deleted';
  object: ObjectRef;
  /** Until then the holder of the signed address may send the file again. */
  upload_ends_at: Date;
  /** Words of name and description, folded, for `q`. */
  words: string[];
  more_words?: string | null;
  /** The dashboard's alone: no answer of the API holds them. Absent in rows that never had any. */
  tags?: string[];
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** An object that nothing needs any more. */
export interface OrphanedObjectRecord {
  /** The object's key. */
  _id: string;
  private: boolean;
  due_at: Date;
  /** Until then the object may be sent again, so that it is removed once more. */
  until: Date;
}

const Status = Type.Unsafe<AssetStatus>({
  type: 'string',
  enum: [...statuses],
  description: `one of ${statuses.join(', ')}`,
});

/**
 * A media asset as it is served (specification: media-assets). `url` is null until the file is there. Focal point and
 * placeholder are there once they were sent; with `images` they always are, and `srcset` beside them.
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
  },
  { $id: 'Asset', ...closed },
);
export type Asset = Static<typeof Asset>;

export const AssetList = Type.Object(
  { data: Type.Array(Asset), meta: ListMeta },
  { $id: 'AssetList', ...closed },
);
export type AssetList = Static<typeof AssetList>;

/** Where and how to send the file (specification: media); the headers are part of the signature. */
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

/** What a client may send about a picture at step 1, at step 3, or later. */
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

/** Step 1. Name, type and size have codes of their own for what no schema expresses. */
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

/** Step 3; null clears what step 1 said. */
export const ConfirmUpload = Type.Object(details, { $id: 'ConfirmUpload', ...closed });

export const ChangeAsset = Type.Object(
  { file_name: Type.Optional(FileName), ...details },
  { $id: 'ChangeAsset', ...closed, ...requiresChange },
);
export type ChangeAsset = Static<typeof ChangeAsset>;

export const MediaPath = Type.Object({ mediaId: Type.String() });
export const MediaQuery = Type.Object({ ...mediaUrlsParameter });
export type MediaQuery = Static<typeof MediaQuery>;

/** `content_type` is the beginning of a MIME type, `image/` say; `q` searches file name and alt. */
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

/** A page on which readers see a picture. */
const Use = Type.Object(
  {
    type: Type.String(),
    id: Type.String(),
    slug: Nullable(Type.String()),
    title: Type.String(),
    url: Nullable(Type.String()),
    content_type: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** What would lose its picture: at most 200 pages, and how many there are in all. */
export const AssetUses = Type.Object(
  { used_by: Type.Array(Use), used_by_total: Type.Integer() },
  { $id: 'AssetUses', ...closed },
);

/** The upload whose file takes the place of the asset's; the asset keeps its name unless another one is sent. */
export const ReplaceFile = Type.Object(
  { upload_id: Type.String(), file_name: Type.Optional(FileName) },
  { $id: 'ReplaceFile', ...closed },
);
export type ReplaceFile = Static<typeof ReplaceFile>;
