import { type Static, Type } from '@sinclair/typebox';

export type { ExportPart, HistoryForm, ProjectParts } from '../core/context/index.ts';

/**
 * The newest format that this version reads, that of an export with the history. An export has the oldest format that
 * fits, so older versions can read it.
 */
export const formatVersion = 5;
/** The format of an export with rows that older versions can't read. */
export const newerRowsFormat = 4;
/** The format of an export with several locales. */
export const localesFormat = 3;
/** The format of an export with optional parts. */
export const optionalPartsFormat = 2;

/** A row in an export: without its project, with its release if it has one. */
export type Row = Record<string, unknown> & { _id: string };

const closed = { additionalProperties: false } as const;

const PartFile = Type.Object(
  { name: Type.String(), rows: Type.Integer(), sha256: Type.String() },
  { additionalProperties: false },
);
export type PartFile = Static<typeof PartFile>;

/** `galley.json` of a complete export. */
export const Manifest = Type.Object(
  {
    format: Type.Integer(),
    service_version: Type.String(),
    export_id: Type.String(),
    exported_at: Type.String(),
    /** The project's own row, with dates in Extended JSON. */
    project: Type.Record(Type.String(), Type.Unknown()),
    parts: Type.Array(PartFile),
    /** The assets' files; null if they were omitted. */
    files: Type.Union([Type.Integer(), Type.Null()]),
    /** Present in an export with saved versions, the trash and comments. */
    history: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type Manifest = Static<typeof Manifest>;

/** Called at every step, for a progress bar. */
export type Progress = (step: { done: number; total: number; name: string }) => void;

/** The final report: rows by part, and the assets' files. */
export interface TransferReport {
  rows: Record<string, number>;
  files: FileCounts | null;
  /** Whether saved versions, the trash and comments are included. */
  history: boolean;
}

export interface FileCounts {
  copied: number;
  /** Files that an earlier run copied. */
  kept: number;
  /** Ids of assets whose file is missing. */
  missing: string[];
}
