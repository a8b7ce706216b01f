import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../../../src/core/settings/config.ts';
import { fixedPort } from '../../../support/fixed-port.ts';
import { serviceVersion } from '../../../../src/core/util/service-version.ts';
import { findMongod } from '../../../../dev/embedded/mongod/search.ts';
import { ApiClient } from '../../../support/client.ts';
import { type Program, runServer } from '../../../support/program.ts';
import { startService } from '../../../support/service.ts';

vi.setConfig({ testTimeout: 120_000 }); // processes start slowly on a busy machine

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const needed = {
  MONGODB_URI: inject('mongodbUri'),
  MONGODB_DB,
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'galley',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  APP_SECRET: 'a secret that is only for tests, 32+ bytes',
  DRAIN_SECONDS: '0',
};
const started: Program[] = [];
afterAll(() => {
  for (const { process } of started) process.kill('SIGKILL');
});

async function start(
  changes: Record<string, string> = {},
): Promise<{ program: Program; port: number; url: string }> {
  const port = await fixedPort();
  const env = { ...needed, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'info', ...changes };
  const program = runServer({ env });
  started.push(program);
  return { program, port, url: `http://127.0.0.1:${port}` };
}

async function serving(program: Program): Promise<void> {
  await expect.poll(() => program.err, { timeout: 40_000 }).toContain('Galley serves');
}

describe('the environment of npm start', () => {
  it.each(Object.keys(needed).filter((name) => name !== 'MONGODB_DB' && name !== 'DRAIN_SECONDS'))(
    'is refused without %s',
    (name) => {
      expect(() => readConfig({ ...needed, [name]: '' })).toThrow(`The variable ${name} is missing.`);
    },
  );

  it.each([
    ['PORT', '70000'],
    ['ROLE', 'boss'],
    ['BASE_URL', 'example.com'],
    ['MONGODB_URI', 'localhost:27017'],
    ['MONGODB_DB', 'my db'],
    ['S3_ENDPOINT', 'minio'],
    ['S3_BUCKET', 'a'],
    ['APP_SECRET', 'too short'],
    ['RATE_READ', '0'],
    ['TRUSTED_PROXY_HOPS', '-1'],
    ['WEBHOOK_RETRY_SECONDS', '10;60'],
    ['MAX_BODY_BYTES', '4MB'],
    ['LOG_LEVEL', 'loud'],
  ])('is refused with %s=%s', (name, value) => {
    expect(() => readConfig({ ...needed, [name]: value })).toThrow(`The variable ${name} must`);
  });

  it('keeps no name that is not declared, and heeds CLOCK_OFFSET_MS in tests alone', () => {
    const env = { ...needed, CLOCK_OFFSET_MS: '5000', AWS_SECRET: 'x' };

    expect(readConfig(env)).toMatchObject({ CLOCK_OFFSET_MS: 0 });
    expect(readConfig({ ...env, NODE_ENV: 'test' })).toMatchObject({ CLOCK_OFFSET_MS: 5000 });
    expect(readConfig(env)).not.toHaveProperty('AWS_SECRET');
  });
});

