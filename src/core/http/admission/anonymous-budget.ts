import type { Context, Middleware } from 'koa';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { visitorAddress } from '../../counters/address.ts';

/** Addresses that are remembered in a window; the oldest is forgotten for one more. */
const addressesMax = 100_000;

/**
 * What a process answers in a window to requests that no good key came with: to one address, or to one person outside
 * any project. It is asked only after the key was found wanting, so no good key is ever refused by it.
 */
export class AnonymousBudget {
  readonly #requestsMax: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  #endsAt = 0;

  constructor({ requests, windowSeconds }: { requests: number; windowSeconds: number }) {
    this.#requestsMax = requests;
    this.#windowMs = windowSeconds * 1_000;
  }

  /** Takes one request of `who`, or else of its address. @throws rate_limited */
  spend(ctx: Context, who: string = visitorAddress(ctx.ip)): void {
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#counts.clear();
      this.#endsAt = now + this.#windowMs;
    }
    const count = (this.#counts.get(who) ?? 0) + 1;
    if (count > this.#requestsMax) {
      const retryAfter = Math.max(1, Math.ceil((this.#endsAt - now) / 1_000));
      ctx.set('Retry-After', String(retryAfter));
      throw apiError('rate_limited', { budget: 'anonymous', whose: 'stranger', retryAfter });
    }
    if (count === 1 && this.#counts.size >= addressesMax) this.#forgetOldest();
    this.#counts.set(who, count);
  }

  /** Counts the refusal of a caller, unless it is the service's own fault. @throws rate_limited */
  noteRefusal(ctx: Context, refusal: unknown, who?: string): void {
    if (refusal instanceof ApiError && refusal.status < 500) this.spend(ctx, who);
  }

  /** Counts the requests for some pages, which anybody may read, before anything is done for them. */
  ofPages(isOne: (path: string) => boolean): Middleware {
    return async (ctx, next) => {
      if (isOne(ctx.path)) this.spend(ctx);
      await next();
    };
  }

  #forgetOldest(): void {
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined) this.#counts.delete(oldest);
  }
}
