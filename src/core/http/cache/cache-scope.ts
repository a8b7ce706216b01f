import { grantText } from '../../../contract/access.ts';
import type { Caller } from '../../context/request-context.ts';

/** Which properties of a caller shape an answer that may be kept; the others must not be seen while it is made. */
export const shapesAnswers = {
  kind: false,
  keyId: false,
  purpose: true,
  name: false,
  expiresAt: false,
  address: false,
  grant: true,
} as const satisfies Record<keyof Caller, boolean>;

type TrueKeys<T> = { [K in keyof T]: T[K] extends true ? K : never }[keyof T];

/** A caller as answers that may be kept see one. */
export type CacheReader = Pick<Caller, TrueKeys<typeof shapesAnswers>>;

/** The reader when the named properties are all that it has, otherwise nothing that can be passed. */
export type Only<T, Named extends keyof T> = [Exclude<keyof T, Named>] extends [never] ? T : never;

/**
 * The part of a cached answer's key that says for whom it is good (specification: cache-scope). The type takes the
 * reader apart, so that a kept read makes no object for it.
 */
export function cacheScope({ purpose, grant }: Only<CacheReader, 'purpose' | 'grant'>): string {
  return grant === null ? purpose : `${purpose} ${grantText(grant)}`;
}

/** The key of an answer that may be kept, in one project. */
export function cacheKey(
  projectId: string,
  reader: CacheReader,
  path: string,
  canonicalText: string,
): string {
  return `${projectId} ${cacheScope(reader)} ${path} ${canonicalText}`;
}

/** The caller without what an answer that may be kept must not see: keys that share answers look alike. */
export function withoutIdentity({ purpose, grant }: CacheReader): Caller {
  return { kind: 'reader', keyId: '', purpose, name: '', expiresAt: null, address: '', grant };
}
