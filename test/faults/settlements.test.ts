import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/core/http/index.ts';
import { revokeKey } from '../../src/accounts/index.ts';
import { LostSettlements } from '../../src/server/health/lost-settlements.ts';
import { acting } from '../support/actor.ts';
import { ApiClient } from '../support/client.ts';
import { clientOf } from '../support/database.ts';
import { startOwnService } from '../support/service.ts';
import { startOwnMongod } from './support/own-mongod.ts';

const { uri } = await startOwnMongod({ hasTestCommands: true });
const service = await startOwnService({ MONGODB_URI: uri, MONGODB_DB: 'settlements' });
const admin = clientOf(service.app.system).db('admin');
const warn = vi.spyOn(service.app.log, 'warn');

/** Rejects the updates of counters, after those that `skip` counts. */
function rejectUpdates(mode: 'off' | { skip: number }) {
  const data = {
    failCommands: ['findAndModify'],
    errorCode: 9,
    namespace: 'settlements.counters',
  };
  return admin.command({ configureFailPoint: 'failCommand', mode, data });
}

async function lostSettlements(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^galley_lost_settlements_total (\d+)$/m.exec(text)?.[1]);
}

const warnings = () =>
  warn.mock.calls.flatMap(([fields]) => ('lost_settlements' in fields ? [fields.lost_settlements] : []));

describe('a database that rejects points that are given back', () => {
  it('is counted each time, and logged at once and then not again within a minute', async () => {
    expect(await lostSettlements()).toBe(0);
    // A secret key takes a point of its own and one of its project, in two updates.
    const cases = [
      { purpose: 'secret', points: 2, lost: 2 },
      { purpose: 'publishable', points: 1, lost: 3 },
    ] as const;
    for (const { purpose, points, lost } of cases) {
      const project = await service.newProject();
      const { token, keyId } = await project.newKey({ purpose });
      const client = new ApiClient(service.url, token);
      await client.get('/v1/ping');
      await revokeKey(service.app.system.project(project.id), keyId, acting(service.app));

      await rejectUpdates({ skip: points });
      const rejected = await client.get('/v1/ping');

      expect(rejected.status).toBe(401);
      await expect.poll(lostSettlements).toBe(lost);
      await rejectUpdates('off');
    }

    expect(warnings()).toEqual([1]);
    expect(warn.mock.calls[0]?.[1]).toContain('429 too early');
  });
});

describe('the log of lost settlements', () => {
  afterEach(() => void vi.useRealTimers());

  it('has one line a minute, each with the number since the line before', () => {
    vi.useFakeTimers();
    const log = createLog('fatal');
    const lines = vi.spyOn(log, 'warn');
    const lost = new LostSettlements(log);
    const counts = () =>
      lines.mock.calls.map(([fields]) => (fields as Record<string, unknown>)['lost_settlements']);

    lost.add(1, new Error('rejected'));
    for (let i = 0; i < 10; i += 1) lost.add(3, new Error('rejected'));
    expect(counts()).toEqual([1]);
    vi.advanceTimersByTime(60_000);
    expect(counts()).toEqual([1, 30]);
    vi.advanceTimersByTime(120_000);
    lost.add(2, new Error('rejected'));

    expect(counts()).toEqual([1, 30, 2]);
    expect(lost.total).toBe(33);
  });
});
