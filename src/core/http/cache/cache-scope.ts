import { grantText } from '../../../contract/access.ts';
import type { Caller } from '../../context/request-context.ts';

/** Whether a property of a caller shapes a cacheable response. The work of such a response must not see the others. */
export const shapesResponses = {
  kind: false,
  keyId: false,
  purpose: true,
  name: false,
  expiresAt: false,
  address: false,
  grant: true,
  isJob: false,
} as const satisfies Record<keyof Caller, boolean>;

type TrueKeys<T> = { [K in keyof T]: T[K] extends true ? K : never }[keyof T];

/** The caller of a cacheable response. */
export type CacheReader = Pick<Caller, TrueKeys<typeof shapesResponses>>;

/** The type itself if the named properties are all that it has, otherwise `never`. */
export type Only<T, Named extends keyof T> = [Exclude<keyof T, Named>] extends [never] ? T : never;

/**
 * The part of a cache key that identifies who may receive the response (specification: cache-scope). The signature
 * lists every property, so that a new one doesn't compile until it is part of the key.
 */
export function cacheScope({ purpose, grant }: Only<CacheReader, 'purpose' | 'grant'>): string {
  return grant === null ? purpose : `${purpose} ${grantText(grant)}`;
}

/** The key of a cacheable response, in one project. */
export function cacheKey(
  projectId: string,
  reader: CacheReader,
  path: string,
  canonicalText: string,
): string {
  return `${projectId} ${cacheScope(reader)} ${path} ${canonicalText}`;
}

/** The caller without the properties that a cacheable response must not depend on. */
export function withoutIdentity({ purpose, grant }: CacheReader): Caller {
  return { kind: 'reader', keyId: '', purpose, name: '', expiresAt: null, address: '', grant };
}
