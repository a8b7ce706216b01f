import type { ProjectCall } from '../platform/call.ts';
import { countByFacet } from './live-repository.ts';

export interface ArticleCounts {
  of(id: string): number;
}

/**
 * How many live articles authors or categories have; authors are counted in blog and knowledge base together.
 * A scheduled article counts from its date on.
 */
export async function articleCounts(
  call: ProjectCall,
  facet: 'author' | 'category',
  ids: readonly string[],
): Promise<ArticleCounts> {
  const facets = ids.map((id) => `${facet}:${id}`);
  const modules = facet === 'category' ? (['blog'] as const) : (['blog', 'kb'] as const);
  const counts = await countByFacet(call.db, { facets, modules, now: call.now });
  return { of: (id) => counts.get(`${facet}:${id}`) ?? 0 };
}
