import { Type } from '@sinclair/typebox';
import type { ChangeModule } from '../contract/events.ts';

/** A project as `galley project create` and the dashboard show it. */
export const Project = Type.Object(
  { id: Type.String(), name: Type.String(), private_media: Type.Boolean() },
  { $id: 'Project', additionalProperties: false },
);

export interface ModuleVersion {
  version: number;
  changed_at: Date;
}

/** The row in which all transactions of a project meet (design, section 3). */
export interface ProjectRecord {
  _id: string;
  name: string;
  private_media: boolean;
  default_release_id: string;
  /** Grows with every change that a reader could see. */
  revision: number;
  /** Grows with every write. */
  write_seq: number;
  changed_at: Date;
  /** Events up to this revision are forgotten; absent while none are. */
  forgotten_revision?: number;
  /** No date at which something appears comes before this one; absent when nothing was ever scheduled. */
  next_date?: Date;
  modules: Record<ChangeModule, ModuleVersion>;
  settings: { review_interval_days?: number; preview_url?: string };
  created_at: Date;
}
