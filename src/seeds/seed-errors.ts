import { ApiError } from '../contract/errors/api-error.ts';

/** A path in a seed file: keys and list indexes, outermost first. */
export type KeyPath = readonly (string | number)[];

/** An error in a seed file, and what to do about it. */
export interface SeedError {
  /** Path below the seeds folder, with forward slashes. */
  file: string;
  /** Counted from 1; null for the whole file. */
  line: number | null;
  /** `values.price`, `authors[1]`; empty for the whole file. */
  key: string;
  message: string;
}

/** All errors of the seed files; the message has one printable line for each. */
export class SeedFilesError extends Error {
  readonly errors: readonly SeedError[];

  constructor(errors: readonly SeedError[]) {
    super(errors.map(describeError).join('\n'));
    this.name = 'SeedFilesError';
    this.errors = errors;
  }
}

function describeError({ file, line, key, message }: SeedError): string {
  const location = line === null ? file : `${file}:${line}`;
  return key === '' ? `${location}: ${message}` : `${location} ${key}: ${message}`;
}

/** Formats a path as API errors do: `fields[2].type`. */
export function keyText(path: KeyPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/**
 * Converts the API's rejection of a seed to an error with the location in its file; returns other errors
 * unchanged.
 */
export function locateRejection({ text, bodyPath, body }: SeedBody, cause: unknown): unknown {
  if (!(cause instanceof ApiError) || cause.status >= 500) return cause;
  const apiErrors = cause.others.length === 0 ? [cause] : cause.others;
  return new SeedFilesError(
    apiErrors.map(({ message, hints: { param = '', did_you_mean: suggestion } }) =>
      text.errorAt(
        [...bodyPath, ...pathIn(body, param)],
        suggestion === undefined ? message : `${message} Did you mean ${suggestion}?`,
      ),
    ),
  );
}

interface SeedBody {
  text: { errorAt(path: KeyPath, message: string): SeedError };
  /** The path of the body in its file. */
  bodyPath: KeyPath;
  body: Readonly<Record<string, unknown>>;
}

/** `fields[2].type` -> `['fields', 2, 'type']`; for entries, the API names only the field. */
function pathIn(body: SeedBody['body'], param: string): KeyPath {
  const parts = param.split(/[.[\]]+/).filter((part) => part !== '');
  const path = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const [first] = parts;
  const isEntryField = first !== undefined && Object.hasOwn(body, 'values') && !Object.hasOwn(body, first);
  return isEntryField ? ['values', ...path] : path;
}
