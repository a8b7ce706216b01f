import { Agent, createServer, request } from 'node:http';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { MongoClient } from 'mongodb';
import { type NeighbourPlan, type Order, type Seen, watchedHeader } from './orders.ts';

// A tenant in a process of its own: it reads steadily what is kept, publishes something every second and waits for the
// webhook of it. Beside it stands what the machine adds, so that a busy machine is not taken for a slow service.

const readEveryMs = 20;
const publishEveryMs = 1_000;

const plan = JSON.parse(process.argv[2] ?? '') as NeighbourPlan;
const client = new MongoClient(plan.mongodbUri);
await client.connect();
const agent = new Agent({ keepAlive: true });
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();

const [readTimes, databaseTimes] = [createHistogram(), createHistogram()];
const refused: Record<string, number> = {};
/** When each write was answered, by the name that its webhook carries. */
const written = new Map<string, number>();
let webhooksMs: number[] = [];

function ask(method: string, path: string, token: string, body = ''): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      [watchedHeader]: method === 'GET' ? '1' : [],
    };
    const asked = request(plan.url + path, { method, agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', () => resolve(0)).end(body);
  });
}

async function read(): Promise<void> {
  const begun = process.hrtime.bigint();
  const status = await ask('GET', plan.readPath, plan.readToken);
  readTimes.record(process.hrtime.bigint() - begun);
  if (status !== 200) refused[`read ${status}`] = (refused[`read ${status}`] ?? 0) + 1;
}

async function askDatabase(): Promise<void> {
  const begun = process.hrtime.bigint();
  for (let i = 0; i < 2; i += 1) await client.db('admin').command({ ping: 1 });
  databaseTimes.record(process.hrtime.bigint() - begun);
}

async function publish(): Promise<void> {
  const name = `Written ${written.size + 1} ${process.hrtime.bigint()}`;
  written.set(name, Number.POSITIVE_INFINITY);
  const status = await ask(
    'POST',
    '/v1/blog/articles',
    plan.writeToken,
    JSON.stringify({ title: name, publish: true }),
  );
  if (status !== 201) refused[`write ${status}`] = (refused[`write ${status}`] ?? 0) + 1;
  if (written.has(name)) written.set(name, performance.now()); // its webhook may have been quicker
}

createServer((incoming, response) => {
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => parts.push(part));
  incoming.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { data: { title?: string } };
    const answeredAt = written.get(data.title ?? '');
    if (answeredAt !== undefined) webhooksMs.push(Math.max(0, performance.now() - answeredAt));
    written.delete(data.title ?? '');
    response.writeHead(204).end();
  });
}).listen(plan.receiverPort, '127.0.0.1', () => process.send?.('ready'));

/** Does something again and again, never twice at once. */
function steadily(everyMs: number, step: () => Promise<void>): void {
  const next = () => void step().finally(() => setTimeout(next, everyMs));
  next();
}
steadily(readEveryMs, read);
steadily(readEveryMs, askDatabase);
steadily(publishEveryMs, publish);

function tell(): Seen {
  const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e4) / 100;
  return {
    reads: readTimes.count,
    refused,
    readP99Ms: ms(readTimes.percentile(99)),
    webhooksMs: webhooksMs.map(Math.round),
    webhooksMissing: [...written.values()].filter((at) => performance.now() - at > 2_000).length,
    loopP99Ms: ms(loop.percentile(99)),
    databaseP99Ms: ms(databaseTimes.percentile(99)),
  };
}

process.on('message', (order: Order) => {
  if (order === 'reset') {
    for (const times of [readTimes, databaseTimes, loop]) times.reset();
    for (const what of Object.keys(refused)) delete refused[what];
    webhooksMs = [];
  }
  process.send?.(tell());
});
