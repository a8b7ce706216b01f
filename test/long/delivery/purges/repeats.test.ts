import { describe, expect, it, vi } from 'vitest';
import { nextPurgeTime, withRepeats } from '../../../../src/delivery/purges/sending/next-purge.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { purgeIn, quickPurges, settledTarget } from '../../../support/purges/targets.ts';

vi.setConfig({ testTimeout: 140_000 });

const service = await startService(quickPurges);
const { app } = service;
await app.start();

describe('a purge', () => {
  it('is told again after each of the target’s waits, as `again`', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    await settledTarget(app, project, receiver, { repeat_seconds: [2, 12] });
    await receiver.got(3, 60_000); // everything, and twice again
    const before = receiver.received.length;

    const { body } = await project.secret.post('/v1/authors', { name: 'Nell' });

    const [first, second, third] = (await receiver.got(before + 3, 60_000)).slice(before);
    expect(first && purgeIn(first).tags).toContain(body['id']);
    for (const repeated of [second, third]) {
      expect(repeated && purgeIn(repeated)).toEqual({
        ...(first && purgeIn(first)),
        tags: [],
        again: first && purgeIn(first).tags,
      });
    }
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(1_500);
    expect((third?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(10_000);
  });

  it('is told once where the receiver dates its entries', async () => {
    const project = await service.newProject();
    const [once, repeated] = [await startReceiver(), await startReceiver()];
    await settledTarget(app, project, once);
    await settledTarget(app, project, repeated, { repeat_seconds: [1, 2] });
    await repeated.got(3, 60_000);

    await project.secret.post('/v1/authors', { name: 'Nell' });
    await repeated.got(6, 60_000);

    expect(once.received).toHaveLength(2);
  });
});

describe('the turns of a target', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23) + seconds * 1_000);
  const place = (revision: number) => ({ revision, hand: 0 });
  const repeat = (seconds: number, since = 1) => ({
    since: place(since),
    version: place(since + 1),
    due_at: at(seconds),
  });

  it.each([
    ['news after silence come at once', { sent_at: at(-60), repeats: [] }, true, at(0)],
    ['news soon after a batch wait for its seconds', { sent_at: at(-1), repeats: [] }, true, at(4)],
    ['repeats come when they are due', { sent_at: at(-60), repeats: [repeat(7)] }, false, at(7)],
    ['repeats obey the seconds too', { sent_at: at(-1), repeats: [repeat(1)] }, false, at(4)],
    ['a clock that was ahead holds nobody up', { sent_at: at(3_600), repeats: [] }, true, at(0)],
    ['nothing to tell has no turn', { sent_at: null, repeats: [] }, false, null],
  ])('%s', (_title, state, hasPendingChanges, expected) => {
    expect(nextPurgeTime({ every_seconds: 5, ...state }, { hasPendingChanges, now: at(0) })).toEqual(
      expected,
    );
  });

  it('merge repeats from 64 on, later rather than never', () => {
    const waiting = Array.from({ length: 64 }, (_, n) => repeat(n, n + 1));
    const told = { since: place(64), version: place(65) };

    const merged = withRepeats(waiting, told, { repeatSeconds: [100, 200], now: at(0) });

    expect(merged).toHaveLength(64);
    expect(merged[0]).toEqual({ since: place(1), version: place(4), due_at: at(2) });
    expect(merged.at(-1)).toEqual({ ...told, due_at: at(200) });
  });
});
