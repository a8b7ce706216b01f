import type { StoredActor } from '../../contract/events/actor.ts';
import type { CountedRejection } from '../../contract/errors/refusals.ts';

/** A rejected request as it is counted: its caller and IP address, and nothing of its content. */
export interface Rejection {
  readonly code: CountedRejection;
  readonly at: Date;
  /** Null for sign-ins and accounts, which belong to no project. */
  readonly projectId: string | null;
  /** `nobody` for an unknown caller, such as a sign-in with an account that does not exist. */
  readonly actor: StoredActor;
  readonly address: string;
}

/** Counts a rejection. It doesn't wait and doesn't throw. */
export type CountRejection = (refusal: Rejection) => void;
