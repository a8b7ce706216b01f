import { describe, expect, it } from 'vitest';
import { expectDone } from '../../../support/content.ts';
import { openEventSource } from '../../../support/event-source.ts';
import { startService } from '../../../support/service.ts';
import { bare, revisionOf } from '../../../support/delivery/holding.ts';

const service = await startService();
const url = `${service.url}/v1/changes?tags=true`;

describe('the stream with tags', () => {
  it('tells the tags of each change before its events, and of a silent one too', async () => {
    const project = await service.newProject();
    const source = await openEventSource(url, project.publishable.token);
    await expect.poll(() => source.messages.length).toBe(1);

    const { id } = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' }));
    await expect.poll(() => source.messages.length).toBe(3);
    expectDone(
      await project.secret.post('/v1/blog/articles', { title: 'Kites', authors: [id], publish: true }),
    );
    await expect.poll(() => source.messages.length).toBe(5);

    expect(source.messages.map(({ event }) => event)).toEqual([
      ...['version', 'tags', 'version'],
      ...['tags', 'blog.article.published'],
    ]);
    const [, silent, version] = source.messages;
    expect(silent).toMatchObject({ data: version?.data });
    expect((silent?.data.tags as string[]).map(bare).sort()).toEqual([id, 'authors'].sort());
  });

  it('leaves nothing out for a client that goes on after an event', async () => {
    const project = await service.newProject();
    const since = await revisionOf(project);
    const { id: author } = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' }));
    expectDone(await project.secret.post('/v1/blog/articles', { title: 'Kites', publish: true }));
    const first = await openEventSource(`${url}&since=${since}`, project.secret.token);
    await expect.poll(() => first.messages.length).toBe(3);
    expect(first.messages[1]).toMatchObject({ id: String(since), event: 'tags' });
    expect(first.messages[1]?.data.tags).toContain(author);
    first.close();

    const again = await openEventSource(url, project.secret.token, {
      'Last-Event-ID': first.messages[1]?.id ?? '',
    });

    await expect.poll(() => again.messages.length).toBe(3);
    expect(again.messages[1]).toEqual(first.messages[1]);
  });

  it('says nothing of tags to those who did not ask', async () => {
    const project = await service.newProject();
    const source = await openEventSource(`${service.url}/v1/changes`, project.secret.token);
    await expect.poll(() => source.messages.length).toBe(1);

    expectDone(await project.secret.post('/v1/authors', { name: 'Nell' }));

    await expect.poll(() => source.messages.length).toBe(2);
    expect(source.messages.map(({ event }) => event)).toEqual(['version', 'version']);
  });
});
