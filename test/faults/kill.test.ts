import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { defineType } from '../support/content.ts';
import { startReceiver } from '../support/receiver.ts';
import { newEndpoint } from './support/outbox.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';
import { expectNothingLost } from './support/truth.ts';
import { startWriters } from './support/writers.ts';

const kills = Number(process.env['FAULT_KILLS'] ?? 30);
const scene = await newScene();
const { app } = scene.service;

describe('a service that is killed again and again while clients write', () => {
  it(`loses no acknowledged write and no event in ${kills} kills`, async () => {
    const project = await scene.service.newProject();
    await defineType(project, 'page', { n: 'number' });
    const receivers = [await startReceiver(), await startReceiver()];
    const endpointIds = await Promise.all(receivers.map(({ url }) => newEndpoint(app, project.id, url)));
    let victim: ServiceProcess = await scene.start();
    const writers = startWriters([victim.url], project.secret.token, 6);

    for (let kill = 0; kill < kills; kill += 1) {
      const before = writers.acknowledged;
      const some = 1 + Math.floor(Math.random() * 10);
      await expect
        .poll(() => writers.acknowledged - before, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(some);
      await wait(Math.random() * 50); // into the midst of a write
      await victim.kill();
      victim = await scene.start({ PORT: String(victim.port) });
    }
    await writers.stop();

    const events = await expectNothingLost({ app, project, writers, receivers, endpointIds });
    console.log(`${kills} kills: ${writers.acknowledged} acknowledged writes, ${events} events`);
  }, 600_000);
});
