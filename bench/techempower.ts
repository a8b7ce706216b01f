import { freePort } from '../dev/embedded/mongod/instance.ts';
import { databaseOf } from '../test/support/database.ts';
import { type Installation, medianOf, openInstallation, report, serve } from './installation.ts';
import { Load } from './load/load.ts';
import { Helper } from './processes/helper.ts';
import { storeEntries } from './seed/entries.ts';
import { shuffled } from './seed/bulk.ts';
import type { HandlerOrder } from './servers/techempower-koa.ts';

// Four requests in the shape of the TechEmpower benchmarks (JSON, single query, multiple queries, cached queries), beside
// handlers written with Koa and the driver on the same database: `npm run bench:techempower`. Galley checks the key, the
// limit and the query of each request; the handlers check nothing.

const rows = 10_000;
const rowsPerRequest = 20;
const connections = 64;
const seconds = 2;
const rounds = 5;
/** Each of these lists is stored in the response cache before it is measured. */
const cachedLists = 500;
const list = '/v1/content/world';

interface Server {
  url: string;
  token: string;
}

/** One kind of request, to Galley and to the handler. */
interface Test {
  name: string;
  galley: Server & { paths: readonly string[] };
  handler: Server & { paths: readonly string[] };
}

async function seed(installation: Installation): Promise<{ ids: string[]; releaseId: string }> {
  await storeEntries(installation, {
    slug: 'world',
    fields: [{ key: 'random_number', type: 'number' }],
    count: rows,
    publish: true,
    valuesOf: (i) => ({ random_number: shuffled(i, rows) + 1 }),
  });
  const { app, projectId } = installation;
  const cursor = databaseOf(app.system).collection('entries').find({ project_id: projectId, type: 'world' });
  const entries = await cursor.toArray();
  return { ids: entries.map(({ id }) => String(id)), releaseId: String(entries[0]?.['release_id']) };
}

/** Paths of lists of `rowsPerRequest` rows, with other rows in each. */
function listPaths(ids: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const own = Array.from(
      { length: rowsPerRequest },
      (_, i) => ids[shuffled(n * rowsPerRequest + i, rows)] ?? '',
    );
    return `${list}?ids=${own.join(',')}`;
  });
}

function testsOf(ids: readonly string[], cached: Server, uncached: Server, handler: Server): Test[] {
  const test = (name: string, server: Server, paths: readonly string[], path: string): Test => ({
    name,
    galley: { ...server, paths },
    handler: { ...handler, paths: [path] },
  });
  const single = ids.map((_, i) => `${list}/${ids[shuffled(i, rows)]}`);
  return [
    test('JSON', cached, ['/healthz'], '/json'),
    test('single query', uncached, single, '/single'),
    test('multiple queries', uncached, listPaths(ids, rows), '/multiple'),
    test('cached queries', cached, listPaths(ids, cachedLists), '/cached'),
  ];
}

async function measure(load: Load, tests: readonly Test[]): Promise<void> {
  const rate = async (server: Test['galley']) =>
    (await load.flood({ ...server, connections, seconds })).requestsPerSecond;
  const figures = [];
  for (const { name, galley, handler } of tests) {
    if (galley.paths.length <= cachedLists) await load.oneByOne(galley); // fills the response cache
    for (const server of [galley, handler]) await load.flood({ ...server, connections, seconds });
    const rates: { galley: number; handler: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      rates.push({ galley: await rate(galley), handler: await rate(handler) });
    figures.push(
      { figure: `${name}: Galley, requests a second`, value: medianOf(rates.map((each) => each.galley)) },
      { figure: `${name}: handler, requests a second`, value: medianOf(rates.map((each) => each.handler)) },
      {
        figure: `${name}: Galley against the handler`,
        value: medianOf(rates.map((each) => each.galley / each.handler)),
      },
    );
  }
  report(figures);
}

const installation = await openInstallation();
const port = String(await freePort(0));
const coldUrl = `http://127.0.0.1:${port}`;
const { variables, publishable, projectId } = installation;
const cold = await serve(new URL('../src/main.ts', import.meta.url), coldUrl, {
  ...variables,
  PORT: port,
  READ_CACHE_BYTES: '1024', // too small for any response
});
const load = new Load();
const helper = new Helper(new URL('servers/techempower-koa.ts', import.meta.url));
try {
  const { ids, releaseId } = await seed(installation);
  const { MONGODB_URI: uri = '', MONGODB_DB: database = '' } = variables;
  const order: HandlerOrder = { uri, database, projectId, releaseId, ids, rowsPerRequest };
  const handler = { url: `http://127.0.0.1:${Number(await helper.ask({ ...order }))}`, token: '' };
  const cached = { url: installation.url, token: publishable };
  await measure(load, testsOf(ids, cached, { url: coldUrl, token: publishable }, handler));
} finally {
  helper.stop();
  load.stop();
  await cold.stop();
  await installation.stop();
}
