import { describe, expect, it } from 'vitest';
import { emitTestEvents } from '../support/events.ts';
import { startReceiver } from '../support/receiver.ts';
import { newEndpoint, statesOf } from './support/outbox.ts';
import { newScene } from './support/scene.ts';

const medianMs = 150;
const scene = await newScene();
const { app } = scene.service;

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

describe('from the commit of a change', async () => {
  await scene.start();

  it(`to the socket of a receiver it takes less than ${medianMs} ms (median)`, async () => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver();
    await newEndpoint(app, project.id, receiver.url);
    const times: number[] = [];

    for (let i = 1; i <= 100; i += 1) {
      await emitTestEvents(app, project.id, {});
      const committed = performance.now();
      const { at = Number.NaN } = (await receiver.got(i)).at(-1) ?? {};
      times.push(at - committed);
    }

    console.log(
      `from commit to socket: median ${middle(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms`,
    );
    expect(middle(times)).toBeLessThan(medianMs);
  });

  it.each([1, 10])('prints how many events a second reach %i endpoints', async (endpoints) => {
    const project = await scene.service.newProject();
    const receivers = await Promise.all(Array.from({ length: endpoints }, () => startReceiver()));
    for (const { url } of receivers) await newEndpoint(app, project.id, url);
    const count = 300;
    const begin = performance.now();

    for (let told = 0; told < count; told += 50) {
      await emitTestEvents(app, project.id, ...Array.from({ length: 50 }, () => ({})));
    }
    for (const receiver of receivers) await receiver.got(count, 120_000);

    const seconds = (performance.now() - begin) / 1000;
    const [events, deliveries] = [count / seconds, (count * endpoints) / seconds].map(Math.round);
    console.log(`${endpoints} endpoints: ${events} events a second, ${deliveries} deliveries a second`);
    await expect
      .poll(() => statesOf(app, project.id), { timeout: 60_000 })
      .toEqual({ delivered: count * endpoints });
  });
});
