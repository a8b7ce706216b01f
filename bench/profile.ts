import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongod } from '../dev/embedded/mongod/server.ts';
import { Load } from './load/load.ts';
import { type Galley, startGalley } from './processes/galley.ts';
import { sharesDuring } from './processes/meter.ts';
import { type CpuProfile, timesOf } from './profile-times.ts';
import { seedKites } from './seed/kites.ts';
import { newKey, newSite, openApp } from './seed/site.ts';
import { variablesFor } from './stage.ts';

// Profiles the built service while one cached list is requested: `npm run bench:profile`, with `-- 10` for ten seconds
// per load and `-- 10 1,256` for other numbers of connections. Prints the cost of a response for each load, then the
// files and functions with the largest share of time under the last load.
const [seconds = '5', numbers = '1,8,256'] = process.argv.slice(2);
const connectionCounts = numbers.split(',').map(Number);
const rowsShown = 40;
const warmSeconds = 2;

const folder = await mkdtemp(join(tmpdir(), 'galley-profile-'));
const mongod = await startEmbeddedMongod({ dbPath: null, say: console.log });
const variables = variablesFor(mongod.uri);
const app = await openApp({ ...variables, LOG_LEVEL: 'silent' });
const load = new Load();

async function measure(galley: Galley, token: string, connections: number): Promise<Record<string, number>> {
  const pids = { galley: galley.pid, mongod: mongod.pid };
  const order = { url: galley.url, token, paths: ['/v1/content/kite'], connections };
  await load.flood({ ...order, seconds: warmSeconds });
  const before = await waits(galley);
  const { result, seconds: worked } = await sharesDuring(pids, () =>
    load.flood({ ...order, seconds: Number(seconds) }),
  );
  const after = await waits(galley);
  const meanOf = (name: string) => {
    const [sum, count] = [0, 1].map((i) => (after[name]?.[i] ?? 0) - (before[name]?.[i] ?? 0));
    return rounded((sum ?? 0) / (count ?? 0));
  };
  const msOf = (name: keyof typeof pids) => rounded(((worked[name] ?? 0) * 1e3) / result.requests);
  return {
    connections,
    'answers/s': Math.round(result.requestsPerSecond),
    'p99, ms': result.latencyP99Ms,
    'service, ms': msOf('galley'),
    'database, ms': msOf('mongod'),
    'keys in a read': meanOf('keys'),
    'read, ms': rounded(meanOf('aggregate') * 1e3),
    'takes in an update': meanOf('budgets'),
    'update, ms': rounded(meanOf('findAndModify') * 1e3),
  };
}

/** Sum and count of the times that a cached read waits for. */
async function waits(galley: Galley): Promise<Record<string, number[]>> {
  const both = async (name: string, labels: string) =>
    Promise.all(['sum', 'count'].map((what) => galley.metric(`${name}_${what}{${labels}}`)));
  const command = (name: string) =>
    both('galley_database_command_duration_seconds', `command="${name}",outcome="success"`);
  const batch = (of: string) => both('galley_batch_size', `of="${of}"`);
  return {
    keys: await batch('keys'),
    budgets: await batch('budgets'),
    aggregate: await command('aggregate'),
    findAndModify: await command('findAndModify'),
  };
}

const rounded = (value: number) => Number(value.toPrecision(3));
const nowUs = () => Number(process.hrtime.bigint() / 1_000n);

try {
  const site = await newSite(app, 100);
  const publishable = await newKey(app, site.projectId, 'publishable');
  const plain = await startGalley(variables);
  await seedKites(app, plain.url, site);
  const rows: object[] = [];
  for (const connections of connectionCounts)
    for (const [key, token] of Object.entries({ secret: site.token, publishable: publishable.token }))
      rows.push({ key, ...(await measure(plain, token, connections)) });
  await plain.stop();
  console.log('One kept list; milliseconds are processor time of one answer, and means of commands:');
  console.table(rows);
  const profiled = await startGalley(variables, {
    nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  });
  const from = nowUs() + warmSeconds * 1e6;
  await measure(profiled, site.token, connectionCounts.at(-1) ?? 1);
  const during = [from, nowUs()] as const;
  await profiled.stop();
  for (const file of await readdir(folder)) {
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
    const { byFile, byFunction, byOwner } = timesOf(profile, during);
    console.log(
      'Share of its working time by package or file, by function, and with what each calls outside:',
    );
    for (const table of [byFile, byFunction, byOwner]) console.table(table.slice(0, rowsShown));
  }
} finally {
  load.stop();
  await app.close();
  await mongod.stop();
  await rm(folder, { recursive: true });
}
