import type { CommandStartedEvent } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { clientOf } from '../../../support/database.ts';

const { service } = await startMediaService({});

/** The collections that commands read while `work` runs, one name for each command. */
async function readsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const read: string[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (['find', 'aggregate', 'count', 'getMore'].includes(commandName))
      read.push(String(command[commandName]));
  };
  clientOf(service.app.system).on('commandStarted', note);
  await work();
  clientOf(service.app.system).off('commandStarted', note);
  return read;
}

describe('the cost of a list of blog articles', () => {
  it('is one query for each kind of thing in it, however many there are', async () => {
    const project = await service.newProject();
    const { secret } = project;
    const ids = async (path: string) =>
      Promise.all(['A', 'B', 'C'].map(async (name) => String((await secret.post(path, { name })).body.id)));
    const [authors, categories] = [await ids('/v1/authors'), await ids('/v1/blog/categories')];
    const images = [await newAsset(secret, { alt: 'One' }), await newAsset(secret), await newAsset(secret)];
    for (let i = 0; i < 20; i += 1) {
      const made = await secret.post('/v1/blog/articles', {
        title: `T${i}`,
        publish: true,
        authors: authors.slice(i % 3),
        categories: categories.slice(i % 2),
        featured_image_id: images[i % 2],
        ...(i % 5 === 0 ? { seo: { og_image_id: images[2] } } : {}),
      });
      expect(made.status, made.text).toBe(201);
    }
    await secret.post('/v1/blog/articles', { title: 'To come', publish: true, published_at: inAnHour() });

    let list = await project.publishable.get('/v1/blog/articles?limit=1');
    const read = await readsDuring(async () => {
      list = await project.publishable.get('/v1/blog/articles?count=false');
    });

    expect(list.body.data).toHaveLength(20);
    expect(list.body.data[19]).toMatchObject({
      title: 'T0',
      authors: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
      categories: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
      featured_image: { id: images[0], alt: 'One', width: null, height: null, content_type: 'image/png' },
      seo: { og_image: { id: images[2] } },
    });
    const times = (name: string) => read.filter((collection) => collection === name).length;
    expect([times('authors'), times('categories'), times('media')]).toEqual([1, 1, 1]);
    expect(times('articles')).toBe(1);
  });

  it('of authors and categories counts all their articles in one command', async () => {
    const project = await service.newProject();
    for (let i = 0; i < 5; i += 1) await project.secret.post('/v1/blog/categories', { name: `C${i}` });

    const read = await readsDuring(() => project.publishable.get('/v1/blog/categories'));

    const times = (name: string) => read.filter((collection) => collection === name).length;
    expect([times('categories'), times('articles')]).toEqual([1, 1]);
  });
});

describe('pictures of blog articles, authors and categories', () => {
  it('are served as objects, and fall back for sharing to the featured image', async () => {
    const { secret, publishable } = await service.newProject();
    const [one, two] = [await newAsset(secret, { alt: 'One' }), await newAsset(secret, { alt: 'Two' })];
    await secret.post('/v1/blog/articles', { title: 'A', featured_image_id: one, publish: true });
    await secret.post('/v1/authors', { name: 'Edda', avatar_id: one });
    await secret.post('/v1/blog/categories', { name: 'News', image_id: one });

    const article = await publishable.get('/v1/blog/articles/a');
    const author = await publishable.get('/v1/authors/edda');
    const category = await publishable.get('/v1/blog/categories/news');
    await secret.patch('/v1/blog/articles/a', { seo: { og_image_id: two } });
    const shared = await publishable.get('/v1/blog/articles/a');
    await secret.patch('/v1/blog/articles/a', { featured_image_id: null });
    const cleared = await publishable.get('/v1/blog/articles/a');

    const image = { id: one, alt: 'One', url: expect.stringContaining(one) };
    expect(article.body).toMatchObject({ featured_image: image, seo: { og_image: image } });
    expect(author.body.avatar).toMatchObject(image);
    expect(category.body).toMatchObject({ image, seo: { og_image: image } });
    expect(shared.body).toMatchObject({ featured_image: image, seo: { og_image: { id: two, alt: 'Two' } } });
    expect(cleared.body).toMatchObject({ featured_image: null, seo: { og_image: { id: two } } });
  });

  it('must be uploaded and confirmed before they are written', async () => {
    const { secret } = await service.newProject();
    const stranger = await newAsset((await service.newProject()).secret);
    const asked = await secret.post('/v1/media/uploads', {
      file_name: 'a.png',
      content_type: 'image/png',
      size_bytes: 5,
    });

    for (const id of [asked.body.media.id, stranger]) {
      const answer = await secret.post('/v1/blog/articles', { title: 'A', featured_image_id: id });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: { code: 'unknown_link', param: 'featured_image_id', expected: 'media', got: 'nothing' },
        },
      });
    }
  });
});

function inAnHour(): string {
  return new Date(service.app.clock.now().getTime() + 3_600_000).toISOString();
}
