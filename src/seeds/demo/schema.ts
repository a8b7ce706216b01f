import { type Static, Type } from '@sinclair/typebox';
import type { LeasedRow } from '../../core/jobs/index.ts';
import { Nullable } from '../../contract/listing.ts';

const closed = { additionalProperties: false } as const;
const statuses = ['running', 'done', 'failed'] as const;

/** The demo content of a project with its progress in percent; null if none was loaded. */
export const DemoContent = Type.Object(
  {
    demo: Nullable(
      Type.Object(
        {
          status: Type.Union(statuses.map((status) => Type.Literal(status))),
          progress: Type.Integer(),
          /** Why loading it failed. */
          reason: Nullable(Type.String()),
        },
        closed,
      ),
    ),
  },
  { $id: 'DemoContent', ...closed },
);
export type DemoContent = Static<typeof DemoContent>;

/** A stored load of demo content into a project. */
export interface DemoRecord extends LeasedRow {
  /** The id of the project. */
  _id: string;
  status: (typeof statuses)[number];
  progress: number;
  reason: string | null;
  /** The member on whose behalf the content is stored. */
  created_by: { id: string; name: string };
  /** Consecutive failed attempts to store the next item. */
  tries: number;
  expires_at: Date;
}
