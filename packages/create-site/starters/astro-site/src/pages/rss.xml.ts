import type { APIRoute } from 'astro';
import { Feed } from 'feed';
import { absolute, site } from '../lib/site';

export const GET: APIRoute = async ({ locals }) => {
  const { lang, prefix, texts } = locals.language;
  const { data } = await locals.galley.blog.articles.list({ limit: 30 });
  const feed = new Feed({
    id: absolute(`${prefix}/blog`),
    link: absolute(`${prefix}/blog`),
    title: site.name,
    description: texts.description ?? site.description,
    language: lang,
    copyright: '',
    ...(data[0] && { updated: new Date(data[0].updated_at) }),
    feedLinks: { rss: absolute(`${prefix}/rss.xml`) },
  });
  for (const { slug, title, excerpt, published_at, authors } of data) {
    const link = absolute(`${prefix}/blog/${slug}`);
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
