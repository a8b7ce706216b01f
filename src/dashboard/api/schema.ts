import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import { ComingDate, HomeItem } from '../../contract/home.ts';
import { ShownEndpoint, ShownTarget } from '../../delivery/index.ts';

/** What is to be previewed; without an item the token opens all drafts and no address is made. */
export const AskPreview = Type.Object(
  {
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    item: Type.Optional(
      Type.Object(
        { type: Type.String(), id: Type.String(), slug: Type.Optional(Type.String()) },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'AskPreview', additionalProperties: false },
);
export type AskPreview = Static<typeof AskPreview>;

export const Preview = Type.Object(
  { token: Type.String(), expires_at: Timestamp, url: Nullable(Type.String()) },
  { $id: 'Preview', additionalProperties: false },
);
export type Preview = Static<typeof Preview>;

/** The figures of the dashboard's first page, ten of each at most. */
export const Home = Type.Object(
  {
    recent: Type.Array(HomeItem),
    scheduled: Type.Array(HomeItem),
    stale_articles: Type.Array(
      Type.Object(
        { id: Type.String(), slug: Type.String(), title: Type.String(), review_due_at: Timestamp },
        { additionalProperties: false },
      ),
    ),
    stale_count: Type.Integer(),
    failing_webhooks: Type.Array(ShownEndpoint),
    failing_targets: Type.Array(ShownTarget),
    /** What an owner sets up first, and whether it is done; null for editors. */
    steps: Nullable(
      Type.Object(
        {
          type: Type.Boolean(),
          entry: Type.Boolean(),
          key: Type.Boolean(),
          preview: Type.Boolean(),
          member: Type.Boolean(),
          webhook: Type.Boolean(),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'Home', additionalProperties: false },
);
export type Home = Static<typeof Home>;

/** Which stretch of time a page of the calendar shows: both are moments, the second one is outside. */
export const CalendarQuery = Type.Object(
  { from: Type.String(), until: Type.String() },
  { $id: 'CalendarQuery', additionalProperties: false },
);
export type CalendarQuery = Static<typeof CalendarQuery>;

/** What is coming, in its order. */
export const Calendar = Type.Object(
  {
    data: Type.Array(ComingDate),
    /** Whether there are later dates in that time than one answer has. */
    has_more: Type.Boolean(),
  },
  { $id: 'Calendar', additionalProperties: false },
);
export type Calendar = Static<typeof Calendar>;
