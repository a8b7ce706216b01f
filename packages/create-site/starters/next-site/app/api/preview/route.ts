import { isMultilingual, languages, pathIn } from '../../../lib/languages';
import { previewRoute, type Previewed } from 'galley-next/routes';

/** The preview URL of the project: `{SITE_URL}/api/preview?type={type}&id={id}&slug={slug}&locale={locale}&token={token}`. */
export const GET = previewRoute(async (item) => {
  const all = languages();
  const language = all.find(({ code }) => code === item.locale) ?? all[0];
  return pathIn(language ?? { prefix: '' }, await pathOf(item));
});

async function pathOf({ type, id, slug, locale, client }: Previewed): Promise<string> {
  switch (type) {
    case 'blog_article':
      return `/blog/${encodeURIComponent(slug)}`;
    case 'blog_category':
      return `/blog/category/${encodeURIComponent(slug)}`;
    case 'author':
      return `/authors/${encodeURIComponent(slug)}`;
    case 'kb_article':
      return `/help/${encodeURIComponent(slug)}`;
    case 'kb_collection':
      return `/help/collection/${encodeURIComponent(slug)}`;
    case 'kb_section':
      return `/help/section/${encodeURIComponent(slug)}`;
    case 'landing_page': {
      const { content } = isMultilingual() && locale !== '' ? client.inLocale(locale) : client;
      const { values } = await content('landing_page').get(id);
      return String(values['path'] ?? '/');
    }
    default:
      return '/';
  }
}
