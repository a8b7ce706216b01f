import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type ApiAnswer, ApiClient } from '../support/client.ts';
import { clientOf, databaseOf } from '../support/database.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';

const kills = Number(process.env['BULK_KILLS'] ?? 5);
const scene = await newScene();
const { app } = scene.service;
const admin = clientOf(app.system).db('admin');
const size = 40;
/** Every tenth operation is rejected, because its title is taken. */
const rejected = size / 10;

interface Results {
  counts: { in: number; succeeded: number; failed: number };
  results: { index: number; id?: string }[];
}

/** Repeats a request that the transaction of the killed process still blocks, as its 503 says. */
async function untilAvailable(send: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await wait(Number(answer.headers.get('retry-after')) * 1_000);
  }
}

describe('a bulk request whose process is killed', () => {
  it.each(['each', 'all'])(
    `is repeated with its key and ends like one run, at ${kills} moments (%s)`,
    async (mode) => {
      const project = await scene.service.newProject();
      const fields = [{ key: 'title', type: 'string', options: { unique: true } }];
      await project.secret.put('/v1/schema/content-types/page', { fields });
      const rows = (name: string) => databaseOf(app.system).collection(name);
      const count = (name: string, filter: object) =>
        rows(name).countDocuments({ project_id: project.id, ...filter });
      const token = String(project.secret.token);
      let victim: ServiceProcess = await scene.start();
      let longestMs = 1_000;
      let midway = 0;

      for (let kill = 0; kill < kills; kill += 1) {
        const operations = Array.from({ length: size }, (_, i) => {
          const isTaken = mode === 'each' && i % 10 === 9;
          const title = `${kill}.${isTaken ? i - 1 : i}`;
          return {
            method: 'POST',
            path: '/v1/content/page/entries',
            body: { values: { title }, publish: true },
          };
        });
        const send = (url: string) =>
          new ApiClient(url, token).post(
            '/v1/bulk',
            { mode, operations },
            { 'Idempotency-Key': `kill-${kill}` },
          );
        const before = await count('entries', {});
        const startedAt = performance.now();
        const interrupted = send(victim.url).then(
          () => void (longestMs = performance.now() - startedAt),
          () => undefined,
        );
        await wait(Math.random() * longestMs);
        await victim.kill();
        await interrupted;
        victim = await scene.start({ PORT: String(victim.port) });
        const storedCount = (await count('entries', {})) - before;
        if (storedCount > 0 && storedCount < size - rejected) midway += 1;
        // The claim of the killed process would end by itself within 10 seconds.
        // MongoDB ends the transaction of a killed process after a minute: awaited once, then done at once.
        if (kill > 0) await admin.command({ killAllSessions: [] });
        await vi.waitFor(
          () =>
            rows('idempotency').updateMany(
              { project_id: project.id, answer: null },
              { $set: { alive_until: new Date(0) } },
            ),
          { timeout: 120_000 },
        );

        const answer = await untilAvailable(() => send(victim.url));

        expect(answer.status, answer.text).toBe(200);
        const { counts, results } = answer.body as Results;
        const failed = mode === 'each' ? rejected : 0;
        expect(counts).toEqual({ in: size, succeeded: size - failed, failed });
        expect(results.map(({ index }) => index)).toEqual(operations.map((_, i) => i));
        const ids = results.flatMap(({ id }) => (id === undefined ? [] : [id]));
        expect((await count('entries', {})) - before).toBe(size - failed);
        for (const [name, filter] of [
          ['entries', { id: { $in: ids } }],
          ['events', { subject: { $in: ids }, name: 'content.entry.published' }],
          ['audit', { 'subject.id': { $in: ids }, action: 'entry.created' }],
        ] as const)
          expect(await count(name, filter), name).toBe(size - failed);
      }
      if (mode === 'all') expect(midway).toBe(0);
      console.log(`${mode}: ${kills} kills, ${midway} of them between the first and the last operation`);
    },
    2_400_000,
  );
});
