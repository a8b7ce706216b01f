import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';

/** The item to preview. Without an item, the response contains no URL. */
export const CreatePreview = Type.Object(
  {
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    item: Type.Optional(
      Type.Object(
        { type: Type.String(), id: Type.String(), slug: Type.Optional(Type.String()) },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'CreatePreview', additionalProperties: false },
);
export type CreatePreview = Static<typeof CreatePreview>;

export const Preview = Type.Object(
  { token: Type.String(), expires_at: Timestamp, url: Nullable(Type.String()) },
  { $id: 'Preview', additionalProperties: false },
);
export type Preview = Static<typeof Preview>;

const closed = { additionalProperties: false } as const;

/** What the credential of a request below `/preview/v1` gives access to. */
export const PreviewSession = Type.Object(
  {
    kind: Type.Union([Type.Literal('member'), Type.Literal('key')]),
    project: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    expires_at: Nullable(Timestamp),
    drafts: Type.Literal('all'),
    /** The origin of the dashboard. */
    dashboard: Type.String(),
  },
  { $id: 'PreviewSession', ...closed },
);
export type PreviewSession = Static<typeof PreviewSession>;
