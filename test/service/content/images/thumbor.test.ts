import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../dev/embedded/mongod/instance.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { startMediaService } from '../../../support/media.ts';
import { inRepository, run } from '../../../support/program.ts';
import type { TestService } from '../../../support/service.ts';
import { look, picture, srcsetOf } from '../../../support/images/pictures.ts';

/** Where `npm run test:images` installs it. */
const thumbor = inRepository('node_modules/.cache/thumbor/bin/thumbor');
const isThere = existsSync(thumbor);
const why = isThere ? 'installed' : 'not run: `npm run test:images` installs it';

const key = 'a key of the tests';

/** thumbor itself, which reads from this machine alone and makes nothing without a signature. */
async function startThumbor(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-thumbor-'));
  cleanup(() => rm(folder, { recursive: true, force: true }));
  const settings = [
    `SECURITY_KEY = '${key}'`,
    'ALLOW_UNSAFE_URL = False',
    "ALLOWED_SOURCES = ['127.0.0.1']",
    'RESPECT_ORIENTATION = True',
    "STORAGE = 'thumbor.storages.no_storage'",
  ];
  await writeFile(join(folder, 'thumbor.conf'), settings.join('\n'));
  const port = String(await freePort(0));
  const options = ['--ip', '127.0.0.1', '--port', port, '--conf', join(folder, 'thumbor.conf')];
  const program = run(thumbor, options, { cwd: folder, env: { HOME: folder } });
  cleanup(async () => {
    program.process.kill();
    await program.ended();
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      expect(program.process.exitCode, program.err).toBeNull();
      expect((await fetch(`${url}/healthcheck`)).status).toBe(200);
    },
    { timeout: 60_000, interval: 100 },
  );
  return url;
}

describe.skipIf(!isThere)(`the sizes that thumbor 7.8 makes (${why})`, () => {
  let service: TestService;
  beforeAll(async () => {
    const settings = { IMAGE_SERVICE: 'thumbor', IMAGE_SERVICE_URL: await startThumbor() };
    ({ service } = await startMediaService({ ...settings, IMAGE_SERVICE_KEY: key }));
  });

  it('are those that the answer says', async () => {
    const srcset = await srcsetOf(
      service,
      await picture(),
      { width: 400, height: 300 },
      'images=64,200,1000',
    );

    expect(srcset.map(({ width }) => width)).toEqual([64, 200, 400]);
    for (const { url, width, height } of srcset)
      expect(await look(url, 'image/jpeg')).toMatchObject({ width, height });
  });

  it.each([
    [{ x: 0.1, y: 0.2 }, 'red'],
    [{ x: 0.9, y: 0.2 }, 'green'],
    [{ x: 0.5, y: 1 }, 'blue'],
  ])('keep the focal point %o', async (focal_point, color) => {
    const ratio = color === 'blue' ? '4:1' : '1:3';
    const details = { width: 400, height: 300, focal_point };
    const [first] = await srcsetOf(service, await picture(), details, `images=64&image_ratio=${ratio}`);

    expect(await look(first?.url ?? '', 'image/jpeg')).toEqual({
      width: 64,
      height: color === 'blue' ? 16 : 192,
      color,
    });
  });

  it('are those of the picture as it is shown, where it is to be turned', async () => {
    const [first] = await srcsetOf(service, await picture(6), { width: 300, height: 400 }, 'images=150');

    expect(await look(first?.url ?? '', 'image/jpeg')).toMatchObject({ width: 150, height: 200 });
  });

  it('are refused when their address was altered', async () => {
    const details = { width: 400, height: 300 };
    const [first] = await srcsetOf(service, await picture(), details, 'images=64');
    const url = first?.url ?? '';

    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace('64x48', '65x48'))).status).toBe(400);
    expect((await fetch(url.replace(/\/[^/]{28}\//, '/unsafe/'))).status).toBe(400);
  });
});
