import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../contract/listing.ts';
import { HomeItem } from '../contract/home.ts';
import { Role, User } from '../users/schema.ts';
import { ShownEndpoint } from '../webhooks/schema.ts';

/** A project as the person who is signed in may open it. */
export const OpenProject = Type.Object(
  { id: Type.String(), name: Type.String(), private_media: Type.Boolean(), role: Role },
  { $id: 'OpenProject', additionalProperties: false },
);

export const OpenProjectList = Type.Object(
  { data: Type.Array(OpenProject) },
  { $id: 'OpenProjectList', additionalProperties: false },
);
export type OpenProjectList = Static<typeof OpenProjectList>;

/** Who is signed in; `csrf` goes with every change as `X-CSRF-Token`. */
export const Session = Type.Object(
  {
    user: Nullable(User),
    csrf: Nullable(Type.String()),
    projects: Type.Array(OpenProject),
    /** Whether the installation still waits for its set-up. */
    needs_set_up: Type.Boolean(),
  },
  { $id: 'Session', additionalProperties: false },
);
export type Session = Static<typeof Session>;

const password = Type.String({ minLength: 1, maxLength: 1_000 });

export const SignIn = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 320 }), password },
  { $id: 'SignIn', additionalProperties: false },
);
export type SignIn = Static<typeof SignIn>;

export const SetUp = Type.Object(
  {
    token: Type.String(),
    project: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ maxLength: 320 }),
    password,
  },
  { $id: 'SetUp', additionalProperties: false },
);
export type SetUp = Static<typeof SetUp>;

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
  },
  { $id: 'Home', additionalProperties: false },
);
export type Home = Static<typeof Home>;
