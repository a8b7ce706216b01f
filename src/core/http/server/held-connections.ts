import type { Context } from 'koa';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { AdmittedRequest } from '../pipeline/request-services.ts';

/** How many responses may be held open at once: event streams, and requests that wait for a change. */
export interface HeldBounds {
  perKey: number;
  perAddress: number;
  perProject: number;
  perProcess: number;
}

/** Seconds until a client should try again. Held connections can end at any moment. */
const retryAfterSeconds = 5;

/** Counts the responses that this process holds open, and rejects those above a bound. */
export class HeldConnections {
  readonly #bounds: HeldBounds;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(bounds: HeldBounds) {
    this.#bounds = bounds;
  }

  get count(): number {
    return this.#total;
  }

  /**
   * Counts a request until `signal` reports the end of its response.
   * @throws rate_limited if its key, address or project holds too many, temporarily_unavailable if all together do
   */
  hold(ctx: Context, { caller, project }: AdmittedRequest, signal: AbortSignal): void {
    if (signal.aborted) return; // the caller has disconnected already
    const { perKey, perAddress, perProject, perProcess } = this.#bounds;
    const owners = { key: caller.keyId, address: caller.address, project: project.id };
    const maxima = { key: perKey, address: perAddress, project: perProject };
    const keys = Object.entries(owners).map(([kind, id]) => `${kind} ${id}`);
    for (const [kind, id] of Object.entries(owners) as [keyof typeof owners, string][]) {
      if ((this.#open.get(`${kind} ${id}`) ?? 0) < maxima[kind]) continue;
      ctx.set('Retry-After', String(retryAfterSeconds));
      throw apiError('rate_limited', { budget: kind, whose: 'connections', retryAfter: retryAfterSeconds });
    }
    if (this.#total >= perProcess) throw apiError('temporarily_unavailable', { because: 'busy' });
    this.#count(keys, 1);
    signal.addEventListener('abort', () => this.#count(keys, -1), { once: true });
  }

  #count(keys: readonly string[], by: 1 | -1): void {
    this.#total += by;
    for (const key of keys) {
      const count = (this.#open.get(key) ?? 0) + by;
      if (count > 0) this.#open.set(key, count);
      else this.#open.delete(key);
    }
  }
}
