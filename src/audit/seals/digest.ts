import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { AuditRecord } from '../schema.ts';
import type { RootRecord, SealRecord } from './schema.ts';

/** What seals are made with; only who has `APP_SECRET` can make one. */
export class SealKey {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'galley audit seals', 32));
  }

  /** The seal over a stretch and the former seal of its log; empty where there is none. */
  macOf({ project_id, from, to, digest }: Omit<SealRecord, '_id' | 'mac'>, former: string): string {
    const text = JSON.stringify([project_id, from, to, digest, former]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
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

export function rootDigest(former: string, { _id, at, seals }: Omit<RootRecord, 'digest'>): string {
  const text = canonical({ former, _id, at, seals });
  return createHash('sha256').update(text).digest('base64url');
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
