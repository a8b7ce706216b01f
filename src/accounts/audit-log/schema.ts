import { type Static, Type } from '@sinclair/typebox';
import { auditVias } from '../../contract/events/audit-actions.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';

const Via = Type.Union(auditVias.map((via) => Type.Literal(via)));

/** A row of the audit log in the dashboard, exports and the command line. */
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
    /** The action as words that follow the actor's name. */
    words: Type.String(),
    subject: Type.Object(
      {
        kind: Type.String(),
        id: Type.String(),
        type: Type.Optional(Type.String()),
        /** The title at that time; for people and keys the present name. */
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
    /** The first characters of the session's hash; null without a session. */
    session: Nullable(Type.String()),
    address: Nullable(Type.String()),
    access: Type.Boolean(),
    /** The value of `access` under the name of the stored field. */
    heavy: Type.Boolean(),
  },
  { $id: 'AuditRow', additionalProperties: false },
);
export type AuditRow = Static<typeof AuditRow>;

/** A person's own rows of the installation's log. `before` is the `seq` to send for the next page. */
export const OwnActivity = Type.Object(
  { data: Type.Array(AuditRow), before: Nullable(Type.Integer()) },
  { $id: 'OwnActivity', additionalProperties: false },
);
export type OwnActivity = Static<typeof OwnActivity>;

const filters = {
  /** The id of a person, a key or a job. */
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** An action or a group of actions: `key.created`, `key.*`. */
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  /** The id of the subject. */
  item: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  via: Type.Optional(Via),
  /** The first characters of a session's hash, as in rows. */
  session: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{16}$', description: 'a session as rows name it' }),
  ),
  since: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  until: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
};

/** Filters and page of the audit log; `access` selects rows about access and settings. */
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

/** Filters of an export, which returns all matching rows. */
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
        /** Rows up to this time are sealed; null if none are. */
        sealed_until: Nullable(Timestamp),
        /** The actors that the dashboard offers as filters. */
        actors: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      }),
    ]),
  },
  { $id: 'AuditList', additionalProperties: false },
);
export type AuditList = Static<typeof AuditList>;
