import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inRepository } from '../../../support/program.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 }); // a compiler and npm start slowly on a busy machine

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'galley-package-'));
const compiled = join(folder, 'dist');
const manifest = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as {
  files: string[];
  dependencies: Record<string, string>;
};
let packed: string[];

beforeAll(async () => {
  const tsc = inRepository('node_modules/typescript/bin/tsc');
  await run(process.execPath, [
    tsc,
    '-p',
    inRepository('tsconfig.build.json'),
    '--outDir',
    compiled,
    '--noCheck',
  ]);
  const shipped = manifest.files.map((name) => name.replace(/\/\*.*$/, '')).filter((name) => name !== 'dist');
  const copied = ['package.json', 'README.md', 'dev', ...shipped];
  for (const name of copied) await cp(inRepository(name), join(folder, name), { recursive: true });
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: folder, maxBuffer: 1 << 26 });
  const [tarball] = JSON.parse(stdout) as { files: { path: string }[] }[];
  packed = tarball?.files.map(({ path }) => path) ?? [];
});
afterAll(() => rm(folder, { recursive: true }));

/** `@koa/router` of `@koa/router/x`, `mongodb` of `mongodb/lib`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

describe('the npm package', () => {
  it('holds the compiled service and its command', () => {
    expect(packed).toEqual(expect.arrayContaining(['bin/galley.js', 'dist/main.js', 'dist/cli/main.js']));
  });

  it('holds nothing that serves developers alone', () => {
    const names = packed.filter(
      (path) => !/^(bin|dist|docs|seeds)\/|^(package\.json|README\.md|LICENSE)$/.test(path),
    );

    expect(names).toEqual([]);
    expect(packed.filter((path) => /^dev\/|embedded|mongod(?!b\.md$)|seed-images/.test(path))).toEqual([]);
  });

  it('imports only what it lists as a dependency', async () => {
    const sources = packed.filter((path) => /^dist\/.*\.js$/.test(path));
    const imported = new Set<string>();
    for (const path of sources) {
      const { importedFiles } = ts.preProcessFile(await readFile(join(folder, path), 'utf8'));
      for (const { fileName } of importedFiles) imported.add(packageOf(fileName));
    }
    const foreign = [...imported].filter(
      (name) => !/^[.]|^node:/.test(name) && !builtinModules.includes(name),
    );

    expect(foreign.length).toBeGreaterThan(10);
    expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(foreign));
  });
});

describe('the image', () => {
  it('gets of the developers’ workspace its manifest alone, and that only while it is built', async () => {
    const [build = '', image = ''] = (await readFile(inRepository('Dockerfile'), 'utf8'))
      .split(/^(?=FROM)/m)
      .slice(1);
    const ignored = (await readFile(inRepository('.dockerignore'), 'utf8')).split('\n');

    expect(build.match(/^COPY.*\bdev\b.*$/gm)).toEqual(['COPY dev/package.json dev/']);
    expect(image).not.toMatch(/\bdev\b/);
    expect(ignored).toEqual(expect.arrayContaining(['dev/*', '!dev/package.json']));
    expect((await readdir(compiled)).filter((name) => name === 'dev' || name === 'embedded')).toEqual([]);
  });
});
