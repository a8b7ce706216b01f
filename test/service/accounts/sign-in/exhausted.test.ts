import { describe, expect, it } from 'vitest';
import { commandsOf } from '../../../support/commands.ts';
import { DashboardClient } from '../../../support/dashboard.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';

const one = await startOwnService({ TRUSTED_PROXY_HOPS: '1' });
/** A second process on the same database. */
const two = await startOwnService({ TRUSTED_PROXY_HOPS: '1', MONGODB_DB: one.app.config.MONGODB_DB });
const client = clientOf(one.app.system);
const counters = databaseOf(one.app.system).collection<Counter>('counters', {
  readConcern: { level: 'local' },
});

interface Counter {
  key: string;
  points: number;
  expire: Date;
}

/** The points of a row with so many tries, of which so many can't be given back. */
const pointsOf = (tries: number, finished: number) => tries + finished * 1_000_000;

let addresses = 0;
const newAddress = () => `198.52.100.${(addresses += 1)}`;
const keyOf = (from: string) => `sign_in_address:${from}`;

type Answered = Pick<Response, 'status' | 'headers'>;

/** A body that is rejected by its type: the try that it took is never given back. */
function sendBadBody(from: string, { url } = one): Promise<Answered> {
  return fetch(`${url}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'br', 'X-Forwarded-For': from },
    body: 'fifteen bytes..',
  });
}

/** Tries a link that is none: a wrong guess without a password. */
function tryLink(from: string): Promise<Answered> {
  const sent = { token: 'x'.repeat(43) };
  return new DashboardClient(one.url).send('POST', '/links/use', sent, { 'X-Forwarded-For': from });
}

const statusesOf = (responses: readonly { status: number }[]) => responses.map(({ status }) => status);
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));
const secondsOf = ({ headers }: { headers: Headers }) => Number(headers.get('Retry-After'));

/** Commands meanwhile; rejections are counted in memory and stored together once a second. */
async function commandsDuring(work: () => Promise<unknown>): Promise<string[]> {
  return (await commandsOf(client, work)).filter((command) => !/refusals$/.test(command));
}

describe('an address that has used up its tries', () => {
  it.each([
    ['bodies that were rejected', sendBadBody, 415],
    ['wrong guesses', tryLink, 404],
  ])('by %s is rejected without a command after the first time', async (_, send, status) => {
    const from = newAddress();
    expect(new Set(statusesOf(await times(50, () => send(from))))).toEqual(new Set([status]));
    const first = await send(from);

    const later: { status: number; headers: Headers }[] = [];
    const commands = await commandsDuring(async () => {
      later.push(await sendBadBody(from), ...(await times(60, () => tryLink(from))));
    });

    expect(new Set(statusesOf([first, ...later]))).toEqual(new Set([429]));
    expect(commands).toEqual([]);
    for (const { headers } of later) {
      expect(secondsOf({ headers })).toBeGreaterThan(200);
      expect(secondsOf({ headers })).toBeLessThanOrEqual(secondsOf(first));
    }
  });

  it('is rejected exactly when its requests arrive at once, in two processes', async () => {
    const from = newAddress();

    const responses = (
      await Promise.all([one, two].map((service) => times(60, () => sendBadBody(from, service))))
    ).flat();

    expect(statusesOf(responses).filter((status) => status === 415)).toHaveLength(50);
    expect(statusesOf(responses).filter((status) => status === 429)).toHaveLength(70);
    expect(await counters.findOne({ key: keyOf(from) })).toMatchObject({ points: pointsOf(50, 50) });
    expect((await sendBadBody(from, two)).status).toBe(429);
    const ofTwo = await commandsOf(clientOf(two.app.system), () => times(20, () => sendBadBody(from, two)));
    expect(ofTwo.filter((command) => command.endsWith('counters'))).toEqual([]);
  });

  it('is let in when another process gives a try back', async () => {
    const from = newAddress();
    await tryLink(from);
    await counters.updateOne({ key: keyOf(from) }, { $set: { points: pointsOf(50, 49) } });
    expect((await tryLink(from)).status).toBe(429);

    await counters.updateOne({ key: keyOf(from) }, { $set: { points: pointsOf(49, 49) } });

    expect((await tryLink(from)).status).toBe(404);
    expect((await tryLink(from)).status).toBe(429);
  });

  it('is let in as soon as its window ends, and not before', async () => {
    const from = newAddress();
    await tryLink(from);
    await counters.updateOne({ key: keyOf(from) }, [
      { $set: { points: pointsOf(50, 50), expire: { $add: ['$$NOW', 3_000] } } },
    ]);
    const end = performance.now() + 3_000;
    const first = await tryLink(from);
    expect([first.status, secondsOf(first)]).toEqual([429, 3]);

    const rejectedAt: number[] = [];
    await expect
      .poll(
        async () => {
          const sentAt = performance.now();
          const { status } = await tryLink(from);
          if (status === 429) rejectedAt.push(sentAt);
          return status;
        },
        { timeout: 10_000, interval: 20 },
      )
      .toBe(404);

    expect(Math.max(...rejectedAt)).toBeLessThan(end + 100);
    expect(await counters.findOne({ key: keyOf(from) })).toMatchObject({ points: pointsOf(1, 1) });
  });

  it('spends nothing of its own limit when that of its network is used up', async () => {
    const network = '2001:db8:77';
    await tryLink(`${network}:1::7`);
    const full = { $set: { points: pointsOf(200, 200) } };
    await counters.updateOne({ key: `sign_in_network:${network}::/48` }, full);
    expect((await tryLink(`${network}:2::7`)).status).toBe(429);

    const commands = await commandsDuring(async () => {
      const rejected = await times(20, () => tryLink(`${network}:3::7`));
      expect(new Set(statusesOf(rejected))).toEqual(new Set([429]));
    });

    expect(commands).toEqual([]);
    expect(await counters.findOne({ key: keyOf(`${network}:3::/64`) })).toBeNull();
  });
});
