import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { CommandStartedEvent, CommandSucceededEvent } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { changeKey, revokeKey } from '../../../../src/accounts/keys/changes.ts';
import { Counter } from '../../../../src/core/counters/index.ts';
import { budgets } from '../../../../src/projects/limits/service.ts';
import { type ApiAnswer, ApiClient } from '../../../support/client.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';
import { startService } from '../../../support/service.ts';
import { acting } from '../../../support/actor.ts';

const small = { RATE_READ: '10', TRUSTED_PROXY_HOPS: '1' };
const one = await startService(small);
/** A second process on the same database. */
const two = await startService({ ...small, MONGODB_DB: one.app.config.MONGODB_DB });
const { system } = one.app;

const statusesOf = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status);
const pings = (url: string, token: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => new ApiClient(url, token).get('/v1/ping')));

interface CounterRow {
  key: string;
  points: number;
}

/** As its writers see it: counters are acknowledged before a majority has them. */
function countersOf(key: string): Promise<CounterRow[]> {
  return databaseOf(system)
    .collection<CounterRow>('counters', { readConcern: { level: 'local' } })
    .find({ key: { $regex: `^${key}` } })
    .toArray();
}

function statusFrom(token: string, address: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address };
  return new Promise((resolve, reject) => {
    const asked = request(`${one.url}/v1/ping`, { headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', reject).end();
  });
}

describe('a key that was good before', () => {
  it.each(['secret', 'publishable'] as const)('takes one round trip: a %s one', async (purpose) => {
    const project = await one.newProject();
    await Promise.all([1, 2, 3].map(() => project[purpose].get('/v1/ping'))); // opens connections too
    const [order, names] = [[] as string[], new Map<number, string>()];
    const client = clientOf(system);
    const begun = ({ command, requestId }: CommandStartedEvent) => {
      const { key = '' } = (command['query'] ?? {}) as { key?: string };
      const isOfBudget = command['findAndModify'] === 'counters' && key.startsWith('read:key_');
      const isOfKey = command['aggregate'] === 'api_keys';
      if (!isOfKey && !isOfBudget) return;
      names.set(requestId, isOfKey ? 'key' : 'budget');
      order.push(`${names.get(requestId)} begun`);
    };
    const ended = ({ requestId }: CommandSucceededEvent) =>
      names.has(requestId) && order.push(`${names.get(requestId)} ended`);
    client.on('commandStarted', begun).on('commandSucceeded', ended);

    const answer = await project[purpose].get('/v1/ping');
    client.off('commandStarted', begun).off('commandSucceeded', ended);

    expect(answer.headers.get('X-RateLimit-Remaining-read')).toBe('6');
    expect(order.slice(0, 2).sort()).toEqual(['budget begun', 'key begun']);
  });

  it('and was revoked is refused on both processes, and takes nothing from the other keys of its project', async () => {
    const project = await one.newProject();
    const [gone, left, right] = [
      await project.newKey({}),
      await project.newKey({}),
      await project.newKey({}),
    ] as const;
    for (const { url } of [one, two]) await pings(url, gone.token, 1);
    await revokeKey(system.project(project.id), gone.keyId, acting(one.app));

    const [ofGone, ofOthers] = await Promise.all([
      Promise.all([one, two].map(({ url }) => pings(url, gone.token, 10))),
      Promise.all([pings(one.url, left.token, 9), pings(two.url, right.token, 9)]),
    ]);

    expect(new Set(statusesOf(ofGone.flat()))).toEqual(new Set([401]));
    expect(new Set(ofGone.flat().map(({ body }) => body.error.code as string))).toEqual(
      new Set(['invalid_api_key']),
    );
    expect(ofGone.flat().every(({ headers }) => !headers.has('X-RateLimit-Limit-read'))).toBe(true);
    expect(new Set(statusesOf(ofOthers.flat()))).toEqual(new Set([200]));
    expect(await countersOf(`project_read:${project.id}`)).toMatchObject([{ points: 20 }]);
    await expect
      .poll(() => countersOf(`read:${gone.keyId}`), { timeout: 10_000 })
      .toMatchObject([{ points: 2 }]);
  });

  it('and was revoked makes no counter for every address that it is tried from', async () => {
    const project = await one.newProject();
    const { token, keyId } = await project.newKey({ purpose: 'publishable' });
    await statusFrom(token, '198.51.100.0');
    await revokeKey(system.project(project.id), keyId, acting(one.app));

    const statuses: number[] = [];
    for (let i = 1; i <= 20; i += 1) statuses.push(await statusFrom(token, `198.51.100.${i}`));

    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await countersOf(`read:${keyId}`)).length).toBeLessThanOrEqual(2);
  });

  it('and may no more be used from an origin gets the point back that was taken meanwhile', async () => {
    const project = await one.newProject();
    const origin = 'https://site.example';
    const { token, keyId } = await project.newKey({ purpose: 'publishable', origins: [origin] });
    const client = new ApiClient(one.url, token);
    await client.get('/v1/ping', { Origin: origin });
    await changeKey(
      system.project(project.id),
      keyId,
      { origins: ['https://other.example'] },
      acting(one.app),
    );

    const refused = await client.get('/v1/ping', { Origin: origin });

    expect(refused.body.error.code).toBe('origin_not_allowed');
    await expect.poll(() => countersOf(`read:${keyId}`), { timeout: 10_000 }).toMatchObject([{ points: 1 }]);
  });
});

