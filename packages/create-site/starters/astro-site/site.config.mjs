/** The name, description, language and page size of this site. Change these first. */
export const site = {
  name: 'My site',
  description: 'Notes, help and pages, written in Galley.',
  language: 'en',
  articlesPerPage: 9,
};

/** Paths by content type, for links in rich text and for previews. With null, a link renders as plain text. */
export const paths = {
  blog_article: '/blog/{slug}',
  blog_category: '/blog/category/{slug}',
  author: '/authors/{slug}',
  kb_article: '/help/{slug}',
  kb_collection: '/help/collection/{slug}',
  kb_section: '/help/section/{slug}',
  entry: { landing_page: '{path}' },
};
