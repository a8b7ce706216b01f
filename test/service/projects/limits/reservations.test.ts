import { request } from 'node:http';
import type { CommandStartedEvent, CommandSucceededEvent } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { changeKey, revokeKey } from '../../../../src/accounts/keys/changes.ts';
import { MemberCounters } from '../../../../src/core/counters/member-counters.ts';
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

interface Counter {
  _id: string;
  points: number;
  held?: number;
  members?: Record<string, number>;
}

/** As its writers see it: counters are acknowledged before a majority has them. */
function counterRows() {
  return databaseOf(system).collection<Counter>('rate_counters', { readConcern: { level: 'local' } });
}

function countersOf(id: string): Promise<Counter[]> {
  return counterRows()
    .find({ _id: { $regex: `^read:${id}` } })
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
    const row = { secret: `read:${project.id}`, publishable: 'read:key_' }[purpose];
    const [order, names] = [[] as string[], new Map<number, string>()];
    const client = clientOf(system);
    const begun = ({ command, requestId }: CommandStartedEvent) => {
      const isOfBudget = command['findAndModify'] === 'rate_counters';
      const isOfKey = command['aggregate'] === 'api_keys';
      const { _id: id = '' } = (command['query'] ?? {}) as { _id?: string };
      if (!isOfKey && !(isOfBudget && id.startsWith(row))) return;
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
    await expect
      .poll(() => countersOf(project.id), { timeout: 10_000 })
      .toMatchObject([{ points: 20, held: 0 }]);
  });

  it('and was revoked makes no counter for every address that it is tried from', async () => {
    const project = await one.newProject();
    const { token, keyId } = await project.newKey({ purpose: 'publishable' });
    await statusFrom(token, '198.51.100.0');
    await revokeKey(system.project(project.id), keyId, acting(one.app));

    const statuses: number[] = [];
    for (let i = 1; i <= 20; i += 1) statuses.push(await statusFrom(token, `198.51.100.${i}`));

    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await countersOf(keyId)).length).toBeLessThanOrEqual(2);
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
    await expect.poll(() => countersOf(keyId), { timeout: 10_000 }).toMatchObject([{ points: 1 }]);
  });
});

describe('reserved points', () => {
  let made = 0;
  /** Two processes' counters: 5 points for a member, 6 for its group. */
  const pair = () => {
    const options = { name: `reserved-${(made += 1)}`, points: 5, groupPoints: 6, windowSeconds: 60 };
    return [new MemberCounters(system, options), new MemberCounters(system, options)] as const;
  };

  it('are never given twice, whichever process confirms them', async () => {
    const [left, right] = pair();
    const reservations = Array.from({ length: 40 }, (_, i) =>
      (i % 2 === 0 ? left : right).reserve('group', `member${i % 4}`),
    );

    const states = await Promise.all(reservations.map(({ confirm }) => confirm()));

    expect(states.filter(({ refusedBy }) => refusedBy === null)).toHaveLength(6);
  });

  it('refuse nobody until they are settled: what is given back is there for others', async () => {
    const [left, right] = pair();
    const reservations = Array.from({ length: 5 }, () => left.reserve('group', 'refused'));
    await left.take('group', 'good');
    const waiting = right.take('group', 'other');

    for (const { release } of reservations) release();

    expect(await waiting).toMatchObject({ refusedBy: null });
    const rest = await Promise.all(Array.from({ length: 5 }, () => right.take('group', 'other')));
    expect(rest.map(({ refusedBy }) => refusedBy).filter((by) => by === null)).toHaveLength(4);
  });

  it('refuse the others once they are confirmed', async () => {
    const [left, right] = pair();
    const reservations = Array.from({ length: 5 }, () => left.reserve('group', 'first'));
    await left.take('group', 'good');
    const waiting = right.take('group', 'other');

    await Promise.all(reservations.map(({ confirm }) => confirm()));

    expect(await waiting).toMatchObject({ refusedBy: 'group' });
  });

  /** The same with 20 points for each and for all: far from the bound up to the tenth. */
  const wide = () => {
    const options = { name: `wide-${(made += 1)}`, points: 20, groupPoints: 20, windowSeconds: 60 };
    const counters = [new MemberCounters(system, options), new MemberCounters(system, options)] as const;
    return { counters, row: () => counterRows().findOne({ _id: `${options.name}:group` }) };
  };

  it('far from the bound are taken at once, so that nothing is left to be settled', async () => {
    const { counters, row } = wide();

    const states = await Promise.all([1, 2, 3].map(() => counters[0].reserve('group', 'member').confirm()));

    expect(states.map(({ remaining }) => remaining)).toEqual([19, 18, 17]);
    expect(await row()).toMatchObject({ points: 3, held: 0, members: { member: 3 } });
  });

  it('far from the bound are held once they would pass its half', async () => {
    const { counters, row } = wide();
    const [left] = counters;
    await Promise.all(Array.from({ length: 10 }, () => left.reserve('group', 'member').confirm()));
    expect(await row()).toMatchObject({ points: 10, held: 0 });

    const eleventh = await left.reserve('group', 'member').confirm();

    expect(eleventh).toMatchObject({ remaining: 9, refusedBy: null });
    await expect.poll(row, { timeout: 10_000 }).toMatchObject({ points: 11, held: 0 });
  });

  it('far from the bound are there for others, too, once they are given back', async () => {
    const { counters, row } = wide();
    const [left, right] = counters;
    const reservations = Array.from({ length: 8 }, () => left.reserve('group', 'refused'));
    await Promise.all(Array.from({ length: 12 }, () => right.take('group', 'good')));
    const waiting = Array.from({ length: 9 }, () => right.take('group', 'other'));

    for (const { release } of reservations) release();

    const states = await Promise.all(waiting);
    expect(states.filter(({ refusedBy }) => refusedBy === null)).toHaveLength(8);
    expect(await row()).toMatchObject({ points: 20, held: 0, members: { refused: 0, good: 12, other: 8 } });
  });

  it('of a process that has ended refuse at last', async () => {
    const [left, right] = pair();
    for (let i = 0; i < 5; i += 1) left.reserve('group', 'first');
    await left.take('group', 'good');

    expect(await right.take('group', 'other')).toMatchObject({ refusedBy: 'group' });
  });
});
