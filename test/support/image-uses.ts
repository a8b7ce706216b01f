import type { ApiAnswer } from './client.ts';
import type { TestProject } from './service.ts';

/** A place in which readers find a picture: what they read, and where in it. */
export interface ImageUsePlace {
  name: string;
  path: string;
  /** The image's read form in the answer, or what rich text has in its place. */
  find: (body: any) => any;
}

/** Live pages with the picture in every place that can have one. */
export async function useImageEverywhere({ secret }: TestProject, image: string): Promise<ImageUsePlace[]> {
  const document = { version: 2, content: [{ type: 'image', attrs: { media_id: image, caption: 'Here' } }] };
  await put(
    secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'cover', type: 'image' },
        { key: 'pictures', type: 'gallery' },
        { key: 'text', type: 'richtext' },
        { key: 'next', type: 'reference', options: { content_type: 'page' } },
      ],
    }),
  );
  await put(
    secret.put('/v1/schema/content-types/front', {
      kind: 'singleton',
      fields: [{ key: 'cover', type: 'image' }],
    }),
  );
  const values = { title: 'Page', cover: image, pictures: [image, image], text: document };
  const page = await put(secret.post('/v1/content/page/entries', { values, publish: true }));
  const other = await put(
    secret.post('/v1/content/page/entries', { values: { title: 'Other', next: page.id }, publish: true }),
  );
  await put(secret.put('/v1/content/front', { values: { cover: image }, publish: true }));
  const seo = { og_image_id: image };
  const author = await put(secret.post('/v1/authors', { name: 'Ada', avatar_id: image }));
  const category = await put(secret.post('/v1/blog/categories', { name: 'News', image_id: image, seo }));
  const collection = await put(secret.post('/v1/kb/collections', { title: 'Help', image_id: image, seo }));
  const article = { title: 'Hello', featured_image_id: image, body: document, seo, publish: true };
  const post = await put(secret.post('/v1/blog/articles', article));
  const help = await put(secret.post('/v1/kb/articles', { ...article, collection: collection.id }));

  const entry = `/v1/content/page/${page.id}`;
  return [
    { name: 'an image field', path: entry, find: (body) => body.values.cover },
    { name: 'a gallery', path: entry, find: (body) => body.values.pictures[1] },
    { name: 'rich text', path: entry, find: (body) => attrsOf(body.values.text) },
    { name: 'a list of entries', path: '/v1/content/page', find: (body) => body.data[1].values.cover },
    {
      name: 'a referenced entry',
      path: `/v1/content/page/${other.id}`,
      find: (body) => body.values.next.values.cover,
    },
    { name: 'a singleton', path: '/v1/content/front', find: (body) => body.cover },
    { name: 'an author', path: `/v1/authors/${author.slug}`, find: (body) => body.avatar },
    { name: 'a list of authors', path: '/v1/authors', find: (body) => body.data[0].avatar },
    { name: 'a category', path: `/v1/blog/categories/${category.slug}`, find: (body) => body.image },
    {
      name: 'the share image of a category',
      path: '/v1/blog/categories',
      find: (body) => body.data[0].seo.og_image,
    },
    { name: 'a collection', path: `/v1/kb/collections/${collection.slug}`, find: (body) => body.image },
    {
      name: 'the share image of a collection',
      path: '/v1/kb/collections',
      find: (body) => body.data[0].seo.og_image,
    },
    { name: 'the tree', path: '/v1/kb/tree', find: (body) => body.data[0].image },
    ...placesOf('/v1/blog/articles', post.slug),
    ...placesOf('/v1/kb/articles', help.slug),
  ];
}

function placesOf(path: string, slug: string): ImageUsePlace[] {
  return [
    { name: `${path}, featured`, path: `${path}/${slug}`, find: (body) => body.featured_image },
    { name: `${path}, shared`, path: `${path}/${slug}`, find: (body) => body.seo.og_image },
    { name: `${path}, in the body`, path: `${path}/${slug}`, find: (body) => attrsOf(body.body) },
    { name: `${path}, in lists`, path, find: (body) => body.data[0].featured_image },
  ];
}

/** What the two views of rich text say of the picture, as an image's read form says it. */
function attrsOf({ json, html }: { json: any; html: string }): unknown {
  const {
    media_id: id,
    url,
    url_expires_at,
    width,
    height,
    srcset,
    focal_point,
    placeholder,
  } = json.content[0].attrs;
  const wanted = srcset === undefined ? {} : { srcset, focal_point, placeholder };
  const src = /<figure><img src="([^"]+)"/.exec(html)?.[1]?.replace(/&amp;/g, '&');
  if (src !== (url ?? undefined)) throw new Error(`html shows ${src}, json ${url}`);
  const end = url_expires_at === undefined ? {} : { url_expires_at };
  return { id, url, width, height, ...end, ...wanted };
}

async function put(written: Promise<ApiAnswer>): Promise<any> {
  const { status, body, text } = await written;
  if (status >= 300) throw new Error(text);
  return body;
}

/** The part of the payload that this is about. */
interface Told {
  used_by: { type: string; id: string; url: string | null; content_type?: string }[];
  used_by_total: number;
}

/** What receivers hear when the picture changes now. */
export async function usesNow(project: TestProject, image: string): Promise<Told> {
  await project.secret.patch(`/v1/media/${image}`, { alt: String(Math.random()) });
  return (await project.eventData()).at(-1) as unknown as Told;
}
