import type { Budget } from '../contract/limits.ts';
import { type KeyBook, admitKey } from '../keys/service.ts';
import type { Budgets } from '../limits/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { RequestServices } from '../platform/http/request-services.ts';

/**
 * Makes what lets requests in. A key that was good a moment ago is expected to be good still: a point of its budget is
 * reserved while the database is read, so that both take one round trip, and it is given back when the key is refused
 * (specification: reserved-points).
 */
export function admission(
  keys: KeyBook,
  budgets: Budgets,
  clock: Clock,
): Pick<RequestServices, 'admit' | 'spend'> {
  return {
    spend: (spender, budget) => budgets.spend(spender, budget),
    async admit(token, { origin, address }, budget) {
      const now = clock.now();
      const reservation = reserve(budget);
      try {
        const admitted = await admitKey(keys, { token, origin, address }, now);
        if (reservation === null) return admitted;
        const spending = reservation.confirm();
        spending.catch(() => undefined); // a request that ends before it looks at its budget
        return { ...admitted, spending };
      } catch (refusal) {
        reservation?.release();
        throw refusal;
      }

      function reserve(of: Budget | undefined) {
        const seen = of === undefined ? null : keys.seen.expected(token, origin, now);
        if (of === undefined || seen === null) return null;
        const { key_id: keyId, purpose } = seen.key;
        return budgets.reserve({ caller: { keyId, purpose, address }, project: { id: seen.projectId } }, of);
      }
    },
  };
}
