import { databaseOf } from '../test/support/database.ts';
import { medianOf, openInstallation } from './installation.ts';

// Compares the cost of rejecting sign-in attempts over the limit while each one queries the database with the cost once
// the process remembers the limit. Both alternate in one run: `npm run bench:rejections`
const [rounds, requests, atOnce] = [5, 2_000, 50];

// The rate limit for account requests per IP address would hide the limit that this benchmark measures.
const installation = await openInstallation({
  TRUSTED_PROXY_HOPS: '1',
  RATE_ANONYMOUS: '1000000000',
  OPS_DETAILS: 'on',
  ROLE: 'api',
});
const { app, url } = installation;
const counters = databaseOf(app.system).collection('counters');

async function sendFrom(address: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
  const response = await fetch(`${url}/dashboard/api/session`, { method: 'POST', headers, body: '{}' });
  await response.arrayBuffer();
  return response.status;
}

/** Commands sent by the service's process so far, from the monitoring of its MongoDB driver. */
async function countCommands(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = text.matchAll(/^galley_database_command_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function measure(address: string): Promise<{ commands: number; perSecond: number }> {
  const before = await countCommands();
  const begun = performance.now();
  let sent = 0;
  const sender = async () => {
    while (sent++ < requests) {
      const status = await sendFrom(address);
      if (status !== 429) throw new Error(`${address}: ${status} in place of 429`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const seconds = (performance.now() - begun) / 1_000;
  return { commands: ((await countCommands()) - before) / requests, perSecond: requests / seconds };
}

try {
  // Only finished attempts are remembered, because others can be refunded. Each finished attempt adds a million points.
  const addresses = { queried: '198.51.100.1', remembered: '198.51.100.2' };
  const expire = new Date(Date.now() + 60 * 60_000);
  for (const [kind, address] of Object.entries(addresses)) {
    const finished = kind === 'remembered' ? 50 : 0;
    const points = 50 + finished * 1_000_000;
    await counters.insertOne({ key: `sign_in_address:${address}`, points, expire });
    await sendFrom(address);
  }
  const results = { queried: [] as number[], remembered: [] as number[] };
  const commands = { queried: [] as number[], remembered: [] as number[] };
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['queried', 'remembered'] as const) {
      const measured = await measure(addresses[kind]);
      results[kind].push(measured.perSecond);
      commands[kind].push(measured.commands);
    }
  const round = (value: number) => Math.round(value * 100) / 100;
  const perSecond = { queried: medianOf(results.queried), remembered: medianOf(results.remembered) };
  console.table({
    'commands a rejection, queried': round(medianOf(commands.queried)),
    'commands a rejection, remembered': round(medianOf(commands.remembered)),
    'rejections a second, queried': Math.round(perSecond.queried),
    'rejections a second, remembered': Math.round(perSecond.remembered),
    'remembered, times queried': round(perSecond.remembered / perSecond.queried),
  });
} finally {
  await installation.stop();
}
