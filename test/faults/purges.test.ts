import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { allOf, newTarget, type Purge, purgeIn } from '../support/purges/targets.ts';
import { defineType } from '../support/content.ts';
import { startReceiver } from '../support/receiver.ts';
import { eventsOf } from './support/outbox.ts';
import { startOwnMongod } from './support/own-mongod.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';
import { startWriters } from './support/writers.ts';
import { tellByHand } from '../support/actor.ts';

const kills = Number(process.env['FAULT_KILLS'] ?? 30);
const mongod = await startOwnMongod();
const scene = await newScene({ MONGODB_URI: mongod.uri, WEBHOOK_TIMEOUT_MS: '500' });
const { app } = scene.service;

/** One tag that was told, with the revision of its change. */
interface Told {
  tag: string;
  revision: number;
}

it(`a target is told of every tag of every change through ${kills} kills of service and database, refusals and time-outs`, async () => {
  const project = await scene.service.newProject();
  const db = app.system.project(project.id);
  await defineType(project, 'page', { n: 'number' });
  const receiver = await startReceiver();
  const accepted: Purge[] = [];
  let failing = 0.3;
  receiver.answer = (response, request) => {
    const isRefused = Math.random() < failing;
    if (isRefused && Math.random() < 0.1) return; // no answer at all
    if (!isRefused) accepted.push(purgeIn(request));
    response.writeHead(isRefused ? 500 : 204).end();
  };
  let victim: ServiceProcess = await scene.start();
  await newTarget(app, project, receiver);
  await receiver.got(1, 60_000);
  const writers = startWriters([victim.url], project.secret.token, 4);
  const byHand: Told[] = [];

  for (let kill = 0; kill < kills; kill += 1) {
    const before = receiver.received.length;
    const tag = `by_hand_${kill}`;
    const { revision } = await tellByHand(db, { tags: [tag], now: app.clock.now() });
    byHand.push({ tag, revision });
    await expect
      .poll(() => receiver.received.length - before, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(0);
    await wait(900 + Math.random() * 200); // into the midst of the next batch
    if (kill % 2 === 0) {
      await victim.kill();
      victim = await scene.start({ PORT: String(victim.port) });
    } else {
      await mongod.kill();
      await mongod.restart();
    }
  }
  await writers.stop();
  failing = 0;

  const events = await eventsOf(app, project.id);
  const stored = new Set(events.map(({ subject }) => subject));
  const isLost = ({ path }: { path: string }) => !stored.has(path.split('/').at(-1) ?? '');
  expect(writers.entries.filter(isLost), 'acknowledged and gone with the database').toEqual([]);
  const ofEvents = events.flatMap(({ tags = [], hidden = [], project_revision: revision }) =>
    [...tags, ...hidden].map((tag): Told => ({ tag, revision })),
  );
  const isArrived = ({ tag, revision }: Told) =>
    accepted.some(({ tags, again, version }) => {
      const all = [...tags, ...again];
      return version >= revision && (all.includes(tag) || all.includes(allOf(project)));
    });
  const missing = () => [...ofEvents, ...byHand].filter((told) => !isArrived(told));
  await expect.poll(missing, { timeout: 90_000, interval: 500 }).toEqual([]);
  expect(ofEvents.length).toBeGreaterThan(kills);
  console.log(`${kills} kills: ${writers.acknowledged} writes, ${receiver.received.length} purges`);
}, 900_000);
