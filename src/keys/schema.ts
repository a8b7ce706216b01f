import { Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../contract/listing.ts';
import type { KeyPurpose } from './token.ts';

/** An API key as it is stored: the token itself is not in it (spec, "Authentication"). */
export interface KeyRecord {
  /** SHA-256 of the token, hexadecimal. */
  _id: string;
  key_id: string;
  purpose: KeyPurpose;
  name: string;
  origins: string[];
  /** Publishable tokens only, encrypted: they can be shown again. */
  sealed_token: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
}

/** What a key is told about itself. */
export const KeySummary = Type.Object(
  {
    id: Type.String(),
    purpose: Type.Union([Type.Literal('secret'), Type.Literal('publishable')]),
    name: Type.String(),
    expires_at: Nullable(Timestamp),
  },
  { additionalProperties: false },
);

export const Ping = Type.Object(
  {
    ok: Type.Literal(true),
    project: Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
    key: KeySummary,
    api_version: Type.Literal('v1'),
    time: Timestamp,
  },
  { $id: 'Ping', additionalProperties: false },
);
