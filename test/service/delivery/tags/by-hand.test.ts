import { describe, expect, it } from 'vitest';
import { expectDone } from '../../../support/content.ts';
import { openEventSource } from '../../../support/event-source.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { feedSince, keeping, revisionOf } from '../../../support/delivery/holding.ts';
import { tellByHand } from '../../../support/actor.ts';

const service = await startService();

function purge({ id }: TestProject, ...tags: string[]) {
  const { system, clock } = service.app;
  return tellByHand(system.project(id), { tags, now: clock.now() });
}

describe('the feed with tags', () => {
  it('tells what was told by hand once, and says that nothing changed', async () => {
    const project = await service.newProject();
    const since = await revisionOf(project);
    await purge(project, 'one');
    await purge(project, 'two');

    const answer = expectDone(await project.publishable.get(`/v1/changes?since=${since}&tags=true`));
    const plain = expectDone(await project.publishable.get(`/v1/changes?since=${since}`));

    expect(answer).toMatchObject({ changed: false, events: [], tags: ['one', 'two'], version: since });
    expect(plain).toMatchObject({ changed: false, events: [], next_since: String(since) });
    expect(answer.next_since).toBe(`${since}-2`);
    const again = await feedSince(project.publishable, `${since}-2`);
    expect(again).toEqual({ tags: [], next: `${since}-2` });
  });

  it('goes on in order from there, whatever comes next', async () => {
    const project = await service.newProject();
    const since = await revisionOf(project);
    await purge(project, 'one');
    const first = await feedSince(project.secret, since);
    const { id } = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' }));
    const second = await feedSince(project.secret, first.next);
    await purge(project, 'two');
    const third = await feedSince(project.secret, second.next);

    expect(first.tags).toEqual(['one']);
    expect(second.tags).toContain(id);
    expect(second.tags).not.toContain('one');
    expect(third.tags).toEqual(['two']);
  });

  it('is reset at a place that the project never came to', async () => {
    const project = await service.newProject();
    await purge(project, 'one');
    const revision = await revisionOf(project);

    const answer = await project.secret.get(`/v1/changes?since=${revision}-2&tags=true`);

    expect(expectDone(answer)).toMatchObject({ reset: true, next_since: `${revision}-1` });
    expect(await feedSince(project.secret, `${revision}-1`)).toEqual({ tags: [], next: `${revision}-1` });
  });

  it('waits for it, where it was asked for tags', async () => {
    const project = await service.newProject();
    const since = await revisionOf(project);
    await purge(project, 'one');
    const begun = performance.now();

    const waiting = project.secret.get(`/v1/changes?since=${since}-1&wait=20&tags=true`);
    await purge(project, 'two');
    const answer = expectDone(await waiting);

    expect(answer).toMatchObject({ changed: false, tags: ['two'] });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('empties no answer that the service keeps', async () => {
    const project = await service.newProject();
    expectDone(await project.secret.post('/v1/blog/articles', { title: 'Kites', publish: true }));
    const first = await project.publishable.get('/v1/blog/articles', keeping);

    await purge(project, 'one');

    const second = await project.publishable.get('/v1/blog/articles', keeping);
    for (const name of ['ETag', 'X-Cache-Tags', 'X-Content-Version'])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
  });
});

describe('the stream with tags', () => {
  it('tells what was told by hand, to a place from which it is not told again', async () => {
    const project = await service.newProject();
    const url = `${service.url}/v1/changes?tags=true`;
    const source = await openEventSource(url, project.publishable.token);
    const plain = await openEventSource(`${service.url}/v1/changes`, project.publishable.token);
    await expect.poll(() => source.messages.length).toBe(1);

    await purge(project, 'one');
    await expect.poll(() => source.messages.length).toBe(2);
    const [, tags] = source.messages;
    source.close();
    const again = await openEventSource(url, project.publishable.token, { 'Last-Event-ID': tags?.id ?? '' });
    await expect.poll(() => again.messages.length).toBe(1);
    await purge(project, 'two');
    await expect.poll(() => again.messages.length).toBe(2);

    expect(tags).toMatchObject({ event: 'tags', data: { tags: ['one'] } });
    expect(again.messages[1]).toMatchObject({ event: 'tags', data: { tags: ['two'] } });
    expect(plain.messages.map(({ event }) => event)).toEqual(['version']);
  });
});
