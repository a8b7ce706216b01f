import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProjectQuery } from '../../api/project.ts';

/** Polling interval of a running clone. */
const pollMs = 1_000;

/** All releases, polled while one of them is being cloned. */
export function useReleases(isCreating = false) {
  const releases = useProjectQuery<{ data: Release[] }>('releases', '/v1/releases');
  const isCloning = isCreating || releases.data?.data.some(({ status }) => status === 'cloning') === true;
  useProjectQuery('releases', '/v1/releases', { enabled: isCloning, refetchMs: pollMs });
  return releases;
}
