import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandVariables } from '../../../src/cli/support/variables.ts';
import { readConfig } from '../../../src/core/settings/config.ts';
import { writeAddress } from '../../../dev/server/address.ts';
import { dataFolderIn } from '../../../dev/server/data-folder.ts';

const uri = 'mongodb://127.0.0.1:4/?replicaSet=rs0';
const secret = 'a secret that is only for tests, 32+ bytes';
const store = { S3_ENDPOINT: 'http://s3.test', S3_BUCKET: 'media', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
const receivers = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128', WEBHOOK_TIMEOUT_MS: '700' };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the variables of a command', () => {
  it('are those of npm run dev while it is up in this folder', async () => {
    const config = readConfig({ MONGODB_URI: uri, APP_SECRET: secret, ...store, ...receivers });
    await writeAddress(dataFolderIn(folder).address, config, 'http://localhost:3000');

    const { values, source } = await commandVariables({ MONGODB_URI: '', PATH: '/bin' }, folder);

    expect(values).toMatchObject({ MONGODB_URI: uri, MONGODB_DB: 'galley', APP_SECRET: secret, ...store });
    expect(values, 'webhooks reach what those of npm run dev reach').toMatchObject(receivers);
    expect(source).toBe('npm run dev, up at http://localhost:3000');
    expect((await commandVariables({ MONGODB_URI: uri }, folder)).values['APP_SECRET']).toBe(secret);
  });

  it('are the environment’s alone when it names another database', async () => {
    const other = { MONGODB_URI: 'mongodb://db.test/?replicaSet=a' };

    expect(await commandVariables(other, folder)).toEqual({ values: other, source: 'the environment' });
  });

  it.each([
    [
      'of a process that is gone',
      JSON.stringify({ pid: 2 ** 22 + 1, local_url: 'x', variables: { MONGODB_URI: uri } }),
    ],
    ['that was cut short', '{"pid": '],
  ])('do not come from a file %s', async (_what, text) => {
    await writeFile(dataFolderIn(folder).address, text);

    await expect(commandVariables({}, folder)).rejects.toMatchObject({ hints: { param: 'MONGODB_URI' } });
  });
});
