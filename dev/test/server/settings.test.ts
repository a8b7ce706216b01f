import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localUrl, refuseTakenPort } from '../../server/port.ts';
import { keepSecret } from '../../server/secret.ts';
import { readDevSettings } from '../../server/variables.ts';

const secret = 'a secret that is only for tests, 32+ bytes';

describe('the variables of npm run dev', () => {
  it('serve this machine alone, quietly, and let webhooks reach it', async () => {
    const { config, needsMongodb, needsStore } = await readDevSettings({}, secret);

    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      LOG_LEVEL: 'warn',
      APP_SECRET: secret,
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128',
    });
    expect({ needsMongodb, needsStore }).toEqual({ needsMongodb: true, needsStore: true });
  });

  it('give way to the environment', async () => {
    const given = { HOST: '0.0.0.0', PORT: '8000', BASE_URL: 'https://cms.example', LOG_LEVEL: 'info' };
    const uri = 'mongodb://db.example/?replicaSet=a';

    const { config, needsMongodb } = await readDevSettings({ ...given, MONGODB_URI: uri }, secret);

    expect(config).toMatchObject({ ...given, PORT: 8000, MONGODB_URI: uri });
    expect(needsMongodb).toBe(false);
  });

  it('count as absent when they are empty', async () => {
    const { config, needsMongodb } = await readDevSettings({ MONGODB_URI: '', HOST: '' }, secret);

    expect(config.HOST).toBe('127.0.0.1');
    expect(needsMongodb).toBe(true);
  });

  it.each([
    [{ PORT: 'many' }, 'PORT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ MONGODB_URI: 'http://db.example' }, 'MONGODB_URI'],
    [{ S3_ENDPOINT: 'http://s3.example', S3_BUCKET: 'b-1', S3_ACCESS_KEY: 'k' }, 'S3_SECRET_KEY'],
  ])('are refused by name: %j', async (given, name) => {
    await expect(readDevSettings(given, secret)).rejects.toThrow(`The variable ${name} `);
  });
});

describe('the secret of npm run dev', () => {
  it('is made once, also by starts at the same moment, and is for this user alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-secret-'));
    const file = join(folder, '.data', 'secret');

    const secrets = await Promise.all(Array.from({ length: 8 }, () => keepSecret(file)));

    expect(new Set([...secrets, await keepSecret(file)]).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, '.data'))).toEqual(['secret']);
    await rm(folder, { recursive: true });
  });
});

describe('the port of npm run dev', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '::'],
    ['127.0.0.1', '::1'],
    ['0.0.0.0', '127.0.0.1'],
  ])('on %s is refused while another program listens on %s', async (host, otherHost) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, otherHost, resolve));
    const { port } = other.address() as AddressInfo;

    await expect(refuseTakenPort(port, host)).rejects.toThrow(`Port ${port} is taken`);
    await new Promise((resolve) => other.close(resolve));
    await expect(refuseTakenPort(port, host)).resolves.toBeUndefined();
  });

  it.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
  ])('on %s is reached at %s', (host, url) => {
    expect(localUrl(3000, host)).toBe(url);
  });
});
