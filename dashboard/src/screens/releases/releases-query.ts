import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProjectQuery } from '../../api/project.ts';

/** How often a clone is asked how far it is, in milliseconds. */
const watchMs = 1_000;

/** All releases; asked again and again while one of them is being cloned. */
export function useReleases(isCreating = false) {
  const releases = useProjectQuery<{ data: Release[] }>('releases', '/v1/releases');
  const isCloning = isCreating || releases.data?.data.some(({ status }) => status === 'cloning') === true;
  useProjectQuery('releases', '/v1/releases', { enabled: isCloning, refetchMs: watchMs });
  return releases;
}
