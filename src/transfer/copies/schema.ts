import { type Static, Type } from '@sinclair/typebox';
import type { LeasedRow } from '../../core/jobs/index.ts';
import { limits } from '../../contract/limits.ts';
import { Nullable } from '../../contract/listing.ts';

const closed = { additionalProperties: false } as const;
const statuses = ['running', 'done', 'failed'] as const;

const name = Type.String({ 'x-nfc': true, minLength: 1, maxLength: limits.name_chars_max });

export const StartCopy = Type.Object(
  { name, history: Type.Optional(Type.Boolean()) },
  { $id: 'StartCopy', ...closed },
);
export type StartCopy = Static<typeof StartCopy>;

export const StartFromTemplate = Type.Object({ name }, { $id: 'StartFromTemplate', ...closed });
export type StartFromTemplate = Static<typeof StartFromTemplate>;

/** A copy with its progress in percent. */
export const CopiedProject = Type.Object(
  {
    copy: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        status: Type.Union(statuses.map((status) => Type.Literal(status))),
        /** Null until the copy is complete. */
        project_id: Nullable(Type.String()),
        progress: Type.Integer(),
        /** Why the copy failed. */
        reason: Nullable(Type.String()),
      },
      closed,
    ),
  },
  { $id: 'CopiedProject', ...closed },
);
export type CopiedProject = Static<typeof CopiedProject>;

/** The projects that a person can start with. */
export const TemplateList = Type.Object(
  { data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, closed)) },
  { $id: 'TemplateList', ...closed },
);
export type TemplateList = Static<typeof TemplateList>;

/** A stored copy, in the original's project. */
export interface CopyRecord extends LeasedRow {
  _id: string;
  name: string;
  /** Set if the original is a template, so that its votes are not copied. */
  from_template?: true;
  /** Set if saved versions, the trash and comments are copied. */
  history?: true;
  status: (typeof statuses)[number];
  /** The unfinished project of the last attempt, or the complete copy. */
  target: string | null;
  progress: number;
  reason: string | null;
  /** The member who gets the copy. */
  created_by: { id: string; name: string };
  created_at: Date;
  finished_at: Date | null;
  /** Number of attempts. */
  attempts: number;
  expires_at: Date;
}
