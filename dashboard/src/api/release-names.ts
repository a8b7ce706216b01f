import type { Release } from '../../../src/lifecycle/releases/schema.ts';
import { useProjectQuery } from './project.ts';

/** Returns a function that names a release by its id; deleted ones have no name any more. */
export function useReleaseName(): (id: string) => string {
  const releases = useProjectQuery<{ data: Release[] }>('releases', '/v1/releases').data?.data;
  return (id) => releases?.find((release) => release.id === id)?.name ?? 'deleted';
}
