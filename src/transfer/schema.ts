import { type Static, Type } from '@sinclair/typebox';
import type { Exported } from '../core/context/index.ts';
import type { AnyCollection, ProjectDb } from '../core/mongo/index.ts';

/**
 * The newest form of an export that this version reads: 2 has parts that are absent where a project has nothing for
 * them. What has none of these is written in form 1, which older versions read too.
 */
export const formatVersion = 2;

/** A stored row as exports carry it: without its project, with its release where it belongs to one. */
export type Row = Record<string, unknown> & { _id: string };

/** One collection of a project that an export carries, as one file. */
export interface ExportPart extends Exported {
  /** The file's name without `.ndjson`, and the word in reports. */
  name: string;
  collection: AnyCollection;
}

/** What a project consists of; its own row is a matter of its own (src/projects/project/exported-settings.ts). */
export interface ProjectParts {
  /** In the order in which they are stored again. */
  carried: readonly ExportPart[];
  /** Makes again what rows keep beside their content, which an older version may have made otherwise. */
  renew: (db: ProjectDb) => Promise<void>;
}

const closed = { additionalProperties: false } as const;

const PartFile = Type.Object(
  { name: Type.String(), rows: Type.Integer(), sha256: Type.String() },
  { additionalProperties: false },
);
export type PartFile = Static<typeof PartFile>;

/** `galley.json` of a finished export. */
export const Manifest = Type.Object(
  {
    format: Type.Integer(),
    service_version: Type.String(),
    export_id: Type.String(),
    exported_at: Type.String(),
    /** The project's own row, its dates in Extended JSON. */
    project: Type.Record(Type.String(), Type.Unknown()),
    parts: Type.Array(PartFile),
    /** Files of assets beside the records; null where they were left out. */
    files: Type.Union([Type.Integer(), Type.Null()]),
  },
  closed,
);
export type Manifest = Static<typeof Manifest>;

/** Told of every step, for a progress bar. */
export type Progress = (step: { done: number; total: number; name: string }) => void;

/** The closing report: rows by part, and files of assets. */
export interface TransferReport {
  rows: Record<string, number>;
  files: FileCounts | null;
}

export interface FileCounts {
  copied: number;
  /** There already, from an earlier run. */
  kept: number;
  /** Ids of assets whose file is not where it should be. */
  missing: string[];
}
