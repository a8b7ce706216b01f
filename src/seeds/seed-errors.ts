import { ApiError } from '../contract/errors/api-error.ts';

/** Where something stands in a seed file: keys and list positions, outermost first. */
export type KeyPath = readonly (string | number)[];

/** One thing that is wrong with a seed file, and what to do about it. */
export interface SeedError {
  /** Path below the seeds folder, with forward slashes. */
  file: string;
  /** Counted from 1; null when the file as a whole is meant. */
  line: number | null;
  /** `values.price`, `authors[1]`; empty when the file as a whole is meant. */
  key: string;
  message: string;
}

/** All that is wrong with the seed files; the message has one line for each fault, ready to be printed. */
export class SeedFilesError extends Error {
  readonly faults: readonly SeedError[];

  constructor(faults: readonly SeedError[]) {
    super(faults.map(describeFault).join('\n'));
    this.name = 'SeedFilesError';
    this.faults = faults;
  }
}

function describeFault({ file, line, key, message }: SeedError): string {
  const place = line === null ? file : `${file}:${line}`;
  return key === '' ? `${place}: ${message}` : `${place} ${key}: ${message}`;
}

/** Writes a path the way API errors do: `fields[2].type`. */
export function keyText(path: KeyPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** The refusal of a seed by the API, with the place in its file; anything but a refusal is handed back as it is. */
export function refusalOf({ text, at, body }: Refused, cause: unknown): unknown {
  if (!(cause instanceof ApiError) || cause.status >= 500) return cause;
  const problems = cause.others.length === 0 ? [cause] : cause.others;
  return new SeedFilesError(
    problems.map(({ message, hints: { param = '', did_you_mean: meant } }) =>
      text.fault(
        [...at, ...pathIn(body, param)],
        meant === undefined ? message : `${message} Did you mean ${meant}?`,
      ),
    ),
  );
}

interface Refused {
  text: { fault(path: KeyPath, message: string): SeedError };
  /** Where in its file the body stands. */
  at: KeyPath;
  body: Readonly<Record<string, unknown>>;
}

/** `fields[2].type` -> `['fields', 2, 'type']`; of an entry the API names the fields alone. */
function pathIn(body: Refused['body'], param: string): KeyPath {
  const parts = param.split(/[.[\]]+/).filter((part) => part !== '');
  const path = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const [first] = parts;
  const isOfValues = first !== undefined && Object.hasOwn(body, 'values') && !Object.hasOwn(body, first);
  return isOfValues ? ['values', ...path] : path;
}
