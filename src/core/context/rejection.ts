import type { StoredActor } from '../../contract/events/actor.ts';
import type { CountedRejection } from '../../contract/errors/refusals.ts';

/** One refusal as it is counted: by whom and from where, and nothing of what was sent. */
export interface Refusal {
  readonly code: CountedRejection;
  readonly at: Date;
  /** Null for sign-ins and accounts, which belong to no project. */
  readonly projectId: string | null;
  /** `nobody` for a caller who is unknown: a stranger at an account that does not exist. */
  readonly actor: StoredActor;
  readonly address: string;
}

/** Counts a refusal; it waits for nothing and throws nothing. */
export type CountRefusal = (refusal: Refusal) => void;
