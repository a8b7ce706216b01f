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
