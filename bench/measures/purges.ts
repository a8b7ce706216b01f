import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { tester } from '../../test/support/actor.ts';
import { createTarget } from '../../src/delivery/purges/service.ts';
import { median } from '../results.ts';
import { write } from '../seed/api.ts';
import { newSite } from '../seed/site.ts';
import type { Stage } from '../stage.ts';

/** A target gets at most one purge per second, so changes at this interval never wait. In milliseconds. */
const betweenMs = 1_200;
/** How long to wait for a purge, in milliseconds. */
const longestMs = 20_000;

interface Purge {
  at: number;
  tags: readonly string[];
}

/** Time from the response of a write to its purge at a target, on an otherwise idle service. */
export async function measurePurges({ app, galley, sizes }: Stage) {
  const { token, projectId } = await newSite(app, 0);
  const purges: Purge[] = [];
  const receiver = createServer((request, response) => {
    const at = performance.now();
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      purges.push({ at, tags: (JSON.parse(body) as { data: { tags: string[] } }).data.tags });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const target = { format: 'signed', url, repeat_seconds: [] };
    const by = { now: app.clock.now(), box: app.box, actor: tester };
    await createTarget(app.system.project(projectId), target, by);
    await arrivalOf(purges, ({ tags }) => tags.some((tag) => tag.startsWith('all:')));
    const times: number[] = [];
    for (let i = 0; i < sizes.purgeRounds; i += 1) {
      await wait(betweenMs);
      const { id } = await write({ url: galley.url, token }, 'POST', [
        '/v1/authors',
        { name: `Author ${i}` },
      ]);
      const answeredAt = performance.now();
      const { at } = await arrivalOf(purges, ({ tags }) => tags.includes(String(id)));
      times.push(Math.max(0, at - answeredAt));
    }
    return { ratios: { purge_median_ms: median(times), purge_slowest_ms: Math.max(...times) } };
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** @throws Error if the purge doesn't arrive in time */
async function arrivalOf(purges: readonly Purge[], isIt: (purge: Purge) => boolean): Promise<Purge> {
  const endsAt = performance.now() + longestMs;
  for (;;) {
    const found = purges.find(isIt);
    if (found !== undefined) return found;
    if (performance.now() > endsAt) throw new Error(`no purge of an edit came in ${longestMs / 1_000} s`);
    await wait(5);
  }
}
