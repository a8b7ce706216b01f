/** What this site is called, and where things are shown on it. Change this first. */
export const site = {
  name: 'My site',
  description: 'Notes, help and pages, written in Galley.',
  language: 'en',
  articlesPerPage: 9,
};

/** Paths by what is shown there. Links in texts and previews lead to them; null leaves the text of a link alone. */
export const paths = {
  blog_article: '/blog/{slug}',
  blog_category: '/blog/category/{slug}',
  author: '/authors/{slug}',
  kb_article: '/help/{slug}',
  kb_collection: '/help/collection/{slug}',
  kb_section: '/help/section/{slug}',
  entry: { landing_page: '{path}' },
};
