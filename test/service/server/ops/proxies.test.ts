import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../dev/embedded/mongod/instance.ts';
import { addPerson, password } from '../../../support/dashboard.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { guideBlocks } from '../../../support/guide.ts';
import { inRepository } from '../../../support/program.ts';
import {
  caddy,
  haproxy,
  isInstalled,
  type Kind,
  nginx,
  siteName,
  startProxy,
} from '../../../support/proxies.ts';
import { startService } from '../../../support/service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** nginx' shortest way, which sends the name of the upstream as Host. */
const plainNginx = `
upstream galley { server 10.0.0.11:3000; }
server {
  listen 443 ssl;
  ssl_certificate /etc/ssl/content.example.com.pem;
  ssl_certificate_key /etc/ssl/content.example.com.key;
  location / { proxy_pass http://galley; }
}`;
const of = (language: string) => guideBlocks('run/behind-a-proxy.md', language)[0] ?? '';
const ways: [name: string, program: string, kind: Kind, example: string][] = [
  ['the nginx of the page', 'nginx', nginx, of('nginx')],
  ['the Caddy of the page', 'caddy', caddy, of('caddy')],
  ['the HAProxy of the page', 'haproxy', haproxy, of('haproxy')],
  ['the Caddy of deploy/vps', 'caddy', caddy, await vpsCaddyfile()],
];
const budget = 20;

/** The file with both hosts filled in; the host of files gets a port without TLS. */
async function vpsCaddyfile(): Promise<string> {
  const filesHost = `http://files.example.com:${await freePort(0)}`;
  return readFileSync(inRepository('deploy/vps/Caddyfile'), 'utf8')
    .replace('{$SITE_HOST}', siteName)
    .replace('{$FILES_HOST}', filesHost);
}

async function serveBehind(kind: Kind, example: string) {
  const opsPort = String(await freePort(0));
  const service = await startService({
    BASE_URL: `https://${siteName}`,
    TRUSTED_PROXY_HOPS: '1',
    OPS_PORT: opsPort,
    RATE_ANONYMOUS: String(budget),
  });
  await service.app.start();
  const place = new URL(service.url).host;
  const replaced = {
    '10.0.0.11:3000': place,
    '10.0.0.12:3000': place,
    'galley:3000': place,
    'health_port 9090': `health_port ${opsPort}`,
    'check port 9090': `check port ${opsPort}`,
  };
  return { service, proxy: await startProxy(kind, example, replaced) };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += String(part);
  return text;
}

async function signIn({
  service,
  proxy,
}: Awaited<ReturnType<typeof serveBehind>>): Promise<number | undefined> {
  const project = await service.newProject();
  const email = `owner-${project.id}@example.test`;
  await addPerson(service.app, project.id, { email, role: 'owner' });
  const headers = { Origin: `https://${siteName}`, 'Sec-Fetch-Site': 'same-origin' };
  const body = JSON.stringify({ email, password });
  const answer = await proxy.send({
    method: 'POST',
    path: '/dashboard/api/session',
    headers,
    body,
    from: '127.0.3.1',
  });
  expect(await textOf(answer)).toContain(project.id);
  return answer.statusCode;
}

describe.each(ways)('behind %s', async (_, program, kind, example) => {
  const isThere = isInstalled(program) && isInstalled('openssl');
  const behind = isThere ? await serveBehind(kind, example) : null;

  it.skipIf(behind === null)('people sign in to the dashboard', async () => {
    expect(behind && (await signIn(behind))).toBe(200);
  });

  it.skipIf(behind === null)(
    'bodies of 4 MiB arrive, and it is the service that refuses larger ones',
    async () => {
      const { service, proxy } = behind as NonNullable<typeof behind>;
      const project = await service.newProject();
      const write = async (bytes: number) => {
        const begun = '{"values":{"title":"';
        const body = `${begun}${'a'.repeat(bytes - begun.length - 3)}"}}`;
        const headers = { Authorization: `Bearer ${project.secret.token}` };
        const answer = await proxy.send({ method: 'POST', path: '/v1/content/page/entries', headers, body });
        return (JSON.parse(await textOf(answer)) as { error: { code: string } }).error.code;
      };

      expect(await write(4 * 1024 * 1024)).toBe('unknown_content_type'); // it was read as a whole
      expect(await write(4 * 1024 * 1024 + 1)).toBe('payload_too_large');
    },
  );

  it.skipIf(behind === null)('a stream tells each event when it happens', async () => {
    const { service, proxy } = behind as NonNullable<typeof behind>;
    const project = await service.newProject();
    const headers = { Authorization: `Bearer ${project.secret.token}`, Accept: 'text/event-stream' };
    const stream = await proxy.send({ path: '/v1/changes', headers });
    let told = '';
    stream.setEncoding('utf8').on('data', (part: string) => (told += part));
    await expect.poll(() => told, { timeout: 5_000 }).toContain('event: version');

    await emitTestEvents(service.app, project.id, { data: { order: 1 } });

    await expect.poll(() => told, { timeout: 5_000 }).toContain('"order":1');
    stream.destroy();
  });

  it.skipIf(behind === null)(
    'visitors are told apart by their own address, whatever they claim',
    async () => {
      const { proxy } = behind as NonNullable<typeof behind>;
      const ping = async (from: string, claimed: string) => {
        const answer = await proxy.send({ path: '/v1/ping', from, headers: { 'X-Forwarded-For': claimed } });
        answer.resume();
        return answer.statusCode;
      };
      const answers: unknown[] = [];
      for (let n = 0; n <= budget; n += 1) answers.push(await ping('127.0.4.1', `192.0.2.${n}`));

      expect([answers[0], answers.at(-1)]).toEqual([401, 429]);
      expect(await ping('127.0.4.2', '192.0.2.1')).toBe(401);
    },
  );
});

describe('behind a plain proxy_pass', async () => {
  const behind = isInstalled('nginx') && isInstalled('openssl') ? await serveBehind(nginx, plainNginx) : null;

  it.skipIf(behind === null)('people sign in to the dashboard when BASE_URL is its address', async () => {
    expect(behind && (await signIn(behind))).toBe(200);
  });
});
