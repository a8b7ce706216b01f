import type { RichtextLinks } from 'galley-client/richtext';
import { galley as siteClient } from 'galley-next';
import type { ContentTypes } from '../content-types';

/** Reads what the pages show; Next keeps it until it changes, and shows drafts in a preview. */
export const galley = () => siteClient<ContentTypes>();

/** Where this site shows what texts link to. Entries without a page of their own leave the text of the link. */
export const links: RichtextLinks = {
  blog_article: '/blog/{slug}',
  blog_category: '/blog/category/{slug}',
  author: '/authors/{slug}',
  kb_article: '/help/{slug}',
  kb_collection: '/help/collection/{slug}',
  kb_section: '/help/section/{slug}',
  entry: {
    landing_page: null,
    fly_day: null,
    homepage: null,
    maker: null,
    material: null,
    page: null,
    product: null,
    site_settings: null,
  },
};
