import { apiError } from '../../../contract/errors/api-error.ts';
import type { ReleaseInfo } from '../../../core/context/index.ts';

/** How long a field that comes back waits for its old values to be cleared, in milliseconds; then it is refused. */
const clearingWaitMs = 2_500;

/** A field and its path in the definition. */
export interface FieldPath {
  key: string;
  param: string;
}

/** A removed field is added again before its old values are cleared (src/content/README.md). */
export class FieldStillClearing extends Error {
  readonly release: ReleaseInfo;
  readonly field: FieldPath;

  /** @param release - the one that was to be written. */
  constructor(release: ReleaseInfo, field: FieldPath) {
    super(`the field ${field.key} is being cleared`);
    this.release = release;
    this.field = field;
  }
}

/**
 * Defines; where a field comes back whose old values stand in its way, these are cleared first.
 * @param settle - clears until the given time, on the clock of `performance.now()`.
 * @throws as `define`; field_being_removed when clearing takes too long
 */
export async function defineCleared<T>(
  define: () => Promise<T>,
  settle: (release: ReleaseInfo, endsAt: number) => Promise<unknown>,
): Promise<T> {
  const endsAt = performance.now() + clearingWaitMs;
  try {
    return await define();
  } catch (error) {
    if (!(error instanceof FieldStillClearing)) throw error;
    await settle(error.release, endsAt);
  }
  return define().catch((error: unknown) => {
    if (!(error instanceof FieldStillClearing)) throw error;
    const { key, param } = error.field;
    throw apiError('field_being_removed', { name: key }, { param });
  });
}
