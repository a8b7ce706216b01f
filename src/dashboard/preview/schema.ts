import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import { previewLinkBounds } from '../../contract/preview.ts';

/** The time and the release that a token shows. */
const timeKeys = { at: Type.Optional(Type.String()), release: Type.Optional(Type.String()) };
const servedShown = { at: Nullable(Timestamp), release: Nullable(Type.String()) };

/** The item to preview. Without an item, the response contains no URL. */
export const CreatePreview = Type.Object(
  {
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    item: Type.Optional(
      Type.Object(
        {
          type: Type.String(),
          id: Type.String(),
          slug: Type.Optional(Type.String()),
          locale: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
    ...timeKeys,
  },
  { $id: 'CreatePreview', additionalProperties: false },
);
export type CreatePreview = Static<typeof CreatePreview>;

export const Preview = Type.Object(
  { token: Type.String(), expires_at: Timestamp, url: Nullable(Type.String()), ...servedShown },
  { $id: 'Preview', additionalProperties: false },
);
export type Preview = Static<typeof Preview>;

const closed = { additionalProperties: false } as const;

const Item = Type.Object({ type: Type.String(), id: Type.String() }, closed);
const drafts = Type.Union([Type.Literal('item'), Type.Literal('all')]);
/** Which drafts a credential shows; none at a fixed time. */
const servedDrafts = Type.Union([Type.Literal('item'), Type.Literal('all'), Type.Literal('none')]);

/** What the credential of a request below `/preview/v1` gives access to. */
export const PreviewSession = Type.Object(
  {
    kind: Type.Union([Type.Literal('member'), Type.Literal('link'), Type.Literal('key')]),
    project: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    expires_at: Nullable(Timestamp),
    drafts: servedDrafts,
    item: Nullable(Item),
    /** The fixed time of a token; null without one. */
    at: Nullable(Timestamp),
    /** The release that requests without `release` read; null for the default release. */
    release: Nullable(
      Type.Object({ id: Type.String(), name: Type.String(), default: Type.Boolean() }, closed),
    ),
    /** The origin of the dashboard. */
    dashboard: Type.String(),
  },
  { $id: 'PreviewSession', ...closed },
);
export type PreviewSession = Static<typeof PreviewSession>;

/** An item that a page of the site shows. */
export const PreviewedItem = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    title: Type.String(),
    /** The content type of an entry; otherwise null. */
    content_type: Nullable(Type.String()),
  },
  { $id: 'PreviewedItem', ...closed },
);
export type PreviewedItem = Static<typeof PreviewedItem>;

/** A share link as it is stored. */
export interface PreviewLinkRecord {
  _id: string;
  name: string;
  drafts: 'item' | 'all' | 'none';
  item: { type: string; id: string } | null;
  /** The time that the link shows; null for drafts. */
  at: Date | null;
  release: string | null;
  /** Null for links of the command line, which have the rights of an owner. */
  created_by: { id: string; name: string } | null;
  created_at: Date;
  expires_at: Date;
  /** Exact to a minute; null if the link was never used. */
  last_used_at: Date | null;
}

export const PreviewLink = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    drafts: servedDrafts,
    item: Nullable(Item),
    ...servedShown,
    created_by: Nullable(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
    created_at: Timestamp,
    expires_at: Timestamp,
    last_used_at: Nullable(Timestamp),
  },
  { $id: 'PreviewLink', ...closed },
);
export type PreviewLink = Static<typeof PreviewLink>;

export const PreviewLinkList = Type.Object(
  { data: Type.Array(PreviewLink) },
  { $id: 'PreviewLinkList', ...closed },
);
export type PreviewLinkList = Static<typeof PreviewLinkList>;

/**
 * Without an item the link shows all drafts, with one its draft alone unless `drafts` is `all`. With `at` it shows no
 * draft.
 */
export const CreatePreviewLink = Type.Object(
  {
    name: Type.Optional(Type.String({ 'x-nfc': true, maxLength: previewLinkBounds.nameCharsMax })),
    expires_in_hours: Type.Integer({
      minimum: 1,
      maximum: previewLinkBounds.hoursMax,
      description: `a whole number, 1 to ${previewLinkBounds.hoursMax}`,
    }),
    item: CreatePreview.properties.item,
    drafts: Type.Optional(drafts),
    ...timeKeys,
  },
  { $id: 'CreatePreviewLink', ...closed },
);
export type CreatePreviewLink = Static<typeof CreatePreviewLink>;

/** The response to a creation, the only one that contains the token. */
export const CreatedPreviewLink = Type.Object(
  { link: PreviewLink, token: Type.String(), url: Nullable(Type.String()) },
  { $id: 'CreatedPreviewLink', ...closed },
);
export type CreatedPreviewLink = Static<typeof CreatedPreviewLink>;
