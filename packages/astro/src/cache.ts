import type { CacheProviderFactory } from 'astro';
import memory from 'astro/cache/memory';
import { guarded } from './guarded-cache.ts';

/** Astro's memory, but for what is purged while a page is being made. */
const provider: CacheProviderFactory = (config) => guarded(memory(config));

export default provider;
