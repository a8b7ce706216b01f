import { entrySource } from './content/service.ts';
import { authorLinks } from './authors/service.ts';
import { blogArticleLinks, categoryLinks } from './blog/service.ts';
import { kbLinks } from './kb/service.ts';
import type { LinkSource, LinkSources } from './platform/call.ts';

/** What content can point at; every feature adds its own here. */
const links: readonly LinkSource[] = [authorLinks, categoryLinks, blogArticleLinks, ...kbLinks];

const nothing = {
  existing: async () => new Map(),
  resolve: async () => ({ found: new Map(), validUntil: null }),
};

export const linkSources: LinkSources = { links, images: nothing, entries: entrySource };
