import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientPath } from '../../../../src/introspection/client-package/service.ts';
import { guideBlocks, pasteGuide } from '../../../support/guide.ts';
import { inRepository } from '../../../support/program.ts';
import { startOwnService } from '../../../support/service.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 }); // npm starts slowly on a busy machine

const run = promisify(execFile);
const service = await startOwnService();
const folder = await mkdtemp(join(tmpdir(), 'galley-site-'));
afterAll(() => rm(folder, { recursive: true }));
beforeAll(() => run(process.execPath, [inRepository('tools/pack-client.mjs')]));

describe('GET /client/galley-client-<version>.tgz', () => {
  it('is the client that npm installs into an empty folder, where the example of the README runs as it stands', async () => {
    await writeFile(join(folder, 'package.json'), '{"type": "module", "private": true}');
    const npm = ['install', '--no-audit', '--no-fund', `${service.url}${clientPath}`];
    await run('npm', npm, { cwd: folder });
    const [lines = ''] = guideBlocks('../README.md', 'js');
    await writeFile(join(folder, 'example.js'), lines.replace('http://localhost:3000', service.url));
    const project = await service.newProject();
    const fields = [
      { key: 'name', type: 'string' },
      { key: 'price', type: 'number' },
    ];
    await project.secret.put('/v1/schema/content-types/product', { fields });
    for (const values of [
      { name: 'Winder', price: 19 },
      { name: 'Kite', price: 54 },
    ])
      await project.secret.post('/v1/content/product/entries', { values, publish: true });
    await pasteGuide('../README.md', service, project);

    const { stdout } = await run(process.execPath, ['example.js'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PUBLIC: project.publishable.token },
    });

    expect(stdout).toBe('Winder 19\n');
  });

  it('is one file of one version: every other address below it is unknown', async () => {
    const head = await fetch(`${service.url}${clientPath}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'application/gzip']);

    for (const path of [
      '/client/',
      '/client/galley-client-99.0.0.tgz',
      `${clientPath}/..%2f..%2fpackage.json`,
    ]) {
      expect((await fetch(`${service.url}${path}`)).status).toBe(404);
    }
  });
});

describe('GET /client/preview.js', () => {
  it('is the script of the live preview, for pages of any origin and without a key', async () => {
    const response = await fetch(`${service.url}/client/preview.js`);

    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    });
    expect(await response.text()).toContain('data-galley');
    const etag = response.headers.get('ETag') ?? '';
    const again = await fetch(`${service.url}/client/preview.js`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });
});
