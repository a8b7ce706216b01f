import type { CacheProviderFactory } from 'astro';
import memory from 'astro/cache/memory';
import { guardCache } from './pages/guarded-cache.ts';

/** Astro's memory cache, without pages that were purged while they were rendered. */
const provider: CacheProviderFactory = (config) => guardCache(memory(config));

export default provider;
