import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeService, Tab } from './support/draft-world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** A save on its way and back. */
const savedMs = 70;

function openStore() {
  const service = new FakeService();
  return { service, store: new Tab(service).store };
}

it('saves after the pause of its pace, and at the usual one once nobody follows it', async () => {
  const { service, store } = openStore();
  const stop = store.follow({ pauseMs: 150, maxWaitMs: 1000 }, () => undefined);
  store.change('title', 'A');
  await wait(149);
  expect(service.saves).toBe(0);
  await wait(1 + savedMs);
  expect(service.saves).toBe(1);

  stop();
  store.change('title', 'AB');
  await wait(150 + savedMs);
  expect(service.saves).toBe(1);
  await wait(700);
  expect(service.saves).toBe(2);
});

it('saves once a second while typing continues, one save at a time', async () => {
  const { service, store } = openStore();
  store.follow({ pauseMs: 150, maxWaitMs: 1000 }, () => undefined);
  for (let typed = 1; typed <= 50; typed += 1) {
    store.change('title', 'x'.repeat(typed));
    await wait(100);
  }
  expect(service.saves).toBeGreaterThanOrEqual(4);
  expect(service.saves).toBeLessThanOrEqual(6);
});

it('reports each changed value with the one before', () => {
  const { store } = openStore();
  const changes: unknown[] = [];
  store.follow({ pauseMs: 150, maxWaitMs: 1000 }, (...change) => void changes.push(change));
  store.change('title', 'A');
  store.change('title', 'AB');
  store.touch('body', () => 'read only when it is saved');
  expect(changes).toEqual([
    ['title', 'first', 'A'],
    ['title', 'A', 'AB'],
  ]);
});
