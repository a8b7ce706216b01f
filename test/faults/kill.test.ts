import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { EventRecord } from '../../src/events/schema.ts';
import { defineType } from '../support/content.ts';
import { startReceiver } from '../support/receiver.ts';
import type { TestProject } from '../support/service.ts';
import {
  bodiesById,
  deliveriesOf,
  eventsOf,
  idsOf,
  newEndpoint,
  statesOf,
  unevenness,
} from './support/outbox.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';
import { startWriters, type WrittenEntry } from './support/writers.ts';

const kills = 30;
const scene = await newScene();
const { service } = scene;
const { app } = service;

/** What readers see of an entry now: its number, or the code of the refusal. */
async function seen({ secret }: TestProject, path: string): Promise<number | string> {
  const { status, body } = await secret.get(path);
  return status === 200 ? Number(body.values.n) : String(body.error.code);
}

function expected({ n, isLive, isGone }: WrittenEntry['acknowledged']): number | string {
  if (isGone) return 'unknown_entry';
  return isLive ? n : 'entry_not_published';
}

/** Every change of every entry has exactly its one event, and an entry is gone exactly when its last event says so. */
async function expectWhole(projectId: string, events: readonly EventRecord[]): Promise<void> {
  const stored = await app.system.db
    .collection<{ id: string; revision: number }>('entries')
    .find({ project_id: projectId })
    .toArray();
  const revisions = new Map(stored.map(({ id, revision }) => [id, revision]));
  const bySubject = new Map<string, EventRecord[]>();
  for (const event of events.filter(({ name }) => name.startsWith('content.entry.'))) {
    bySubject.set(event.subject, [...(bySubject.get(event.subject) ?? []), event]);
  }
  for (const [id, told] of bySubject) {
    const isGone = told.at(-1)?.name === 'content.entry.deleted';
    const kept = told.filter(({ name }) => name !== 'content.entry.deleted').map(({ revision }) => revision);
    expect([kept[0], unevenness(kept)], `events of ${id}`).toEqual([1, []]);
    expect(revisions.get(id), `revision of ${id}`).toBe(isGone ? undefined : kept.at(-1));
  }
  expect([...revisions.keys()].filter((id) => !bySubject.has(id))).toEqual([]);
}

describe('a service that is killed again and again while clients write', () => {
  it(`loses no acknowledged write and no event in ${kills} kills`, async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { n: 'number' });
    const receivers = [await startReceiver(), await startReceiver()];
    const endpointIds = await Promise.all(receivers.map(({ url }) => newEndpoint(app, project.id, url)));
    let victim: ServiceProcess = await scene.start();
    const writers = startWriters([victim.url], project.secret.token, 6);

    for (let kill = 0; kill < kills; kill += 1) {
      const before = writers.acknowledged;
      const some = 1 + Math.floor(Math.random() * 10);
      await expect
        .poll(() => writers.acknowledged - before, { timeout: 20_000, interval: 5 })
        .toBeGreaterThan(some);
      await wait(Math.random() * 50); // into the midst of a write
      await victim.kill();
      victim = await scene.start({ PORT: String(victim.port) });
    }
    await writers.stop();

    const events = await eventsOf(app, project.id);
    const wanted = idsOf(events, endpointIds);
    await expect
      .poll(() => statesOf(app, project.id), { timeout: 120_000, interval: 500 })
      .toEqual({ delivered: wanted.length });
    console.log(`${kills} kills: ${writers.acknowledged} acknowledged writes, ${events.length} events`);

    for (const { path, acknowledged, doubted } of writers.entries) {
      const possible = [acknowledged, ...(doubted === null ? [] : [doubted])].map(expected);
      expect(possible, path).toContain(await seen(project, path));
    }
    await expectWhole(project.id, events);
    const changes = [...new Set(events.map(({ project_revision }) => project_revision))];
    expect(unevenness(changes), 'a revision without an event').toEqual([]);
    expect((await project.secret.get('/v1/changes')).body.version).toBe(changes.at(-1));

    expect((await deliveriesOf(app, project.id)).map(({ _id }) => _id).sort()).toEqual(wanted);
    const bodies = bodiesById(receivers.flatMap(({ received }) => received));
    expect([...bodies.keys()].sort()).toEqual(wanted);
    expect([...bodies.values()].filter(({ size }) => size !== 1)).toEqual([]);
  }, 420_000);
});
