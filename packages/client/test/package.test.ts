import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { guideBlocks } from '../../../test/support/guide.ts';
import { startService } from '../../../test/support/service.ts';
import { buildPackage } from './built-package.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // the compiler starts slowly on a busy machine

const run = promisify(execFile);
const service = await startService();
const folder = await mkdtemp(join(tmpdir(), 'galley-client-'));
const built = join(folder, 'node_modules/galley-client');
afterAll(() => rm(folder, { recursive: true }));
beforeAll(() => buildPackage(built));

/** A module and all that it imports, as they are served. */
async function withImports(name: string, seen = new Map<string, string>()): Promise<Map<string, string>> {
  if (seen.has(name)) return seen;
  const text = await readFile(join(built, 'dist', name), 'utf8');
  seen.set(name, text);
  for (const [, next = ''] of text.matchAll(/from ["'](\.\.?\/[a-z./-]+\.js)["']/g))
    await withImports(join(dirname(name), next), seen);
  return seen;
}

describe('the package', () => {
  it('has a core under 6 KB when it is compressed', async () => {
    const core = await withImports('main.js');
    expect(core.size).toBeGreaterThan(5);

    expect(gzipSync([...core.values()].join('\n')).length).toBeLessThan(6 * 1024);
  });

  it.each([
    ['richtext.js', 4 * 1024],
    ['images.js', 1.5 * 1024],
    ['track.js', 1024],
    ['preview.js', 14 * 1024],
    ['preview/script.js', 10 * 1024],
  ])('has %s under %d bytes beside the core when it is compressed', async (name, most) => {
    const core = await withImports('main.js');
    const own = [...(await withImports(name))].filter(([file]) => !core.has(file));
    expect(own.length).toBeGreaterThan(0);

    expect(gzipSync(own.map(([, text]) => text).join('\n')).length).toBeLessThan(most);
  });

  it('has every file that it names, imports nothing but itself, and keeps the other entry points out of the core', async () => {
    const { exports } = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'));
    for (const { types, default: code } of Object.values<{ types: string; default: string }>(exports)) {
      await Promise.all([types, code].map((file) => readFile(join(built, file))));
    }
    for (const file of (await readdir(join(built, 'dist'), { recursive: true })).filter((name) =>
      name.endsWith('.js'),
    )) {
      const text = await readFile(join(built, 'dist', file), 'utf8');
      expect([...text.matchAll(/from ["']([^."'][^"']*)["']/g)], file).toEqual([]);
    }
    const core = await withImports('main.js');
    expect(
      ['upload', 'changes', 'richtext', 'images', 'track', 'preview', 'webhooks'].filter((name) =>
        core.has(`${name}.js`),
      ),
    ).toEqual([]);
  });

  it('has a preview script of one file that evaluates no text', async () => {
    const script = await readFile(join(built, 'dist/preview/script.js'), 'utf8');

    expect([...(await withImports('preview/script.js')).keys()]).toEqual(['preview/script.js']);
    expect(script).not.toMatch(/\beval\b|\bFunction\(/);
  });

  it('runs the example of the README', async () => {
    const [lines = ''] = guideBlocks('../README.md', 'js');
    const pasted = join(folder, 'pasted.mjs');
    await writeFile(pasted, lines.replace('http://localhost:3000', service.url));
    const project = await service.newProject();
    const fields = [
      { key: 'name', type: 'string' },
      { key: 'price', type: 'number' },
    ];
    await project.secret.put('/v1/schema/content-types/product', { fields });
    for (const [name, price] of [
      ['Kite', 54],
      ['Winder', 19],
      ['Spar', 14.5],
    ])
      await project.secret.post('/v1/content/product/entries', { values: { name, price }, publish: true });

    const { stdout } = await run(process.execPath, [pasted], {
      env: { ...process.env, PUBLIC: project.publishable.token },
    });

    expect(stdout).toBe('Spar 14.5\nWinder 19\n');
  });
});
