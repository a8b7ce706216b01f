import { grantOfScopes } from '../contract/access.ts';
import { type KeyStore, admitKey } from '../accounts/index.ts';
import type { Budgets } from '../projects/index.ts';
import type { Clock } from '../core/util/index.ts';
import type { ExpectedRequest, RequestServices } from '../core/http/index.ts';

/**
 * Makes what lets requests in. A key that was good a moment ago is expected to be good still: a point of its budget is
 * reserved while the database is read, so that both take one round trip, and it is given back when the key is refused
 * (specification: reserved-points).
 */
export function admission(
  keys: KeyStore,
  budgets: Budgets,
  clock: Clock,
): Pick<RequestServices, 'admit' | 'spend'> {
  return {
    spend: (spender, budget) => budgets.spend(spender, budget),
    async admit(token, { origin, address }, expected) {
      const now = clock.now();
      const reservation = reserve(expected);
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

      function reserve(request: ExpectedRequest | undefined) {
        const seen = request === undefined ? null : keys.cache.expected(token, origin, now);
        if (request === undefined || seen === null) return null;
        const { key_id: keyId, purpose, scopes } = seen.key;
        if (!request.fits(grantOfScopes(scopes))) return null;
        const spender = { caller: { keyId, purpose, address }, project: { id: seen.projectId } };
        return budgets.reserve(spender, request.budget);
      }
    },
  };
}
