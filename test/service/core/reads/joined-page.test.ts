import { describe, expect, it } from 'vitest';
import { commandsOf } from '../../../support/commands.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { clientOf } from '../../../support/database.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const { app } = service;

const reference = (key: string, type = 'reference') => ({ key, type, options: { content_type: 'author' } });

describe('a page and what it refers to, in one command', () => {
  it('serves each entry as the read of it alone does', async () => {
    const project = await service.newProject();
    await defineType(project, 'author', { name: 'string' });
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      reference('writer'),
      reference('readers', 'reference_list'),
    ]);
    const [ada = '', noor = '', hidden = ''] = await Promise.all(
      ['Ada', 'Noor', 'Hidden'].map((name) => publishEntry(project, 'author', { name })),
    );
    const pages = [
      { title: 'None' },
      { title: 'One', writer: ada },
      { title: 'Same twice', writer: ada, readers: [ada] },
      { title: 'Several', writer: noor, readers: [noor, hidden, ada] },
      { title: 'Unseen', writer: hidden, readers: [hidden] },
    ];
    const ids: string[] = [];
    for (const values of pages) ids.push(await publishEntry(project, 'page', values));
    await project.secret.patch(`/v1/content/author/${hidden}`, { publish: false });

    const list = await project.publishable.get('/v1/content/page');

    const alone = await Promise.all(ids.map((id) => project.publishable.get(`/v1/content/page/${id}`)));
    expect(list.body.data).toEqual(alone.map(({ body }) => body as unknown).reverse());
    expect(list.body.data[0].values).toEqual({ title: 'Unseen', writer: null, readers: [null] });
  });

  it('is empty when ids contains no id', async () => {
    const project = await service.newProject();
    await defineType(project, 'author', { name: 'string' });
    await defineType(project, 'page', [reference('writer')]);
    const writer = await publishEntry(project, 'author', { name: 'Ada' });
    await publishEntry(project, 'page', { writer });

    const list = await project.publishable.get('/v1/content/page?ids=');

    expect(list.status, list.text).toBe(200);
    expect(list.body.data).toEqual([]);
  });

  it('shows another release what it has itself', async () => {
    const project = await service.newProject();
    await defineType(project, 'author', { name: 'string' });
    await defineType(project, 'page', [reference('writer')]);
    const writer = await publishEntry(project, 'author', { name: 'Ada' });
    await publishEntry(project, 'page', { writer });
    const clone = await project.secret.post('/v1/releases', { name: 'Spring' });
    expect(clone.status).toBe(201);
    await project.secret.patch(`/v1/content/author/${writer}?release=${clone.body.id as string}`, {
      values: { name: 'Ada of spring' },
    });

    const [first, second] = await Promise.all(
      ['', `?release=${clone.body.id as string}`].map((of) =>
        project.publishable.get(`/v1/content/page${of}`),
      ),
    );

    expect(first?.body.data[0].values.writer.values).toEqual({ name: 'Ada' });
    expect(second?.body.data[0].values.writer.values).toEqual({ name: 'Ada of spring' });
  });

  it(
    'is read in two where it is more than one row of the database may hold',
    { timeout: 60_000 },
    async () => {
      const project = await service.newProject();
      await defineType(project, 'author', { name: 'string' });
      const texts = Array.from({ length: 20 }, (_, i) => `text${i}`);
      await defineType(project, 'page', [
        ...texts.map((key) => ({ key, type: 'text' })),
        reference('writer'),
      ]);
      const writer = await publishEntry(project, 'author', { name: 'Ada' });
      const long = Object.fromEntries(texts.map((key) => [key, 'x'.repeat(50_000)]));
      const id = await publishEntry(project, 'page', { ...long, writer });
      await multiplyEntry(app, id, 19);

      let cut: number | undefined;
      const commands = await commandsOf(clientOf(app.system), async () => {
        const { status, body } = await project.publishable.get('/v1/content/page');
        expect(status).toBe(200);
        cut = (body.data as unknown[]).length;
        expect(body.data[0].values).toEqual({
          ...long,
          writer: expect.objectContaining({ id: writer }) as unknown,
        });
      });

      expect(commands).toEqual(expect.arrayContaining(['aggregate entries', 'find entries']));
      const { body } = await project.publishable.get('/v1/content/page?limit=1&offset=1');
      expect(body.data[0].values.writer.values).toEqual({ name: 'Ada' });
      expect(cut).toBeGreaterThan(0);
    },
  );
});
