import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../dev/embedded/mongod/instance.ts';
import { signedIn } from '../../support/dashboard.ts';
import { startService } from '../../support/service.ts';

/** A storage that nobody answers for, under names that strangers should not hear. */
const variables = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'bucket-of-ours',
  S3_ACCESS_KEY: 'access-of-ours',
  OPS_DETAILS: '',
};
const service = await startService(variables);
const named = /127\.0\.0\.1:9|S3_|bucket-of-ours|access-of-ours|ECONNREFUSED/;

interface Asked {
  headers?: Record<string, string>;
  localAddress?: string;
}

function ask(
  url: string,
  { headers = {}, localAddress }: Asked = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { headers, agent: false, ...(localAddress !== undefined && { localAddress }) };
    const asking = request(url, options, (answer) => {
      void text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }));
    });
    asking.on('error', reject).end();
  });
}

const [outside] = Object.values(networkInterfaces())
  .flat()
  .flatMap((one) => (one?.family === 'IPv4' && !one.internal ? [one.address] : []));
const strangers: [string, Asked][] = [
  ['no header, as behind a proxy on this machine that adds none', {}],
  ['X-Forwarded-For', { headers: { 'X-Forwarded-For': '203.0.113.7' } }],
  ['Forwarded', { headers: { Forwarded: 'for=203.0.113.7' } }],
  ['Via', { headers: { Via: '1.1 cdn' } }],
  ...(outside === undefined ? [] : [['another address', { localAddress: outside }] as [string, Asked]]),
];

describe('the public port', () => {
  it.each(strangers)('tells a stranger the status and the parts, by %s', async (_, how) => {
    const told = async () => {
      const { status, body } = await ask(`${service.url}/readyz`, how);
      return { code: status, ...(JSON.parse(body) as object) };
    };

    await expect.poll(told, { timeout: 15_000 }).toMatchObject({
      code: 200,
      status: 'degraded',
      problems: expect.arrayContaining([
        { part: 'storage', problem: 'it fails; the log contains the reason' },
      ]),
    });
    expect(JSON.stringify(await told())).not.toMatch(named);
    expect((await ask(`${service.url}/metrics`, how)).status).toBe(404);
    expect((await ask(`${service.url}/healthz`, how)).status).toBe(200);
  });

  it('shows details with OPS_DETAILS=on', async () => {
    const own = await startService({ ...variables, OPS_DETAILS: 'on', ROLE: 'api' });
    const body = async () => (await ask(`${own.url}/readyz`)).body;

    await expect.poll(body, { timeout: 15_000 }).toMatch(named);
    expect((await ask(`${own.url}/metrics`)).body).toContain('galley_event_loop_lag_seconds');
  });

  it('tells the owner of a project that the storage does not work, and nothing of the installation', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');

    const { body } = await owner.send('POST', `/projects/${project.id}/settings/storage-test`);

    expect(body).toEqual({ ok: false, message: expect.stringContaining('The storage does not answer.') });
    expect(body.message).not.toMatch(named);
  });

  it('leaves everything to a port of the operators where there is one', async () => {
    const opsPort = await freePort(0);
    const own = await startService({ ...variables, OPS_PORT: String(opsPort), ROLE: 'api' });
    await own.app.start();
    const headers = { 'X-Forwarded-For': '10.0.0.7' };
    const told = async () => (await ask(`http://127.0.0.1:${opsPort}/readyz`, { headers })).body;

    await expect.poll(told, { timeout: 15_000 }).toMatch(named);
    expect((await ask(`http://127.0.0.1:${opsPort}/metrics`, { headers })).status).toBe(200);
  });
});
