import { type Static, Type } from '@sinclair/typebox';
import { auditVias } from '../../contract/events/audit-actions.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';

const Via = Type.Union(auditVias.map((via) => Type.Literal(via)));

/** A row as the dashboard, exports and the command line show it. */
export const AuditRow = Type.Object(
  {
    seq: Type.Integer(),
    at: Timestamp,
    actor: Type.Object(
      { kind: Type.String(), id: Type.String(), name: Type.String() },
      { additionalProperties: false },
    ),
    via: Via,
    action: Type.String(),
    /** The action in words, to follow the actor's name. */
    words: Type.String(),
    subject: Type.Object(
      {
        kind: Type.String(),
        id: Type.String(),
        type: Type.Optional(Type.String()),
        /** Its title then; of people and keys the name that they have now. */
        title: Nullable(Type.String()),
      },
      { additionalProperties: false },
    ),
    release_id: Nullable(Type.String()),
    revision: Nullable(Type.Integer()),
    visible: Type.Boolean(),
    changed: Type.Array(Type.String()),
    detail: Nullable(Type.Record(Type.String(), Type.Unknown())),
    request_id: Type.String(),
    /** The beginning of the hash of the session; null for who has none. */
    session: Nullable(Type.String()),
    address: Nullable(Type.String()),
    access: Type.Boolean(),
    /** The same value, under the name that the row is stored with. */
    heavy: Type.Boolean(),
  },
  { $id: 'AuditRow', additionalProperties: false },
);
export type AuditRow = Static<typeof AuditRow>;

/** A person's own rows of the log of the installation; `before` asks for those before its last one. */
export const OwnActivity = Type.Object(
  { data: Type.Array(AuditRow), before: Nullable(Type.Integer()) },
  { $id: 'OwnActivity', additionalProperties: false },
);
export type OwnActivity = Static<typeof OwnActivity>;

const filters = {
  /** The id of a person, a key or a job. */
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** An action, or all of a group: `key.created`, `key.*`. */
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  /** The id of what it was done to. */
  item: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  via: Type.Optional(Via),
  /** The beginning of a session's hash, as rows name it. */
  session: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{16}$', description: 'a session as rows name it' }),
  ),
  since: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  until: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
};

/** Which rows are shown; `access` leaves access and settings alone. */
export const AuditQuery = Type.Object(
  {
    ...filters,
    access: Type.Optional(Type.Boolean({ description: 'true or false' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;

/** The same filters for an export, which is all rows that they leave. */
export const ExportAudit = Type.Object(
  { ...filters, access: Type.Optional(Type.Boolean()) },
  { $id: 'ExportAudit', additionalProperties: false },
);
export type ExportAudit = Static<typeof ExportAudit>;

export const AuditList = Type.Object(
  {
    data: Type.Array(AuditRow),
    meta: Type.Composite([
      ListMeta,
      Type.Object({
        /** Rows up to this moment are sealed; null while none is. */
        sealed_until: Nullable(Timestamp),
        /** People and keys of the project by whom rows can be filtered. */
        actors: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      }),
    ]),
  },
  { $id: 'AuditList', additionalProperties: false },
);
export type AuditList = Static<typeof AuditList>;
