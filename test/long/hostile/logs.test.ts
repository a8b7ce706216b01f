import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { freePort } from '../../../dev/embedded/mongod/instance.ts';
import { openEventSource } from '../../support/event-source.ts';
import { type Program, runServer } from '../../support/program.ts';
import { startService, testVariables } from '../../support/service.ts';
import { databaseOf } from '../../support/database.ts';

vi.setConfig({ testTimeout: 120_000 }); // processes start slowly on a busy machine

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });
const started: Program[] = [];
afterAll(async () => {
  for (const { process } of started) process.kill('SIGKILL');
  await databaseOf(service.app.system).dropDatabase();
});

/** A process of the service on the same database, whose log is read. */
async function startLogging(): Promise<{ url: string; logOf: () => Promise<string> }> {
  const PORT = String(await freePort(0));
  const variables = testVariables({ MONGODB_URI: inject('mongodbUri'), MONGODB_DB, PORT, LOG_LEVEL: 'info' });
  const program = runServer({ env: variables as Record<string, string> });
  started.push(program);
  await expect.poll(() => program.err, { timeout: 60_000 }).toContain('Galley serves');
  return {
    url: `http://127.0.0.1:${PORT}`,
    async logOf() {
      program.process.kill('SIGTERM');
      await program.ended();
      return program.err;
    },
  };
}

it('the log names no client that leaves a stream, shows no key of a path, and says once whom it does not trust', async () => {
  const { publishable, secret } = await service.newProject();
  const { url, logOf } = await startLogging();
  const token = randomBytes(32).toString('base64url');
  const hex = randomBytes(20).toString('hex');
  const slug = 'a-slug-that-is-longer-than-any-token-and-stays-readable';
  const typeId = 'ent_0123456789abcdefghjkmnpqrs';

  for (let left = 0; left < 5; left++) {
    const source = await openEventSource(`${url}/v1/changes`, publishable.token);
    await expect.poll(() => source.messages.length).toBe(1);
    source.close();
  }
  const encoded = secret.token.replace('sk_', '%73k%5F');
  const misplaced = [`/v1/${secret.token}`, `/v1/ping/${encoded}`, `/dashboard/${publishable.token}/keys`];
  for (const path of [...misplaced, `/links/${token}`, `/links/${hex}`, `/v1/${slug}/${typeId}`])
    await fetch(`${url}${path}?key=${secret.token}`);
  for (let asked = 0; asked < 3; asked += 1)
    await fetch(`${url}/v1/ping`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
  const log = await logOf();

  expect(log).not.toContain('connection failed');
  for (const key of [secret.token, secret.token.slice(3), publishable.token, encoded, token, hex])
    expect(log).not.toContain(key);
  expect(log.match(/\[masked\]/g)?.length).toBe(5);
  expect(log).toContain(`/v1/${slug}/${typeId}`);
  expect(log.match(/TRUSTED_PROXY_HOPS is 0/g)).toHaveLength(1);
});
