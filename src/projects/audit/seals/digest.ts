import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { AuditRecord } from '../schema.ts';
import type { RootRecord, SealRecord } from './schema.ts';

/** What a seal is over: when its newest row was stored too, since retention goes by it. */
type Sealed = Pick<SealRecord, 'project_id' | 'from' | 'to' | 'digest' | 'newest_at'>;

/** What seals are made with; only who has `APP_SECRET` can make one. */
export class SealKey {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley audit seals', 32));
  }

  /** The seal over a stretch and the former seal of its log; empty where there is none. */
  macOf({ project_id, from, to, digest, newest_at }: Sealed, former: string): string {
    return this.#macOf('seal', [project_id, from, to, digest, newest_at, former]);
  }

  /** The digest of a root, chained to the former one; empty where there is none. */
  rootOf({ _id, at, seals }: Omit<RootRecord, 'digest'>, former: string): string {
    return this.#macOf('root', [_id, at, seals, former]);
  }

  /** What shows that this service removed the rows of a log up to a number, and when. */
  trimOf({ log, to, at }: { log: string; to: number; at: Date }): string {
    return this.#macOf('trim', [log, to, at]);
  }

  #macOf(of: 'seal' | 'root' | 'trim', parts: readonly unknown[]): string {
    return createHmac('sha256', this.#key)
      .update(canonical([of, ...parts]))
      .digest('base64url');
  }
}

/** The digest of rows that are added in the order of their numbers. */
export class RowDigest {
  readonly #hash = createHash('sha256');

  add(row: AuditRecord): void {
    const { address: _cleared, ...kept } = row; // addresses are cleared after a while, and the seal stays
    this.#hash.update(canonical(kept)).update('\n');
  }

  toString(): string {
    return this.#hash.digest('base64url');
  }
}

/** JSON whose keys stand in the order of their names, so that equal rows are equal texts. */
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
