import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';

/** Browsers add members over time, and the checks ignore unknown ones. */
const open = { additionalProperties: true } as const;
const encoded = Type.String({ maxLength: 8_000, pattern: '^[A-Za-z0-9_=-]*$' });
const credential = {
  id: encoded,
  rawId: encoded,
  type: Type.String({ maxLength: 30 }),
};

/** A browser's new credential, in its own JSON form. */
export const NewCredential = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: encoded,
        attestationObject: encoded,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
      },
      open,
    ),
  },
  open,
);
export type NewCredential = Static<typeof NewCredential>;

/** A browser's proof of a stored credential, in its own JSON form. */
export const UsedCredential = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: encoded,
        authenticatorData: encoded,
        signature: encoded,
        userHandle: Type.Optional(Nullable(encoded)),
      },
      open,
    ),
  },
  open,
);
export type UsedCredential = Static<typeof UsedCredential>;

/** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
export const PasskeyOptions = Type.Object(
  { options: Type.Object({ challenge: Type.String() }, open) },
  { $id: 'PasskeyOptions', additionalProperties: false },
);
export type PasskeyOptions = Static<typeof PasskeyOptions>;

/** Requests for options that need no input. */
export const NoInput = Type.Object({}, { $id: 'NoInput', additionalProperties: false });

const name = Type.String({ 'x-nfc': true, minLength: 1, maxLength: 60, pattern: '\\S' });

export const AddPasskey = Type.Object(
  { response: NewCredential, name: Type.Optional(name) },
  { $id: 'AddPasskey', additionalProperties: false },
);
export type AddPasskey = Static<typeof AddPasskey>;

export const RenamePasskey = Type.Object({ name }, { $id: 'RenamePasskey', additionalProperties: false });

export const SignInWithPasskey = Type.Object(
  { response: UsedCredential },
  { $id: 'SignInWithPasskey', additionalProperties: false },
);

export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: Timestamp,
    last_used_at: Nullable(Timestamp),
    /** Whether a password manager synchronizes the passkey. */
    synced: Type.Boolean(),
    /** False if the passkey was created for another domain. */
    usable: Type.Boolean(),
  },
  { $id: 'Passkey', additionalProperties: false },
);
export type Passkey = Static<typeof Passkey>;

export const OnePasskey = Type.Object(
  { passkey: Passkey },
  { $id: 'OnePasskey', additionalProperties: false },
);
export type OnePasskey = Static<typeof OnePasskey>;

export interface PasskeyRecord {
  /** `psk_...` */
  _id: string;
  user_id: string;
  /** The authenticator's id of the credential, in base64url; unique in the installation. */
  credential_id: string;
  /** The COSE key in base64url. */
  public_key: string;
  /** Signatures so far; 0 for authenticators that don't count. */
  counter: number;
  /** The domain that the passkey was created for. */
  rp_id: string;
  name: string;
  transports: string[];
  /** Whether the passkey may be synchronized; never changes. */
  is_backup_eligible: boolean;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}
