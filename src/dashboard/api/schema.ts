import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import { ComingDate, HomeItem } from '../../contract/home.ts';
import { SearchItem } from '../../contract/search.ts';
import { ShownEndpoint, ShownTarget } from '../../delivery/index.ts';
import { UsageWarning } from '../usage/schema.ts';
import { Review } from '../reviews/schema.ts';

/** The data of the Home screen, at most ten items per list. */
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
    /** Reviews that wait for the member, and how many there are. */
    waiting: Type.Array(Review),
    waiting_count: Type.Integer(),
    /** The items that the member changed last. */
    mine: Type.Array(SearchItem),
    failing_webhooks: Type.Array(ShownEndpoint),
    failing_targets: Type.Array(ShownTarget),
    /** Usage limits that the project reached to 80 % or more; empty for members who are not owners. */
    usage_warnings: Type.Array(UsageWarning),
    /** Which first steps of a project are done; null for members who are not owners. */
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

/** The range of time of a calendar page; `until` is exclusive. */
export const CalendarQuery = Type.Object(
  {
    from: Type.String(),
    until: Type.String(),
    /** Kinds of items, separated by commas; all if omitted. */
    kinds: Type.Optional(Type.String()),
    /** Slugs of content types, separated by commas: only entries of these; all if omitted. */
    types: Type.Optional(Type.String({ maxLength: 4_000 })),
  },
  { $id: 'CalendarQuery', additionalProperties: false },
);
export type CalendarQuery = Static<typeof CalendarQuery>;

/** Upcoming dates in order. */
export const Calendar = Type.Object(
  {
    data: Type.Array(ComingDate),
    /** Whether the range has more dates than the response. */
    has_more: Type.Boolean(),
  },
  { $id: 'Calendar', additionalProperties: false },
);
export type Calendar = Static<typeof Calendar>;
