import type { RichtextLinks } from 'galley-client/richtext';
import { galley as siteClient } from 'galley-next';
import type { ContentTypes } from '../content-types';

/** The API client of the pages. Next caches responses until their content changes; a preview reads drafts. */
export const galley = () => siteClient<ContentTypes>();

/** Paths by content type, for links in rich text. Links to other types render as plain text. */
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
