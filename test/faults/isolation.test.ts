import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { DeliveryRecord } from '../../src/delivery/queue/schema.ts';
import { readEndpoint } from '../../src/delivery/webhooks/service.ts';
import { emitTestEvents } from '../support/events.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { addWaitingDeliveries } from '../support/waiting-deliveries.ts';
import { newEndpoint, statesOf } from './support/outbox.ts';
import { newScene } from './support/scene.ts';
import { databaseOf } from '../support/database.ts';

const queued = 100_000;
const memoryMost = 300 * 1024 * 1024;
const p99Ms = 1_000;

// A receiver that hangs costs three seconds in place of ten, so that it is disabled within the test.
const scene = await newScene({ WEBHOOK_TIMEOUT_MS: '3000' });
const { app } = scene.service;

/** Starts a receiver that takes everything and answers nothing. */
async function startHanging(): Promise<Receiver> {
  const receiver = await startReceiver();
  receiver.answer = () => undefined;
  return receiver;
}

/** Tells events one by one, and answers how long each was on its way from its commit to the socket, in order. */
async function timesOf(
  projectId: string,
  receiver: Receiver,
  isDone: (told: number) => boolean,
): Promise<number[]> {
  const committed: number[] = [];
  const before = receiver.received.length;
  for (let told = 0; !isDone(told); told += 1) {
    await emitTestEvents(app, projectId, { data: { told } });
    committed.push(performance.now());
    await wait(40);
  }
  await receiver.got(before + committed.length, 30_000);
  const times = receiver.received
    .slice(before)
    .map(({ body, at }) => at - (committed[Number(body.data['told'])] ?? Number.NaN));
  return times.sort((a, b) => a - b);
}

function percentile(times: readonly number[], part: number): number {
  return times[Math.ceil(times.length * part) - 1] ?? Number.NaN;
}

/** The most memory that a process had so far (its resident set), in bytes. */
async function mostMemoryOf(pid: number): Promise<number> {
  const [, kilobytes = ''] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

describe('an endpoint that never answers', () => {
  it(`leaves another one's first attempts under ${p99Ms} ms at the 99th percentile`, async () => {
    const project = await scene.service.newProject();
    const [hanging, quick] = [await startHanging(), await startReceiver()];
    for (const { url } of [hanging, quick]) await newEndpoint(app, project.id, url);
    const process = await scene.start({ WEBHOOK_TIMEOUT_MS: '10000' });

    const times = await timesOf(project.id, quick, (told) => told === 200);

    console.log(
      `beside a hanging endpoint: median ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`,
    );
    expect(percentile(times, 0.99)).toBeLessThan(p99Ms);
    expect(hanging.received.length).toBeGreaterThan(0);
    await process.kill();
  });

  it(`with ${queued} deliveries due costs less than 300 MB and delays nobody, until it is disabled and all is held`, async () => {
    const project = await scene.service.newProject();
    const [hanging, quick] = [await startHanging(), await startReceiver()];
    const db = app.system.project(project.id);
    const other = await scene.service.newProject();
    await newEndpoint(app, other.id, quick.url);
    const before = await scene.start();
    const alone = await timesOf(other.id, quick, (told) => told === 150);
    await expect.poll(() => statesOf(app, other.id), { timeout: 60_000 }).toEqual({ delivered: 150 });
    await before.kill();
    const endpointId = await newEndpoint(app, project.id, hanging.url);
    const body = JSON.stringify({ data: { text: 'x'.repeat(400) } });
    await addWaitingDeliveries(app, queued, { project_id: project.id, endpoint_id: endpointId, body });
    const process = await scene.start();
    const memoryBefore = await mostMemoryOf(process.program.process.pid ?? 0);
    let isHeld = false;
    const rows = databaseOf(app.system).collection<DeliveryRecord>('deliveries');
    const watching = expect
      .poll(
        () =>
          rows.countDocuments(
            { endpoint_id: endpointId, state: { $in: ['queued', 'sending'] } },
            { limit: 20 },
          ),
        {
          timeout: 400_000,
          interval: 1_000,
        },
      )
      .toBe(0)
      .finally(() => (isHeld = true));

    const times = await timesOf(other.id, quick, () => isHeld);
    await watching;

    const memory = await mostMemoryOf(process.program.process.pid ?? 0);
    console.log(
      `beside ${queued} due deliveries: ${times.length} events, median ${percentile(times, 0.5)} ms, ` +
        `p99 ${percentile(times, 0.99)} ms (without them ${percentile(alone, 0.99)} ms), ${megabytes(memory)} MB at most, ${megabytes(memoryBefore)} MB at the start`,
    );
    expect(await readEndpoint(db, endpointId)).toMatchObject({ enabled: false, disabled_reason: 'failures' });
    // On a machine that is slow by itself: three times what it takes without them.
    expect(percentile(times, 0.99)).toBeLessThan(Math.max(p99Ms, 3 * percentile(alone, 0.99)));
    expect(memory).toBeLessThan(memoryMost);
    expect(hanging.mostAtOnce).toBeLessThanOrEqual(2);
  });
});
