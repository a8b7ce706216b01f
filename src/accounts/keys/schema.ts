import { type Static, Type } from '@sinclair/typebox';
import { ScopesInput, Scopes } from '../access/schema.ts';
import type { Scopes as KeyScopes } from '../../contract/access.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import type { KeyPurpose } from './lookup/token.ts';

/** A stored API key. The token itself is not stored (specification: authentication). */
export interface KeyRecord {
  /**
   * SHA-256 of the token in hexadecimal; different for keys with scopes
   * (accounts/keys/lookup/stored-id.ts).
   */
  _id: string;
  key_id: string;
  purpose: KeyPurpose;
  name: string;
  origins: string[];
  /** The encrypted token of a publishable key, which the dashboard can show again; null for secret keys. */
  sealed_token: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
  /** Absent for a key without limits. */
  scopes?: KeyScopes;
  /** SHA-256 of the token, only for keys with scopes, so that the scopes can be removed again. */
  hash?: string;
  /** Accurate to the minute; absent if the key was never used. */
  last_used_at?: Date;
}

/** What a key can read about itself. */
export const KeySummary = Type.Object(
  {
    id: Type.String(),
    purpose: Type.Union([Type.Literal('secret'), Type.Literal('publishable')]),
    name: Type.String(),
    expires_at: Nullable(Timestamp),
    /** Only for keys with scopes. */
    scopes: Type.Optional(Scopes),
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

const Purpose = Type.Union([Type.Literal('secret'), Type.Literal('publishable')]);

/** A key in the dashboard's list. `token` is null for secret keys, whose token is shown only once. */
export const ApiKey = Type.Object(
  {
    id: Type.String(),
    purpose: Purpose,
    name: Type.String(),
    origins: Type.Array(Type.String()),
    token: Nullable(Type.String()),
    expires_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    /** Accurate to the minute. */
    last_used_at: Nullable(Timestamp),
    created_at: Timestamp,
    /** Only for keys with scopes. */
    scopes: Type.Optional(Scopes),
  },
  { $id: 'ApiKey', additionalProperties: false },
);
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyList = Type.Object(
  { data: Type.Array(ApiKey) },
  { $id: 'ApiKeyList', additionalProperties: false },
);

/** The response to a creation, the only one that contains a secret token. */
export const CreatedApiKey = Type.Object(
  { key: ApiKey, token: Type.String() },
  { $id: 'CreatedApiKey', additionalProperties: false },
);

const keyName = Type.String({ 'x-nfc': true, minLength: 1, maxLength: 200 });
const origins = Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 });

export const CreateApiKey = Type.Object(
  {
    purpose: Purpose,
    name: keyName,
    origins: Type.Optional(origins),
    /** 1 to 90; null or omitted for a key that never expires. */
    expires_in_days: Type.Optional(Nullable(Type.Number())),
    /** Null or omitted for a key without limits. */
    scopes: Type.Optional(Nullable(ScopesInput)),
  },
  { $id: 'CreateApiKey', additionalProperties: false },
);
export type CreateApiKey = Static<typeof CreateApiKey>;

export const ChangeApiKey = Type.Object(
  {
    name: Type.Optional(keyName),
    origins: Type.Optional(origins),
    /** The new scopes; null removes the limits. */
    scopes: Type.Optional(Nullable(ScopesInput)),
  },
  { $id: 'ChangeApiKey', additionalProperties: false },
);
export type ChangeApiKey = Static<typeof ChangeApiKey>;
