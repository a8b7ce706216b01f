import { grantOfScopes } from '../contract/access.ts';
import { type KeyStore, admitKey } from '../accounts/index.ts';
import type { Budgets } from '../projects/index.ts';
import type { Clock } from '../core/util/index.ts';
import type { ExpectedRequest, RequestServices } from '../core/http/index.ts';

/**
 * Creates the admission of requests. A key that was valid a moment ago is expected to be valid still, so a point of its
 * budget is reserved while the database is read. If the key is rejected, the point is given back (specification:
 * reserved-points).
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
        spending.catch(() => undefined); // a request can end before it reads its budget
        return { ...admitted, spending };
      } catch (rejection) {
        reservation?.release();
        throw rejection;
      }

      function reserve(request: ExpectedRequest | undefined) {
        const expectedKey = request === undefined ? null : keys.cache.expected(token, origin, now);
        if (request === undefined || expectedKey === null) return null;
        const { key_id: keyId, purpose, scopes } = expectedKey.key;
        if (!request.fits(grantOfScopes(scopes))) return null;
        const spender = { caller: { keyId, purpose, address }, project: { id: expectedKey.projectId } };
        return budgets.reserve(spender, request.budget);
      }
    },
  };
}
