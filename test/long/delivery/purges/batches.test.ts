import { describe, expect, it, vi } from 'vitest';
import { changeTarget } from '../../../../src/delivery/webhooks/target-repository.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import {
  allOf,
  firstWithinMs,
  newTarget,
  purgeIn,
  quickPurges,
  settledTarget,
  tagsAt,
  tellByHand,
} from '../../../support/purges/targets.ts';

vi.setConfig({ testTimeout: 120_000 });

const service = await startService(quickPurges);
const { app } = service;
await app.start();

describe('a target', () => {
  it('is told of everything first', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();

    await newTarget(app, project, receiver);

    const [first] = await receiver.got(1, firstWithinMs);
    expect(first?.body.event).toBe('cache.purge');
    expect(first && purgeIn(first)).toMatchObject({ tags: [allOf(project)], again: [], since: 1 });
  });

  it('is told of 100 changes in a second in at most 2 requests, with all of their tags and versions that rise', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    await settledTarget(app, project, receiver, { every_seconds: 20 });
    const tags = Array.from({ length: 100 }, (_, at) => `tag_${at}`);

    await tellByHand(app, project, tags, 10);

    await expect.poll(() => tagsAt(receiver, 1).size, { timeout: 60_000 }).toBe(100);
    const purges = receiver.received.slice(1).map(purgeIn);
    expect(purges.length).toBeLessThanOrEqual(2);
    expect([...tagsAt(receiver, 1)].sort()).toEqual([...tags].sort());
    const versions = purges.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
  });

  it('is told of a write by what the write changed, and of the revisions that the purge covers', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    await settledTarget(app, project, receiver);
    const before = receiver.received.map(purgeIn).at(-1)?.version ?? 0;

    const author = await project.secret.post('/v1/authors', { name: 'Nell' });

    const [, second] = await receiver.got(2, 40_000);
    const code = project.id.slice(-8);
    expect(second && purgeIn(second)).toEqual({
      tags: [String(author.body['id']), `authors:${code}`].sort(),
      again: [],
      since: before + 1,
      version: before + 1,
    });
  });

  it('is told of everything instead of more than 256 tags', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    await settledTarget(app, project, receiver);
    const tags = Array.from({ length: 257 }, (_, at) => `tag_${at}`);

    await tellByHand(app, project, tags, 257);

    await expect.poll(() => tagsAt(receiver, 1).has(allOf(project)), { timeout: 40_000 }).toBe(true);
    expect(receiver.received.map(purgeIn).at(-1)?.tags).toEqual([allOf(project)]);
  });

  it('gets nothing for drafts, which no reader sees', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    await settledTarget(app, project, receiver);

    await project.secret.post('/v1/blog/articles', { title: 'A draft' });
    const live = await project.secret.post('/v1/blog/articles', { title: 'Live', publish: true });

    await expect.poll(() => tagsAt(receiver, 1).has(String(live.body['id'])), { timeout: 40_000 }).toBe(true);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('a restored database', () => {
  it('has a target told of everything whose place is above the project’s', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { db, id } = await settledTarget(app, project, receiver);

    await changeTarget(db, id, { 'purge.through': { revision: 4_000_000, hand: 0 } });

    const [, second] = await receiver.got(2, 40_000);
    expect(second && purgeIn(second).tags).toEqual([allOf(project)]);
  });
});
