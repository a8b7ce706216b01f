import { describe, expect, it } from 'vitest';
import { defineType, expectDone, inMs } from '../support/content.ts';
import { type Command, startMongoProxy } from './support/mongo-proxy.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';

const scene = await newScene();
const patience = { timeout: 60_000, interval: 100 };

/** A project with a live page, and a release that changes it. */
async function newSpring() {
  const project = await scene.service.newProject();
  const { secret, publishable } = project;
  await defineType(project, 'page', { title: 'string' });
  const { id } = expectDone(
    await secret.post('/v1/content/page/entries', { values: { title: 'Winter' }, publish: true }),
  );
  const release = expectDone(await secret.post('/v1/releases', { name: 'Spring' }));
  expectDone(
    await secret.patch(`/v1/content/page/${id}?release=${release.id}`, {
      values: { title: 'Spring' },
      publish: true,
    }),
  );
  const promoteAt = async (ms: number) =>
    expectDone(await secret.patch(`/v1/releases/${release.id}`, { promote_at: inMs(ms) }));
  const title = async () => (await publishable.get(`/v1/content/page/${id}`)).body.values.title as string;
  const promotions = async () =>
    (await project.events()).filter((name) => name === 'release.published').length;
  const read = async () => (await secret.get(`/v1/releases/${release.id}`)).body;
  return { promoteAt, title, promotions, read };
}

/** Starts a process, waits until it sends a statement to the database, and kills it before the database gets it. */
async function killBefore(isStatement: (command: Command) => boolean): Promise<() => Promise<void>> {
  const proxy = await startMongoProxy();
  const statementCame = new Promise<void>((resolve) => {
    proxy.judge = (command) => {
      if (!isStatement(command)) return 'pass';
      resolve();
      return 'hold';
    };
  });
  const victim: ServiceProcess = await scene.start({ MONGODB_URI: proxy.uri });
  return async () => {
    await statementCame;
    await victim.kill();
  };
}

const isUpdateOfReleases = ({ name, body }: Command) => name === 'update' && body['update'] === 'releases';

describe('the promotion date of a release', () => {
  it('that comes while every process is down is kept by two that start, once', async () => {
    const { promoteAt, title, promotions, read } = await newSpring();
    const { promote_at: at } = await promoteAt(1_000);
    await expect.poll(() => new Date().toISOString() > at, patience).toBe(true);
    expect(await title()).toBe('Winter');

    const processes = await Promise.all([scene.start(), scene.start()]);

    await expect.poll(title, patience).toBe('Spring');
    for (const one of processes) await one.kill();
    expect(await promotions()).toBe(1);
    expect(await read()).not.toHaveProperty('promote_at');
  });

  it.each(['before the promotion is stored', 'before it is committed'])(
    'survives the kill of its worker %s',
    async (moment) => {
      const { promoteAt, title, promotions, read } = await newSpring();
      let isStored = false;
      const kill = await killBefore((command) => {
        if (moment === 'before the promotion is stored') return isUpdateOfReleases(command);
        if (isUpdateOfReleases(command)) isStored = true;
        return isStored && command.name === 'commitTransaction';
      });
      const { promote_at: at } = await promoteAt(2_000);
      await kill();
      expect(await title()).toBe('Winter');
      expect(await read()).toMatchObject({ default: false, promote_at: at });

      const processes = await Promise.all([scene.start(), scene.start()]);

      await expect.poll(title, patience).toBe('Spring');
      for (const one of processes) await one.kill();
      expect(await promotions()).toBe(1);
      expect(await read()).not.toHaveProperty('promote_at');
    },
  );
});
