import { transferError } from '../../transfer-error.ts';

/** The locales of a file. */
export interface FileHead {
  source: string;
  locale: string;
}

/** A unit of a file. The source in the file is never read, because an import uses the one in the database. */
export interface FileUnit {
  id: string;
  translation: string;
  /** The revision of the source; null if a tool removed it. */
  revision: number | null;
  /** As in `Unit`; null if a tool removed it. */
  hash: string | null;
  /** Whether the translation has markup that the format doesn't define. */
  isBroken: boolean;
}

/** The content of a file. */
export interface TextsFile {
  locale: string;
  units: FileUnit[];
}

/** The error for a whole file, which is not imported. */
export function fileError(message: string): Error {
  return transferError(message, '--file');
}

/** A revision from its digits; null for other texts. */
export function revisionOf(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