describe('npm start', () => {
  it('refuses in one line, with exit code 1', async () => {
    const { program } = await start({ S3_BUCKET: '' });

    expect([await program.ended(), program.out]).toEqual([1, '']);
    expect(program.err).toMatch(/^Galley cannot start: The variable S3_BUCKET is missing\. .*\n$/);
  });

  it('waits for a MongoDB that is away, says so, and responds on /healthz meanwhile', async () => {
    const mongoPort = await fixedPort();
    const { hostname, port: realPort } = new URL(inject('mongodbUri').replace('mongodb:', 'http:'));
    const { program, url } = await start({ MONGODB_URI: `mongodb://127.0.0.1:${mongoPort}` });
    await expect
      .poll(() => program.err, { timeout: 60_000 })
      .toContain(`Waiting for MongoDB at 127.0.0.1:${mongoPort} (60 s).`);
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status, { timeout: 10_000 }).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, ready.headers.get('Retry-After')]).toEqual([503, '5']);

    const proxy = createServer((socket) => {
      const real = connect(Number(realPort), hostname);
      socket.pipe(real).pipe(socket);
      for (const one of [socket, real]) one.on('error', () => one.destroy());
    });
    onTestFinished(() => void proxy.close());
    proxy.listen(mongoPort, '127.0.0.1');

    await serving(program);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
  });

  it('ends with the name of the variable when MongoDB stays away for a minute, without its password', async () => {
    const mongoPort = await fixedPort();
    const { program } = await start({ MONGODB_URI: `mongodb://user:secret@127.0.0.1:${mongoPort}` });

    expect(await program.ended()).toBe(1);
    expect(program.err).toMatch(
      new RegExp(
        `Galley cannot start: MongoDB at 127\\.0\\.0\\.1:${mongoPort} did not respond within 60 s .*MONGODB_URI`,
      ),
    );
    expect(program.err).not.toContain('secret');
  });

  it('refuses a MongoDB that is no replica set', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-standalone-'));
    const { path } = await findMongod({ say: console.log });
    const mongoPort = await fixedPort();
    const mongod = spawn(path, ['--port', String(mongoPort), '--bind_ip', '127.0.0.1', '--dbpath', folder]);
    try {
      await expect.poll(() => isListening(mongoPort), { timeout: 40_000, interval: 200 }).toBe(true);

      const { program } = await start({ MONGODB_URI: `mongodb://127.0.0.1:${mongoPort}` });

      expect(await program.ended()).toBe(1);
      expect(program.err).toMatch(
        /^Galley cannot start: The variable MONGODB_URI points to a standalone server\./,
      );
    } finally {
      mongod.kill('SIGKILL');
      await once(mongod, 'exit');
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    }
  });

  it('finishes the request that runs when SIGTERM comes, takes no other, and ends with code 0', async () => {
    const service = await startService({ MONGODB_DB });
    const project = await service.newProject();
    const type = { fields: [{ key: 'title', type: 'string' }] };
    expect((await project.secret.put('/v1/schema/content-types/page', type)).status).toBe(201);
    const { program, port, url } = await start();
    await serving(program);
    const running = request(`${url}/v1/content/page/entries`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${project.secret.token}`,
        'Content-Type': 'application/json',
        'Transfer-Encoding': 'chunked',
      },
    });
    running.write('{"publish": true, "values": {"title": ');
    await wait(300);

    program.process.kill('SIGTERM');
    program.process.kill('SIGTERM'); // npm and a terminal both pass one on
    await expect.poll(() => isListening(port)).toBe(false);
    running.end('"Late"}}');
    const [answer] = (await once(running, 'response')) as [IncomingMessage];
    const { id } = (await json(answer)) as { id: string };

    expect(answer.statusCode).toBe(201);
    expect(await program.ended()).toBe(0);
    expect((await project.secret.get(`/v1/content/page/${id}`)).body.values).toEqual({ title: 'Late' });
  });

  it('logs one JSON object a line, without keys, queries or bodies', async () => {
    const service = await startService({ MONGODB_DB });
    const { token } = (await service.newProject()).secret;
    const { program, url } = await start();
    await serving(program);
    const client = new ApiClient(url, token);

    const good = await client.get('/v1/ping?_visitor=private-words');
    await client.send('POST', '/v1/content/page/entries', {
      raw: '{"values": private-words',
      headers: { 'Content-Type': 'application/json' },
    });
    await client.get('/healthz');
    program.process.kill('SIGTERM');
    await program.ended();

    const lines = program.err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({
        request_id: good.headers.get('X-Request-Id'),
        method: 'GET',
        path: '/v1/ping',
        status: 200,
        key_id: good.body.key.id,
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'POST', status: 400, code: 'invalid_json' }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ address: url.replace('127.0.0.1', 'localhost'), version: serviceVersion }),
    );
    expect(lines.map(({ path }) => path)).not.toContain('/healthz');
    expect(program.err).not.toContain(token);
    expect(program.err).not.toContain('private-words');
    expect(program.out).toBe('');
  });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
