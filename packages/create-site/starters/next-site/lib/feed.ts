import { Feed } from 'feed';
import { galley } from './galley';
import { type Language, pathIn } from './languages';
import { addressOf, site } from './site';

/** An RSS feed of the newest articles of the blog. */
export async function feedIn(language: Language): Promise<Response> {
  const { data } = await galley(language).blog.articles.list({ limit: 20 });
  const newest = data
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1);
  const at = (path: string) => addressOf(pathIn(language, path));
  const feed = new Feed({
    id: at('/'),
    link: at('/blog'),
    title: site.name,
    description: language.texts.description ?? site.description,
    language: language.lang,
    copyright: site.name,
    feedLinks: { rss: at('/rss.xml') },
    updated: new Date(newest ?? 0),
  });
  for (const { slug, title, excerpt, published_at, authors } of data) {
    const link = at(`/blog/${slug}`);
    feed.addItem({
      id: link,
      link,
      title,
      description: excerpt,
      date: new Date(published_at),
      author: authors.map(({ name, slug: author }) => ({ name, link: at(`/authors/${author}`) })),
    });
  }
  return new Response(feed.rss2(), { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}
