import type { APIRoute } from 'astro';
import { Feed } from 'feed';
import { absolute, site } from '../lib/site';

export const GET: APIRoute = async ({ locals }) => {
  const { data } = await locals.galley.blog.articles.list({ limit: 30 });
  const feed = new Feed({
    id: absolute('/blog'),
    link: absolute('/blog'),
    title: site.name,
    description: site.description,
    language: site.language,
    copyright: '',
    ...(data[0] && { updated: new Date(data[0].updated_at) }),
    feedLinks: { rss: absolute('/rss.xml') },
  });
  for (const { slug, title, excerpt, published_at, authors } of data) {
    const link = absolute(`/blog/${slug}`);
    const date = new Date(published_at);
    feed.addItem({
      id: link,
      link,
      title,
      description: excerpt,
      date,
      author: authors.map(({ name }) => ({ name })),
    });
  }
  return new Response(feed.rss2(), { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
};
