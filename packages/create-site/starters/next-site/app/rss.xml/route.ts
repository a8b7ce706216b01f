import { Feed } from 'feed';
import { galley } from '../../lib/galley';
import { addressOf, site } from '../../lib/site';

/** An RSS feed of the newest articles of the blog. */
export async function GET(): Promise<Response> {
  const { data } = await galley().blog.articles.list({ limit: 20 });
  const newest = data
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1);
  const feed = new Feed({
    id: addressOf('/'),
    link: addressOf('/blog'),
    title: site.name,
    description: site.description,
    language: site.language,
    copyright: site.name,
    feedLinks: { rss: addressOf('/rss.xml') },
    updated: new Date(newest ?? 0),
  });
  for (const { slug, title, excerpt, published_at, authors } of data) {
    const link = addressOf(`/blog/${slug}`);
    feed.addItem({
      id: link,
      link,
      title,
      description: excerpt,
      date: new Date(published_at),
      author: authors.map(({ name, slug: author }) => ({ name, link: addressOf(`/authors/${author}`) })),
    });
  }
  return new Response(feed.rss2(), { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}
