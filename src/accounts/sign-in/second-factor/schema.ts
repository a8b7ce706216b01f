import { type Static, Type } from '@sinclair/typebox';
import { UsedCredential } from '../../passkeys/schema.ts';

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
const code = Type.String({ minLength: 1, maxLength: 100 });

/** What can complete a sign-in or a step-up. */
export type StepProof = 'password' | 'totp' | 'recovery_code';

const ticket = Type.String({ minLength: 1, maxLength: 200 });

export const SecondStepOptions = Type.Object(
  { ticket },
  { $id: 'SecondStepOptions', additionalProperties: false },
);

/** Exactly one of `code` and `passkey`. */
export const SecondStep = Type.Object(
  { ticket, code: Type.Optional(code), passkey: Type.Optional(UsedCredential) },
  { $id: 'SecondStep', additionalProperties: false },
);
export type SecondStep = Static<typeof SecondStep>;

/** Exactly one of these. */
export const StepUp = Type.Object(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
    code: Type.Optional(code),
    passkey: Type.Optional(UsedCredential),
  },
  { $id: 'StepUp', additionalProperties: false },
);
export type StepUp = Static<typeof StepUp>;

/** The secret of an app that is being added, in base32 and as the URI of its QR code; shown once. */
export const TotpSecret = Type.Object(
  { secret: Type.String(), uri: Type.String() },
  { $id: 'TotpSecret', additionalProperties: false },
);
export type TotpSecret = Static<typeof TotpSecret>;

export const ConfirmTotp = Type.Object({ code }, { $id: 'ConfirmTotp', additionalProperties: false });

/** Codes that each work once instead of a code of the app; shown once. */
export const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String()) },
  { $id: 'RecoveryCodes', additionalProperties: false },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;

/** The first half of a sign-in: the password was right, and the code is missing. */
export interface TicketRecord {
  /** SHA-256 of the ticket. */
  _id: string;
  user_id: string;
  /** How many codes were tried with this ticket. */
  tries: number;
  expires_at: Date;
}
