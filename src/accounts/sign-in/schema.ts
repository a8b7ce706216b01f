import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import { Narrowed } from '../access/schema.ts';
import { Role, User } from '../users/schema.ts';

/** A project in the list of a signed-in person. */
export const OpenProject = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    private_media: Type.Boolean(),
    role: Role,
    /** Areas and types of the membership; null for no limits. */
    grant: Nullable(Narrowed),
    /** The error that the project's routes return in this session; null if it is open. */
    blocked: Nullable(
      Type.Object(
        {
          code: Type.Union(
            (['sign_in_method_required', 'second_factor_setup_required', 'step_up_required'] as const).map(
              (code) => Type.Literal(code),
            ),
          ),
          methods: Type.Array(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'OpenProject', additionalProperties: false },
);

export type OpenProject = Static<typeof OpenProject>;

export const OpenProjectList = Type.Object(
  { data: Type.Array(OpenProject) },
  { $id: 'OpenProjectList', additionalProperties: false },
);
export type OpenProjectList = Static<typeof OpenProjectList>;

/** The signed-in person. Every change has to send `csrf` as `X-CSRF-Token`. */
export const Session = Type.Object(
  {
    user: Nullable(User),
    csrf: Nullable(Type.String()),
    projects: Type.Array(OpenProject),
    may_create_projects: Type.Boolean(),
    /** Whether the installation has no people yet. */
    needs_set_up: Type.Boolean(),
    /** `SIGN_IN_HINT`, for people who have not signed in. */
    sign_in_hint: Type.Optional(Type.String()),
    /** What the installation accepts: `password`, `passkey`, `sso:<name>`. */
    sign_in: Type.Object(
      {
        methods: Type.Array(Type.String()),
        issuers: Type.Array(
          Type.Object({ name: Type.String(), label: Type.String() }, { additionalProperties: false }),
        ),
      },
      { additionalProperties: false },
    ),
    /** What this session proves; null without a session. */
    current: Nullable(
      Type.Object(
        {
          method: Type.String(),
          proofs: Type.Array(Type.String()),
          second_factor: Type.Boolean(),
          confirmed_at: Nullable(Timestamp),
          expires_at: Timestamp,
        },
        { additionalProperties: false },
      ),
    ),
    /** The person's authenticator app; null without one. */
    second_factor: Nullable(
      Type.Object({ recovery_codes_left: Type.Integer() }, { additionalProperties: false }),
    ),
    /** Present while the password was set by someone else's link; `by` is null for the operator. */
    reset: Type.Optional(
      Type.Object({ by: Nullable(Type.String()), at: Timestamp }, { additionalProperties: false }),
    ),
  },
  { $id: 'Session', additionalProperties: false },
);
export type Session = Static<typeof Session>;

/** The page of the issuer that ends the session there too. */
export const SignedOut = Type.Object(
  { logout_url: Type.String() },
  { $id: 'SignedOut', additionalProperties: false },
);
export type SignedOut = Static<typeof SignedOut>;

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

/** One of a person's own sessions; `browser` is null for sessions of an older version. */
export const OwnSession = Type.Object(
  {
    id: Type.String(),
    browser: Nullable(Type.String()),
    /** The address at the start; null if the installation stores no addresses. */
    address: Nullable(Type.String()),
    /** Whether the session started with a link instead of the password. */
    by_link: Type.Boolean(),
    method: Type.String(),
    began_at: Timestamp,
    seen_at: Nullable(Timestamp),
    expires_at: Timestamp,
    is_this: Type.Boolean(),
  },
  { $id: 'OwnSession', additionalProperties: false },
);
export type OwnSession = Static<typeof OwnSession>;

export const OwnSessionList = Type.Object(
  { data: Type.Array(OwnSession) },
  { $id: 'OwnSessionList', additionalProperties: false },
);
