import { once } from 'node:events';
import type { Held } from './held/service.ts';
import { dearRequests, type DearRequest } from './held/requests.ts';
import { medianOf, openInstallation } from './installation.ts';

// Measures how long the largest allowed requests block the event loop: `npm run bench:held`, with `-- 20` for more
// rounds. The lower of wall time and processor time counts, which reduces noise from other programs. Prints the median
// and the best round, because a garbage collection makes a round longer.
const rounds = Number(process.argv[2] ?? 10);
const program = new URL('held/service.ts', import.meta.url);
const installation = await openInstallation({ READ_CACHE_BYTES: '1024', WORK_TIME_MS: '60000' }, program);

async function ask(order: 'reset' | 'tell'): Promise<Held> {
  installation.service.send(order);
  const [answer] = (await once(installation.service, 'message')) as [Held];
  return answer;
}

async function measure({ before, method = 'GET', path, body }: DearRequest, round: number) {
  await before?.(round);
  await ask('reset');
  const headers = { Authorization: `Bearer ${installation.secret}`, 'Content-Type': 'application/json' };
  const answer = await fetch(installation.url + path(round), { method, headers, body: body ?? null });
  const bytes = (await answer.arrayBuffer()).byteLength;
  return { ...(await ask('tell')), status: answer.status, bytes };
}

try {
  const rows: Record<string, object> = {};
  for (const request of await dearRequests(installation)) {
    const seen: Awaited<ReturnType<typeof measure>>[] = [];
    for (let round = 0; round < rounds; round += 1) seen.push(await measure(request, round));
    const of = (key: 'heldMs' | 'cpuMs' | 'bytes') => seen.map((one) => one[key]);
    const held = medianOf(of('heldMs'));
    rows[request.name] = {
      'held, ms': Math.round(held),
      best: Math.round(Math.min(...of('heldMs'))),
      bound: request.boundMs,
      verdict: held <= request.boundMs ? 'pass' : 'FAIL',
      'cpu, ms': Math.round(medianOf(of('cpuMs'))),
      'answer, KiB': Math.round(medianOf(of('bytes')) / 1_024),
      status: [...new Set(seen.map(({ status }) => status))].join(),
    };
  }
  console.table(rows);
} finally {
  await installation.stop();
}
