import { type Static, Type } from '@sinclair/typebox';
import { AskScopes, Scopes } from '../access/schema.ts';
import type { Scopes as KeyScopes } from '../../contract/access.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import type { KeyPurpose } from './lookup/token.ts';

/** An API key as it is stored: the token itself is not in it (specification: authentication). */
export interface KeyRecord {
  /** SHA-256 of the token, hexadecimal; of a narrowed key another text (accounts/keys/lookup/narrowed-id.ts). */
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
  /** Absent for a key that may do everything of its kind. */
  scopes?: KeyScopes;
  /** Of narrowed keys SHA-256 of the token, by which they can become whole again. */
  hash?: string;
  /** Noted at most once a minute; absent while the key was never used. */
  last_used_at?: Date;
}

/** What a key can read about itself. */
export const KeySummary = Type.Object(
  {
    id: Type.String(),
    purpose: Type.Union([Type.Literal('secret'), Type.Literal('publishable')]),
    name: Type.String(),
    expires_at: Nullable(Timestamp),
    /** Of narrowed keys alone. */
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

/** A key as the dashboard lists it. `token` is there for publishable keys alone: a secret one is shown once. */
export const ApiKey = Type.Object(
  {
    id: Type.String(),
    purpose: Purpose,
    name: Type.String(),
    origins: Type.Array(Type.String()),
    token: Nullable(Type.String()),
    expires_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    /** To the minute. */
    last_used_at: Nullable(Timestamp),
    created_at: Timestamp,
    /** Of narrowed keys alone. */
    scopes: Type.Optional(Scopes),
  },
  { $id: 'ApiKey', additionalProperties: false },
);
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyList = Type.Object(
  { data: Type.Array(ApiKey) },
  { $id: 'ApiKeyList', additionalProperties: false },
);

/** The answer of a creation: the one time that a secret token is shown. */
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
    /** 1 to 90; null or left out for a key without an end. */
    expires_in_days: Type.Optional(Nullable(Type.Number())),
    /** What it may do; null or left out for everything of its kind. */
    scopes: Type.Optional(Nullable(AskScopes)),
  },
  { $id: 'CreateApiKey', additionalProperties: false },
);
export type CreateApiKey = Static<typeof CreateApiKey>;

export const ChangeApiKey = Type.Object(
  {
    name: Type.Optional(keyName),
    origins: Type.Optional(origins),
    /** What it may do from now on; null for everything of its kind. */
    scopes: Type.Optional(Nullable(AskScopes)),
  },
  { $id: 'ChangeApiKey', additionalProperties: false },
);
export type ChangeApiKey = Static<typeof ChangeApiKey>;
