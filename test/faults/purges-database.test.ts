import { describe, expect, it } from 'vitest';
import { targetsWithHealth } from '../../src/delivery/purges/health.ts';
import { firstWithinMs, newTarget, purgeIn, targetIn } from '../support/purges/targets.ts';
import { expectDone } from '../support/content.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Command, startMongoProxy } from './support/mongo-proxy.ts';
import { deliveriesOf } from './support/outbox.ts';
import { startOwnMongod } from './support/own-mongod.ts';
import { newScene } from './support/scene.ts';

const mongod = await startOwnMongod();
const scene = await newScene({ MONGODB_URI: mongod.uri });
const { app } = scene.service;

/** The batcher stands before this command, and so many purges of the change are queued. */
interface Moment {
  isNext: (command: Command) => boolean;
  queued: number;
}

const moments: Record<string, Moment> = {
  'before its purge is queued': {
    isNext: ({ name, target }) => name === 'insert' && target === 'deliveries',
    queued: 0,
  },
  'after that, and before the place of its target is moved': {
    isNext: ({ name, target, update }) =>
      name === 'update' && target === 'webhook_endpoints' && movesPlace(update),
    queued: 1,
  },
};

function movesPlace(update: Command['update']): boolean {
  const change = update?.['u'] as { $set?: Record<string, unknown> } | undefined;
  return 'purge.through' in (change?.$set ?? {});
}

/** A target that was told of everything, and a process that alone tells it of what comes. */
async function newToldTarget() {
  const project = await scene.service.newProject();
  const receiver = await startReceiver();
  const accepted = new Set<string>();
  const proxy = await startMongoProxy(mongod.uri);
  const process = await scene.start({ MONGODB_URI: proxy.uri });
  const { db, id } = await newTarget(app, project, receiver);
  await receiver.got(1, firstWithinMs);
  await expect.poll(async () => (await targetIn(app, project, id)).last_purge_at).not.toBeNull();
  /** From now on it answers so, and what it takes is noted. */
  const answerWith = (status: number) => {
    receiver.answer = (response, request) => {
      if (status === 204) for (const tag of purgeIn(request).tags) accepted.add(tag);
      response.writeHead(status).end();
    };
  };
  return { project, db, proxy, process, accepted, answerWith };
}

describe.each(Object.entries(moments))('a change whose database is killed %s', (_moment, moment) => {
  it.each([
    ['the process that follows it lives on', false],
    ['the process dies with it and another one comes', true],
  ])(
    'reaches its target, though %s',
    async (_what, dies) => {
      const { project, db, proxy, process, accepted, answerWith } = await newToldTarget();
      answerWith(503); // until the database is back: nothing is told before it was killed
      proxy.judge = (command) => (moment.isNext(command) ? 'hold' : 'pass');

      const author = String(expectDone(await project.secret.post('/v1/authors', { name: 'Nell' })).id);
      await expect.poll(() => proxy.caught.length, { timeout: 60_000 }).toBeGreaterThan(0);
      const queued = (await deliveriesOf(app, project.id)).filter(({ body }) => body.includes(author));
      expect(queued).toHaveLength(moment.queued);
      await mongod.kill();
      if (dies) await process.kill();
      proxy.judge = () => 'pass';
      await mongod.restart();
      answerWith(204);
      const next = dies ? await scene.start() : process;

      await expect.poll(() => [...accepted], { timeout: 90_000 }).toContain(author);
      const behind = async () => (await targetsWithHealth(db)).map((target) => target.behind);
      await expect
        .poll(behind, { timeout: 60_000, interval: 500 })
        .toEqual([{ changes: 0, everything: false, since: null }]);
      await next.kill();
    },
    300_000,
  );
});
