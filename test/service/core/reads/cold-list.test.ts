import type { Timestamp } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { startOwnService } from '../../../support/service.ts';
import { clientOf } from '../../../support/database.ts';

const service = await startOwnService();
const client = clientOf(service.app.system);

const entrance = ['aggregate api_keys', 'findAndModify counters'];

describe('a list that nobody asked for before', () => {
  it('costs one query for the page and the entries that it refers to, and one for each other kind of target', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/author', {
      fields: [{ key: 'name', type: 'string' }],
    });
    await project.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'author', type: 'reference', options: { content_type: 'author' } },
        { key: 'writer', type: 'link', options: { target: 'author' } },
      ],
    });
    const authors = [];
    for (const name of ['Ada', 'Noor', 'Teo']) {
      const author = await project.secret.post('/v1/content/author/entries', {
        values: { name },
        publish: true,
      });
      const writer = await project.secret.post('/v1/authors', { name });
      authors.push({ author: author.body.id as string, writer: writer.body.id as string });
    }
    for (let i = 0; i < 12; i += 1) {
      const values = { title: `Page ${i}`, ...authors[i % authors.length] };
      expect((await project.secret.post('/v1/content/page/entries', { values, publish: true })).status).toBe(
        201,
      );
    }
    await project.publishable.get('/v1/content/author'); // a warm process knows the types

    const commands = await commandsOfService(service.app.system, async () => {
      const list = await project.publishable.get('/v1/content/page?limit=10');
      expect(list.body.data).toHaveLength(10);
      expect(list.body.data[0].values).toMatchObject({
        author: { values: { name: 'Teo' } },
        writer: { title: 'Teo' },
      });
    });

    // key and budget are asked at once, in either order
    expect(commands.slice(0, 2).sort()).toEqual(entrance);
    expect(commands.slice(2)).toEqual(['aggregate entries', 'find authors']);
  });

  it('reads everything as it was at one moment', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'next', type: 'reference', options: { content_type: 'page' } },
        { key: 'writer', type: 'link', options: { target: 'author' } },
      ],
    });
    const writer = await project.secret.post('/v1/authors', { name: 'Ada' });
    const first = await project.secret.post('/v1/content/page/entries', {
      values: { title: 'A' },
      publish: true,
    });
    await project.secret.post('/v1/content/page/entries', {
      values: { title: 'B', next: first.body.id, writer: writer.body.id },
      publish: true,
    });
    const moments: unknown[] = [];
    const note = ({
      command,
    }: {
      command: { readConcern?: { level?: string; atClusterTime?: Timestamp } };
    }) => {
      if (command.readConcern?.atClusterTime !== undefined)
        moments.push(command.readConcern.atClusterTime.toBigInt());
    };
    client.on('commandStarted', note);

    await project.publishable.get('/v1/content/page?limit=9');

    client.off('commandStarted', note);
    expect(moments).toHaveLength(2); // the page with its references, and the authors
    expect(new Set(moments).size).toBe(1);
  });
});
