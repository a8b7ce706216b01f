import { transferError } from '../../transfer-error.ts';

/** The locales of a file. */
export interface FileHead {
  source: string;
  locale: string;
}

/** A unit as a file contains it. Its source is never read: the one in the database counts. */
export interface FileUnit {
  id: string;
  translation: string;
  /** Null if the file has lost it. */
  revision: number | null;
  /** Null if the file has lost it. */
  hash: string | null;
  /** Whether the translation has markup that the format doesn't define. */
  isBroken: boolean;
}

/** The content of a file. */
export interface TextsFile {
  locale: string;
  units: FileUnit[];
}

/** The error for a file as a whole; nothing of it is imported. */
export function fileError(message: string): Error {
  return transferError(message, '--file');
}

/** A revision as a file writes it; null for anything else. */
export function revisionOf(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
