import { expect, it } from 'vitest';
import { ResponseMemory } from '../../../../src/core/http/response/response-memory.ts';

const mib = 1024 * 1024;
/** Memory for two large responses. */
const newMemory = () =>
  new ResponseMemory({ maxBytes: 4 * mib, memoryBytes: 32 * mib, stallMs: 1_000, linesAtOnce: 1 });

it('a large response waits until another one is serialized', async () => {
  const memory = newMemory();
  const [first, second, third] = [true, true, true].map((isRead) => memory.openReservation(isRead));
  await Promise.all([first?.reserve(), second?.reserve(), second?.reserve()]);
  expect(memory.bytes).toBe(32 * mib);
  const waiting = third?.reserve();

  first?.release();
  await waiting;

  expect(memory.bytes).toBe(32 * mib);
  second?.release();
  third?.release();
  await expect.poll(() => memory.bytes).toBe(0);
});

it('a read is rejected as busy when it waited in vain, and a write responds all the same', async () => {
  const memory = newMemory();
  const reservations = [true, true].map((isRead) => memory.openReservation(isRead));
  await Promise.all(reservations.map(({ reserve }) => reserve()));
  const [read, write] = [memory.openReservation(true), memory.openReservation(false)];

  const rejected = expect(read.reserve()).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    message: 'The service is busy at the moment. Try again shortly.',
  });
  await Promise.all([rejected, write.reserve()]);

  for (const { release } of [...reservations, read, write]) release();
  await expect.poll(() => memory.bytes).toBe(0);
});

it('a request that ends while it waits returns the memory that it gets later', async () => {
  const memory = newMemory();
  const reservations = [true, true, true].map((isRead) => memory.openReservation(isRead));
  const [first, second, late] = reservations.map(({ reserve }) => reserve());
  await Promise.all([first, second]);
  reservations[2]?.release();

  reservations[0]?.release();
  await late;

  await expect.poll(() => memory.bytes).toBe(16 * mib);
});
