import type { LocaleClient } from 'galley-client';
import type { RichtextLinks } from 'galley-client/richtext';
import { galley as siteClient } from 'galley-next';
import type { ContentTypes } from '../content-types';
import { isMultilingual, type Language } from './languages';

/** The API client of the pages. Next caches responses until their content changes; a preview reads drafts. */
export function galley({ code }: Pick<Language, 'code'>): LocaleClient<ContentTypes> {
  const client = siteClient<ContentTypes>();
  return isMultilingual() ? client.inLocale(code) : client;
}

/** Paths by content type, for links in rich text. Links to other types render as plain text. */
export function linksIn({ prefix }: Pick<Language, 'prefix'>): RichtextLinks {
  return {
    blog_article: `${prefix}/blog/{slug}`,
    blog_category: `${prefix}/blog/category/{slug}`,
    author: `${prefix}/authors/{slug}`,
    kb_article: `${prefix}/help/{slug}`,
    kb_collection: `${prefix}/help/collection/{slug}`,
    kb_section: `${prefix}/help/section/{slug}`,
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
}
