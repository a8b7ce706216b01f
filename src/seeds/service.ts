import { loadCustom } from './apply/custom.ts';
import { loadImages } from './apply/images.ts';
import { Loading, type Progress, type SeedCalls, type SeedCounts } from './apply/loading.ts';
import { loadBlog, loadKb } from './apply/modules.ts';
import { readSeeds, type Seeds } from './files.ts';

export type { SeedCounts, SeedCalls, Progress } from './apply/loading.ts';
export { seeded } from './apply/repository.ts';

/** What `galley seed` takes; `all` is everything in the order in which the parts name each other. */
export const seedParts = ['custom', 'blog', 'kb', 'all'] as const;
export type SeedPart = (typeof seedParts)[number];

export interface SeedOptions {
  progress: Progress;
  /** Another folder of seeds than the product's own. */
  root?: string;
}

/**
 * Loads seeds into a project through the service's own functions. What an earlier load stored is passed over, so
 * loading twice changes nothing.
 * @throws SeedFilesError when a file is not right, temporarily_unavailable while the storage is down; nothing is stored then.
 */
export async function loadSeeds(
  doors: SeedCalls,
  part: SeedPart,
  { progress, root }: SeedOptions,
): Promise<SeedCounts> {
  const seeds = await readSeeds(root);
  const loading = await Loading.begin(doors, { progress, total: countOf(seeds, part) });
  await loadImages(loading, seeds.images);
  // The knowledge base before the blog, custom content last: each names what comes before it.
  if (part === 'kb' || part === 'all') await loadKb(loading, seeds);
  if (part === 'blog' || part === 'all') await loadBlog(loading, seeds);
  if (part === 'custom' || part === 'all') await loadCustom(loading, seeds);
  return loading.counted;
}

function countOf(seeds: Seeds, part: SeedPart): number {
  const authors = seeds.authors.length;
  const kb = authors + seeds.collections.length + seeds.sections.length + seeds.kbArticles.length;
  const blog = authors + seeds.categories.length + seeds.blogArticles.length;
  const custom = seeds.types.length + seeds.entries.length;
  return seeds.images.length + { kb, blog, custom, all: kb + blog + custom - authors }[part];
}
