import { apiError } from '../../../contract/errors/api-error.ts';

/** Callers whose passwords are checked. */
export interface PasswordRequest {
  /** The account that is guessed at, by anything that names it; null for who proved already who they are. */
  account: string | null;
}

interface Waiting extends PasswordRequest {
  begin: () => void;
}

export interface PasswordQueueLimits {
  /** Worked on at once. */
  atWork: number;
  /** Strangers who wait, and those of them who guess at the same account; of others as many wait. */
  waiting: number;
  waitingOfAccount: number;
}

/**
 * Turns at work that fills memory and a thread. Known browsers go first, and accounts take turns, so that many machines
 * that guess at one account delay no other (specification: guessing).
 */
export class PasswordQueue {
  readonly #places: PasswordQueueLimits;
  readonly #known: Waiting[] = [];
  readonly #strangers: Waiting[] = [];
  #atWork = 0;
  /** The account of the stranger whose turn it was last. */
  #last: string | null = null;

  constructor(places: PasswordQueueLimits) {
    this.#places = places;
  }

  /** Waits for a turn and works. @throws temporarily_unavailable before any work, when too many wait */
  async take<T>(asking: PasswordRequest, work: () => Promise<T>): Promise<T> {
    if (this.#atWork >= this.#places.atWork) await this.#wait(asking);
    else this.#atWork += 1;
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next === undefined) this.#atWork -= 1;
      else next.begin(); // who ends hands the place on
    }
  }

  #wait({ account }: PasswordRequest): Promise<void> {
    const { waiting, waitingOfAccount } = this.#places;
    const line = account === null ? this.#known : this.#strangers;
    const alike = account === null ? 0 : line.filter((each) => each.account === account).length;
    if (line.length >= waiting || alike >= waitingOfAccount)
      throw apiError('temporarily_unavailable', { because: 'busy' });
    return new Promise((begin) => line.push({ account, begin }));
  }

  #next(): Waiting | undefined {
    const known = this.#known.shift();
    if (known !== undefined) return known;
    const other = this.#strangers.findIndex(({ account }) => account !== this.#last);
    const [next] = this.#strangers.splice(Math.max(other, 0), 1);
    this.#last = next?.account ?? null;
    return next;
  }
}
