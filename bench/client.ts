import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import Koa from 'koa';
import { createClient } from '../packages/client/src/main.ts';
import { type Installation, medianOf, msOf, openInstallation, report } from './installation.ts';

// Measures the overhead of the client over plain fetch, and cached introspection against Koa sending the same bytes:
// `npm run bench:client`

const requests = 3_000;
const warmUp = 300;
const connections = 32;
const rounds = 5;
const roundMs = 1_500;

if (process.send !== undefined) serveBytes();
else await measure();

/** Sends fixed bytes with Koa in a separate process. */
function serveBytes(): void {
  process.once('message', (text: string) => {
    const body = Buffer.from(text);
    const koa = new Koa();
    koa.use((ctx) => {
      ctx.type = 'application/json';
      ctx.body = body;
    });
    const handle = koa.callback();
    const server = createServer((request, response) => void handle(request, response));
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  });
}

async function measure(): Promise<void> {
  const installation = await openInstallation();
  try {
    await installation.fill(100);
    report([
      {
        figure: "the client's median against a bare fetch",
        value: await clientAgainstFetch(installation),
        most: 1.1,
      },
      {
        figure: 'introspection against bare Koa',
        value: await introspectionAgainstKoa(installation),
        least: 0.15,
      },
    ]);
  } finally {
    await installation.stop();
  }
}

/** Alternates between client and fetch after each request. */
async function clientAgainstFetch({ url, publishable: key }: Installation): Promise<number> {
  const pages = createClient({ baseUrl: url, key }).content('page');
  const headers = { Authorization: `Bearer ${key}` };
  const byClient = () => Promise.resolve(pages.list({ where: { price: { gte: 1 } }, sort: '-price' }));
  const byFetch = async () =>
    (await fetch(`${url}/v1/content/page?where[price][gte]=1&sort=-price`, { headers })).json();
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let i = 0; i < requests; i += 1) {
    const pair = [async () => ours.push(await msOf(byClient)), async () => bare.push(await msOf(byFetch))];
    for (const one of i % 2 === 0 ? pair : pair.reverse()) await one();
  }
  return medianOf(ours.slice(warmUp)) / medianOf(bare.slice(warmUp));
}

/** Alternates between both servers, one second each; returns the median of the ratios. */
async function introspectionAgainstKoa({ url, publishable }: Installation): Promise<number> {
  const headers = { Authorization: `Bearer ${publishable}` };
  const ours = `${url}/v1/introspection`;
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--import', 'tsx'] });
  child.send(await (await fetch(ours, { headers })).text());
  const [port] = (await once(child, 'message')) as [number];
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair = [await answersIn(ours, headers), await answersIn(`http://127.0.0.1:${port}/`, headers)];
    if (round > 0) ratios.push((pair[0] ?? NaN) / (pair[1] ?? NaN)); // the first round is a warm-up
  }
  child.kill();
  return medianOf(ratios);
}

async function answersIn(url: string, headers: Record<string, string>): Promise<number> {
  const endsAt = performance.now() + roundMs;
  let answers = 0;
  const ask = async () => {
    while (performance.now() < endsAt) {
      await (await fetch(url, { headers })).arrayBuffer();
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  return answers;
}
