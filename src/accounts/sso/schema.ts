import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import { Passkey } from '../passkeys/schema.ts';
import type { ChallengeRecord } from '../sign-in/challenge-repository.ts';

/** A person at an issuer, linked to an account. */
export interface IdentityRecord {
  /** `idn_...` */
  _id: string;
  user_id: string;
  /** The issuer URL. Together with `sub` it identifies the person; names and addresses can change. */
  issuer: string;
  sub: string;
  /** The name of the issuer in the settings when it was linked. */
  name: string;
  /** The address when it was linked; null if the issuer sent none. */
  email: string | null;
  linked_at: Date;
  last_used_at: Date | null;
}

export type FlowPurpose = 'sign_in' | 'link' | 'step_up';

/** A sign-in at an issuer that a browser has started. */
export interface FlowRecord extends ChallengeRecord {
  purpose: `sso_${FlowPurpose}`;
  issuer: { name: string; url: string };
  /** SHA-256 of the browser's cookie. */
  browser: string;
  return_to: string;
  started_at: Date;
  /** The id of the invitation that the person uses. */
  invitation?: string;
  /** The session of the person who links or confirms. */
  session?: { user_id: string; id: string };
}

/** How the signed-in person can sign in. */
export const OwnSignIn = Type.Object(
  {
    password: Type.Boolean(),
    authenticator_app: Nullable(
      Type.Object({ recovery_codes_left: Type.Integer() }, { additionalProperties: false }),
    ),
    passkeys: Type.Array(Passkey),
    identities: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          /** The name of the issuer; null if it is no longer configured. */
          issuer: Nullable(Type.String()),
          label: Type.String(),
          email: Nullable(Type.String()),
          linked_at: Timestamp,
          last_used_at: Nullable(Timestamp),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'OwnSignIn', additionalProperties: false },
);
export type OwnSignIn = Static<typeof OwnSignIn>;

export const StartSso = Type.Object(
  {
    purpose: Type.Optional(
      Type.Union((['sign_in', 'link', 'step_up'] as const).map((purpose) => Type.Literal(purpose))),
    ),
    /** The page of the dashboard to which the browser returns. */
    return_to: Type.Optional(Type.String({ maxLength: 2_000 })),
    /** The token of an invitation link. */
    invitation: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { $id: 'StartSso', additionalProperties: false },
);
export type StartSso = Static<typeof StartSso>;

/** The page of the issuer to which the browser goes. */
export const SsoStart = Type.Object({ url: Type.String() }, { $id: 'SsoStart', additionalProperties: false });
export type SsoStart = Static<typeof SsoStart>;
