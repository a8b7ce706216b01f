import type { Context, Middleware } from 'koa';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { visitorAddress } from '../../counters/address.ts';

/** Addresses that are counted in a window. One more replaces the oldest. */
const addressesMax = 100_000;

/**
 * Limits the requests without a valid key in each window: of one address, and of one person outside of any project. API
 * requests are counted only after their key was rejected, so the limit never affects a valid key.
 */
export class AnonymousBudget {
  readonly #requestsMax: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  #windowEndsAt = 0;

  constructor({ requests, windowSeconds }: { requests: number; windowSeconds: number }) {
    this.#requestsMax = requests;
    this.#windowMs = windowSeconds * 1_000;
  }

  /** Counts one request of a sender, by default of its address. @throws rate_limited */
  spend(ctx: Context, sender: string = visitorAddress(ctx.ip)): void {
    const now = performance.now();
    if (now >= this.#windowEndsAt) {
      this.#counts.clear();
      this.#windowEndsAt = now + this.#windowMs;
    }
    const count = (this.#counts.get(sender) ?? 0) + 1;
    if (count > this.#requestsMax) {
      const retryAfter = Math.max(1, Math.ceil((this.#windowEndsAt - now) / 1_000));
      ctx.set('Retry-After', String(retryAfter));
      throw apiError('rate_limited', { budget: 'anonymous', whose: 'stranger', retryAfter });
    }
    if (count === 1 && this.#counts.size >= addressesMax) this.#forgetOldest();
    this.#counts.set(sender, count);
  }

  /** Counts a rejected caller, unless the service itself failed. @throws rate_limited */
  countRejection(ctx: Context, rejection: unknown, sender?: string): void {
    if (rejection instanceof ApiError && rejection.status < 500) this.spend(ctx, sender);
  }

  /** Counts the requests for some public pages before anything is done for them. */
  limitPages(isLimited: (path: string) => boolean): Middleware {
    return async (ctx, next) => {
      if (isLimited(ctx.path)) this.spend(ctx);
      await next();
    };
  }

  #forgetOldest(): void {
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined) this.#counts.delete(oldest);
  }
}
