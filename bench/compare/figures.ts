import type { Load } from '../load/load.ts';
import { sharesDuring } from '../processes/meter.ts';
import { type Build, pageValues, writePatiently } from './build.ts';

/** The result of one figure in one turn of a build. */
export interface Turn {
  perSecond: number;
  /** Processor time of the service and of the database per response, in milliseconds. */
  serviceMs: number;
  databaseMs: number;
}

interface Means {
  load: Load;
  mongodPid: number;
  seconds: number;
}

type Work = (build: Build, means: Means) => Promise<{ requests: number; perSecond: number }>;

const list = '/v1/content/page';
const readers = 64;
/** Cold lists are requested once each: connections, and lists per connection. */
const coldReaders = 13;
const coldOfEach = 20;
const writers = 4;

const kept =
  (pathOf: (build: Build) => string): Work =>
  async (build, { load, seconds }) => {
    const { galley, token } = build;
    const order = { url: galley.url, token, paths: [pathOf(build)], connections: readers, seconds };
    const { requests, requestsPerSecond } = await load.flood(order);
    return { requests, perSecond: requestsPerSecond };
  };

/** Reads lists after a publish, which invalidates all cached lists. */
const cold: Work = async (build, { load, seconds }) => {
  const { galley, token, coldPaths, pages } = build;
  await writePatiently({ url: galley.url, token }, 'PATCH', [
    `${list}/${pages[0]}`,
    { values: { notes: String(performance.now()) }, publish: true },
  ]);
  const amount = coldReaders * coldOfEach;
  const order = {
    url: galley.url,
    token,
    paths: coldPaths.slice(0, amount),
    connections: coldReaders,
    seconds,
  };
  const begunAt = performance.now();
  const { requests } = await load.flood({ ...order, amount });
  return { requests, perSecond: requests / ((performance.now() - begunAt) / 1_000) };
};

/** Several writers in one project, each with one request at a time. */
const writing =
  (send: (build: Build, writer: number, i: number) => readonly ['POST' | 'PATCH', string, object]): Work =>
  async (build, { seconds }) => {
    const begunAt = performance.now();
    const endsAt = begunAt + seconds * 1_000;
    let requests = 0;
    const each = async (writer: number) => {
      for (let i = 0; performance.now() < endsAt; i += 1) {
        const [method, path, body] = send(build, writer, i);
        await writePatiently({ url: build.galley.url, token: build.token }, method, [path, body]);
        requests += 1;
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => each(writer)));
    return { requests, perSecond: requests / ((performance.now() - begunAt) / 1_000) };
  };

const changed = (i: number) => ({ title: `Changed ${i} at ${performance.now()}` });

/** All figures, in the order in which they are measured. */
export const figures: Readonly<Record<string, Work>> = {
  'kept list': kept(() => list),
  'kept single': kept(({ pages }) => `${list}/${pages[1]}`),
  'cold list': cold,
  introspection: kept(() => '/v1/introspection'),
  create: writing((_, writer, i) => [
    'POST',
    `${list}/entries`,
    { values: pageValues(writer * 1_000 + i, '') },
  ]),
  patch: writing(({ pages }, writer, i) => ['PATCH', `${list}/${pages[writer + 2]}`, { values: changed(i) }]),
  publish: writing(({ pages }, writer, i) => [
    'PATCH',
    `${list}/${pages[writer + 10]}`,
    { values: changed(i), publish: true },
  ]),
};

/** Measures one figure of a build for one turn. */
export async function dueChange(work: Work, build: Build, means: Means): Promise<Turn> {
  const pids = { service: build.galley.pid, database: means.mongodPid };
  const { result, seconds } = await sharesDuring(pids, () => work(build, means));
  const ms = (name: keyof typeof pids) => ((seconds[name] ?? NaN) * 1_000) / result.requests;
  return { perSecond: result.perSecond, serviceMs: ms('service'), databaseMs: ms('database') };
}
