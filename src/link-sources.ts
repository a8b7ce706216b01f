import { articleImages } from './articles/service.ts';
import { authorImages, authorLinks } from './authors/service.ts';
import { blogArticleLinks, categoryImages, categoryLinks } from './blog/service.ts';
import { entryImages, entrySource } from './content/service.ts';
import { kbImages, kbLinks } from './kb/service.ts';
import { imageSource } from './media/service.ts';
import type { ImageUser, LinkSource, LinkSources } from './platform/call.ts';

/** What content can point at; every feature adds its own here. */
const links: readonly LinkSource[] = [authorLinks, categoryLinks, blogArticleLinks, ...kbLinks];

/** What shows pictures; every feature that does adds its own here. */
const imageUsers: readonly ImageUser[] = [articleImages, categoryImages, kbImages, authorImages, entryImages];

export const linkSources: LinkSources = { links, images: imageSource, imageUsers, entries: entrySource };
