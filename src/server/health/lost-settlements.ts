import { minuteMs } from '../../contract/time.ts';
import type { Log } from '../../core/http/index.ts';
import type { Metrics } from '../../core/util/index.ts';

/**
 * Counts the points of rate budgets that a failed update did not give back, and logs them at most once a minute: a
 * database that rejects one update rejects each one.
 */
export class LostSettlements {
  readonly #log: Log;
  #total = 0;
  #unlogged = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Since the process started. */
  get total(): number {
    return this.#total;
  }

  readonly add = (settlements: number, error: unknown): void => {
    this.#total += settlements;
    this.#unlogged += settlements;
    if (this.#timer === null) this.#write(error);
  };

  #write(error: unknown): void {
    this.#log.warn(
      { lost_settlements: this.#unlogged, fault: String(error) },
      'The database rejected points of rate budgets that were given back. They stay taken until the window ends, so ' +
        'requests can get 429 too early.',
    );
    this.#unlogged = 0;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#unlogged > 0) this.#write(error);
    }, minuteMs).unref();
  }
}

export function exposeLostSettlements(
  metrics: Metrics,
  lostSettlements: Pick<LostSettlements, 'total'>,
): void {
  const help = 'Points of rate budgets that a failed database update did not give back.';
  metrics.total('galley_lost_settlements_total', help, () => lostSettlements.total);
}
