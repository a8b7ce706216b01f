import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { AuditRecord } from '../schema.ts';
import type { RootRecord, SealRecord } from './schema.ts';

/** The content of a seal. Retention uses the time of the newest row, so the seal covers it. */
type SealContent = Pick<SealRecord, 'project_id' | 'from' | 'to' | 'digest' | 'newest_at'>;

/** Creates seals with a key derived from `APP_SECRET`. Nobody without the secret can create one. */
export class SealKey {
  readonly #key: Buffer;
  readonly #previous: SealKey | null;

  constructor(appSecret: string, previousSecret?: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley audit seals', 32));
    this.#previous = previousSecret === undefined ? null : new SealKey(previousSecret);
  }

  /** Whether a stored MAC is the one that this secret, or the previous one, computes. */
  isOwn(mac: string | undefined, compute: (key: SealKey) => string): boolean {
    return mac === compute(this) || (this.#previous !== null && mac === compute(this.#previous));
  }

  /** The MAC of a range of rows, chained to the log's previous seal; `previous` is empty for the first one. */
  macOf({ project_id, from, to, digest, newest_at }: SealContent, previous: string): string {
    return this.#macOf('seal', [project_id, from, to, digest, newest_at, previous]);
  }

  /** The digest of a root, chained to the previous root; `previous` is empty for the first one. */
  rootOf({ _id, at, seals }: Omit<RootRecord, 'digest'>, previous: string): string {
    return this.#macOf('root', [_id, at, seals, previous]);
  }

  /** Proves that this service removed the rows of a log up to a number, and when. */
  trimOf({ log, to, at }: { log: string; to: number; at: Date }): string {
    return this.#macOf('trim', [log, to, at]);
  }

  #macOf(kind: 'seal' | 'root' | 'trim', parts: readonly unknown[]): string {
    return createHmac('sha256', this.#key)
      .update(canonical([kind, ...parts]))
      .digest('base64url');
  }
}

/** The digest of rows, which are added in the order of their numbers. */
export class RowDigest {
  readonly #hash = createHash('sha256');

  add(row: AuditRecord): void {
    const { address: _cleared, ...sealedRow } = row; // addresses are cleared later, and the seal must stay valid
    this.#hash.update(canonical(sealedRow)).update('\n');
  }

  toString(): string {
    return this.#hash.digest('base64url');
  }
}

/** JSON with sorted keys, so that equal rows have equal text. */
function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).sort();
  const parts = keys.map(
    (key) => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`,
  );
  return `{${parts.join(',')}}`;
}
