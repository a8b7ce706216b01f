import type { Context } from 'koa';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { AdmittedRequest } from '../pipeline/request-services.ts';

/** How many answers may be held open at once: streams and requests that wait for a change. */
export interface HeldBounds {
  perKey: number;
  perAddress: number;
  perProject: number;
  perProcess: number;
}

/** When to try again, in seconds: a connection that is held falls free at any moment. */
const retryAfterSeconds = 5;

/** Counts the answers that this process holds open, and refuses more of them than there may be. */
export class HeldConnections {
  readonly #bounds: HeldBounds;
  readonly #open = new Map<string, number>();
  #all = 0;

  constructor(bounds: HeldBounds) {
    this.#bounds = bounds;
  }

  get count(): number {
    return this.#all;
  }

  /**
   * Counts a request until its answer has ended, which is what `gone` tells.
   * @throws rate_limited when its key, address or project has too many already, temporarily_unavailable when all have
   */
  hold(ctx: Context, { caller, project }: AdmittedRequest, gone: AbortSignal): void {
    if (gone.aborted) return; // nothing will be held
    const { perKey, perAddress, perProject, perProcess } = this.#bounds;
    const held = { key: caller.keyId, address: caller.address, project: project.id };
    const most = { key: perKey, address: perAddress, project: perProject };
    const names = Object.entries(held).map(([kind, id]) => `${kind} ${id}`);
    for (const [kind, id] of Object.entries(held) as [keyof typeof held, string][]) {
      if ((this.#open.get(`${kind} ${id}`) ?? 0) < most[kind]) continue;
      ctx.set('Retry-After', String(retryAfterSeconds));
      throw apiError('rate_limited', { budget: kind, whose: 'connections', retryAfter: retryAfterSeconds });
    }
    if (this.#all >= perProcess) throw apiError('temporarily_unavailable', { because: 'busy' });
    this.#count(names, 1);
    gone.addEventListener('abort', () => this.#count(names, -1), { once: true });
  }

  #count(names: readonly string[], by: 1 | -1): void {
    this.#all += by;
    for (const name of names) {
      const now = (this.#open.get(name) ?? 0) + by;
      if (now > 0) this.#open.set(name, now);
      else this.#open.delete(name);
    }
  }
}
