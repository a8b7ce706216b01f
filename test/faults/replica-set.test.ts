import { describe, expect, it } from 'vitest';
import { defineType } from '../support/content.ts';
import { startReceiver } from '../support/receiver.ts';
import { newEndpoint } from './support/outbox.ts';
import { startReplicaSet } from './support/replica-set.ts';
import { newScene } from './support/scene.ts';
import { expectNothingLost } from './support/truth.ts';
import { startWriters } from './support/writers.ts';

const set = await startReplicaSet();
const scene = await newScene({ MONGODB_URI: set.uri });
const { app } = scene.service;

describe('a replica set of three under load', () => {
  it('loses no acknowledged write and no event when its primary steps down and when it is killed', async () => {
    const project = await scene.service.newProject();
    await defineType(project, 'page', { n: 'number' });
    const receiver = await startReceiver();
    const endpointIds = [await newEndpoint(app, project.id, receiver.url)];
    const { url } = await scene.start();
    const writers = startWriters([url], project.secret.token, 4);
    const goOn = async () => {
      const before = writers.acknowledged;
      await expect.poll(() => writers.acknowledged - before, { timeout: 60_000 }).toBeGreaterThan(30);
    };

    await goOn();
    await set.stepDown();
    await goOn();
    await set.killPrimary();
    await goOn();
    await writers.stop();

    const events = await expectNothingLost({ app, project, writers, receivers: [receiver], endpointIds });
    console.log(`step-down and kill: ${writers.acknowledged} acknowledged writes, ${events} events`);
  });
});