describe('points that are taken while a key is looked up', () => {
  const perWindow = { read: 5, write: 5, vote: 5 };
  /** Two processes' budgets: 5 reads for a key, 10 for its project. */
  const pair = () => {
    const config = { perWindow, windowSeconds: 60, projectFactor: 2 };
    return [budgets(system, config), budgets(system, config)] as const;
  };
  const project = () => ({ id: `prj_${randomUUID()}` });
  const keyOf = (of: { id: string }) => ({
    caller: { keyId: `key_${randomUUID()}`, purpose: 'secret' as const, address: '' },
    project: of,
  });
  const isAdmitted = ({ retryAfterSeconds }: { retryAfterSeconds: number | null }) =>
    retryAfterSeconds === null;

  it('are never given twice, whichever process confirms them', async () => {
    const [left, right] = pair();
    const of = project();
    const keys = Array.from({ length: 4 }, () => keyOf(of));
    const reservations = Array.from({ length: 80 }, (_, i) =>
      (i % 2 === 0 ? left : right).reserve(keys[i % 4] ?? keyOf(of), 'read'),
    );

    const states = await Promise.all(reservations.map(({ confirm }) => confirm()));

    expect(states.filter(isAdmitted)).toHaveLength(10);
  });

  it('take nothing from the other keys of the project', async () => {
    const [left, right] = pair();
    const of = project();
    const revoked = [1, 2, 3].flatMap(() => {
      const key = keyOf(of);
      return Array.from({ length: 5 }, () => left.reserve(key, 'read'));
    });
    const [one, two] = [keyOf(of), keyOf(of)];

    const states = await Promise.all(
      [one, two].flatMap((key) => Array.from({ length: 5 }, () => right.spend(key, 'read'))),
    );
    for (const { release } of revoked) release();

    expect(states.filter(isAdmitted)).toHaveLength(10);
  });

  it('are there again once they are given back', async () => {
    const [left, right] = pair();
    const key = keyOf(project());
    const reservations = Array.from({ length: 8 }, () => left.reserve(key, 'read'));
    for (const { release } of reservations) release();
    await expect
      .poll(() => countersOf(`read:${key.caller.keyId}`), { timeout: 10_000 })
      .toMatchObject([{ points: 0 }]);

    const states = await Promise.all(
      [left, right].flatMap((budget) => Array.from({ length: 4 }, () => budget.spend(key, 'read'))),
    );

    expect(states.filter(isAdmitted)).toHaveLength(5);
  });

  it('of a key are given back when its project has no more', async () => {
    const [left, right] = pair();
    const of = project();
    const [one, two, three] = [keyOf(of), keyOf(of), keyOf(of)];
    const times = (key: typeof one, budget = left) =>
      Promise.all(Array.from({ length: 5 }, () => budget.spend(key, 'read')));
    await Promise.all([times(one), times(two)]);

    const states = await times(three, right);

    expect(states.map(({ rejectedBy }) => rejectedBy)).toEqual(Array(5).fill('project'));
    await expect
      .poll(() => countersOf(`read:${three.caller.keyId}`), { timeout: 10_000 })
      .toMatchObject([{ points: 0 }]);
  });
});

describe('the counters of two processes', () => {
  let names = 0;
  const pair = (windowSeconds: number) => {
    const options = { name: `pair_${(names += 1)}`, points: 5, windowSeconds };
    return [new Counter(system, options), new Counter(system, options)] as const;
  };
  const takeAll = async (counters: readonly Counter[], key: string) => {
    const points = await Promise.all(
      Array.from({ length: 20 }, () => counters.map((counter) => counter.take(key))).flat(),
    );
    return points.filter(({ isAdmitted }) => isAdmitted);
  };

  it('admit no more when both take the first points of a key at once', async () => {
    const counters = pair(60);

    const admitted = await Promise.all(Array.from({ length: 10 }, (_, i) => takeAll(counters, `key ${i}`)));

    expect(admitted.map(({ length }) => length)).toEqual(Array(10).fill(5));
  });

  it('admit no more when both open a new window at once', async () => {
    const counters = pair(2);
    expect(await takeAll(counters, 'key')).toHaveLength(5);
    await new Promise((resolve) => setTimeout(resolve, 2_000));

    expect(await takeAll(counters, 'key')).toHaveLength(5);
  });

  it('take nothing away from a window that has ended since', async () => {
    const [counter, other] = pair(2);
    const point = await counter.take('key');
    await new Promise((resolve) => setTimeout(resolve, 2_000));

    await counter.giveBack(point);

    expect(await takeAll([counter, other], 'key')).toHaveLength(5);
  });
});
