import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inRepository } from '../../support/program.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 }); // npm and a compiler start slowly on a busy machine

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'galley-tarballs-'));
afterAll(() => rm(folder, { recursive: true }));

const packages = [
  { name: 'galley-client', folder: 'packages/client', more: [] },
  { name: 'galley-astro', folder: 'packages/astro', more: ['components/'] },
  { name: 'galley-next', folder: 'packages/next', more: [] },
  { name: 'galley-mcp', folder: 'packages/mcp', more: ['texts/'] },
  { name: 'create-galley-site', folder: 'packages/create-site', more: ['starters/'] },
  { name: 'create-galley', folder: 'packages/create-galley', more: [] },
] as const;

const mcpLibraries = ['@modelcontextprotocol/server', '@sinclair/typebox'];

interface Manifest {
  version: string;
  exports: Record<string, string | Record<string, string | Record<string, string>>>;
  dependencies?: Record<string, string>;
}

const filesOf = (target: string | Record<string, string>) =>
  typeof target === 'string' ? [target] : Object.values(target);
const manifestOf = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as Manifest;
const installed = (name: string) => join(folder, 'node_modules', name);

beforeAll(async () => {
  const workspaces = packages.flatMap((one) => ['--workspace', one.folder]);
  await run('npm', ['pack', '--silent', ...workspaces, '--pack-destination', folder], {
    cwd: inRepository('.'),
  });
  await writeFile(join(folder, 'package.json'), '{"type": "module", "private": true}');
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  expect(tarballs).toHaveLength(packages.length);
  const mcp = tarballs.find((name) => name.startsWith('galley-mcp')) ?? '';
  const files = tarballs.filter((name) => name !== mcp).map((name) => `./${name}`);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: folder });
  // npm may not have the libraries of galley-mcp in its cache, so they are those of this repository.
  await mkdir(installed('galley-mcp'));
  await run('tar', ['-xzf', mcp, '-C', installed('galley-mcp'), '--strip-components=1'], { cwd: folder });
  for (const scope of mcpLibraries.map((name) => name.split('/')[0] ?? ''))
    await symlink(inRepository(`node_modules/${scope}`), installed(scope));
});

describe.each(packages)('$name, installed from its tarball', ({ name, folder: source, more }) => {
  it('holds what it exports, a README and the licence, and nothing of this machine', async () => {
    const files = (await readdir(installed(name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed(name).length + 1));
    const known = ['package.json', 'README.md', 'LICENSE'];

    expect(files).toEqual(expect.arrayContaining(known));
    const others = files.filter((file) => !known.includes(file));
    const allowed = ['dist/', ...more];
    expect(others.filter((file) => !allowed.some((begin) => file.startsWith(begin)))).toEqual([]);
    const compiled = others.filter((file) => file.startsWith('dist/'));
    expect(
      compiled.filter((file) => /\.(test|map|tsbuildinfo)|\.ts$/.test(file) && !file.endsWith('.d.ts')),
    ).toEqual([]);
    const sources = (await readdir(inRepository(`${source}/src`), { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.d.ts'),
    );
    expect(compiled.filter((file) => file.endsWith('.js')).sort()).toEqual(
      sources.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`).sort(),
    );
    for (const file of others)
      expect(await readFile(join(installed(name), file), 'utf8'), file).not.toContain(inRepository(''));
  });

  it('has the version of the service, and a file for every export', async () => {
    const { version, exports } = await manifestOf(join(installed(name), 'package.json'));

    expect(version).toBe((await manifestOf(inRepository('package.json'))).version);
    const files = Object.values(exports).flatMap((one) =>
      typeof one === 'string' ? [one] : Object.values(one).flatMap(filesOf),
    );
    for (const file of files) await readFile(join(installed(name), file));
  });
});

describe('create-galley-site', () => {
  it('contains the starters whole', async () => {
    const filesOf = async (folder: string) =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    for (const name of await readdir(inRepository('packages/create-site/starters'))) {
      const files = await filesOf(join(installed('create-galley-site'), 'starters', name));
      const sources = await filesOf(inRepository(`packages/create-site/starters/${name}`));
      expect(files).toHaveLength(sources.length);
      expect(files.map((file) => file.name)).toContain('_gitignore');
    }
  });
});

describe('npm create galley-site', () => {
  const create = (...args: string[]) =>
    run(process.execPath, [join(installed('.bin'), 'create-galley-site'), ...args], { cwd: folder });

  it('creates a site with the published packages of its version', async () => {
    const { stdout } = await create('my-site', '--starter', 'next');

    expect(stdout).toContain('  cd my-site\n  cp .env.example .env\n  npm install\n');
    const manifest = await manifestOf(join(folder, 'my-site/package.json'));
    const { version } = await manifestOf(inRepository('package.json'));
    expect(manifest.dependencies).toMatchObject({ 'galley-client': version, 'galley-next': version });
    await expect(create('my-site', '--starter', 'next')).rejects.toThrow('cannot be used');
    await expect(create('other', '--starter', 'gatsby')).rejects.toThrow('Usage: npm create galley-site');
  });
});

describe('npx create-galley', () => {
  const create = async (name: string) => {
    await run(process.execPath, [join(installed('.bin'), 'create-galley'), name], { cwd: folder });
    const text = await readFile(join(folder, name, '.env'), 'utf8');
    return Object.fromEntries(
      [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value]) => [key, value]),
    );
  };

  it('creates a folder with a compose file, an image, new secrets and a site', async () => {
    const variables = await create('my-project');
    const others = await create('another');

    const read = (file: string) => readFile(join(folder, 'my-project', file), 'utf8');
    const compose = await read('docker-compose.yml');
    expect(compose).toBe(await readFile(inRepository('docker-compose.yml'), 'utf8'));
    expect(Object.keys((parse(compose) as { services: object }).services)).toContain('galley');
    const names = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(variables).sort()).toEqual([...new Set(names)].sort());
    for (const name of ['APP_SECRET', 'MONGODB_PASSWORD', 'S3_SECRET_KEY']) {
      expect(variables[name]).toMatch(/^[0-9a-f]{64}$/);
      expect(variables[name]).not.toBe(others[name]);
    }
    expect((await stat(join(folder, 'my-project/.env'))).mode & 0o777).toBe(0o600);
    expect(await read('Dockerfile')).toMatch(
      /^FROM node:[^]*galley@0\.1\.0\n[^]*^USER 1000$[^]*^CMD \["node", "bin\/start\.js"\]$/m,
    );
    expect((await manifestOf(join(folder, 'my-project/site/package.json'))).dependencies).toHaveProperty(
      'galley-astro',
    );
    await expect(create('my-project')).rejects.toThrow('cannot be used');
  });
});

describe('the packages together', () => {
  it('are imported by Node, but for what only Astro and Next can load', async () => {
    const names: string[] = [];
    for (const { name } of packages) {
      const { exports } = await manifestOf(join(installed(name), 'package.json'));
      names.push(...Object.keys(exports).map((entry) => join(name, entry)));
    }
    const inAstro = /\.astro$|\/(cache|middleware|purge-route|preview-route)$/;
    const inNext = /^galley-next(\/(routes|components))?$/;
    const free = names.filter((entry) => !inAstro.test(entry) && !inNext.test(entry));
    expect(free.length).toBeGreaterThan(10);
    await writeFile(join(folder, 'all.js'), free.map((entry) => `import '${entry}';\n`).join(''));

    await run(process.execPath, ['all.js'], { cwd: folder });
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('are understood by the compiler under %s, %s', async (module, moduleResolution) => {
    const text = `import { createClient, type Client } from 'galley-client';
      import { imageProps } from 'galley-client/images';
      import { editAttributes } from 'galley-client/preview';
      import { renderRichtext } from 'galley-client/richtext';
      import { tracked } from 'galley-client/track';
      import type { GalleyLocals } from 'galley-astro';
      import { withGalley } from 'galley-next/config';
      import type { McpOptions } from 'galley-mcp';
      import { starters } from 'create-galley-site';
      export const configure = withGalley({ poweredByHeader: false });
      export const client: Client = createClient({ baseUrl: 'http://localhost', key: 'sk_1' });
      const galley = tracked({ baseUrl: 'http://localhost', key: 'sk_1' }).client;
      export const locals: GalleyLocals = { galley, isPreview: false, edit: editAttributes(false) };
      export const send: McpOptions['send'] = async () => ({ status: starters.length, body: null, retryAfter: null });
      // @ts-expect-error: it is a string
      export const wrong: number = renderRichtext({ json: { content: [] } });
      export const props = imageProps(null);`;
    await writeFile(join(folder, 'use.ts'), text);
    const tsc = inRepository('node_modules/typescript/bin/tsc');
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable,dom.asynciterable',
    ];

    const said = await run(
      process.execPath,
      [tsc, ...options, '--module', module, '--moduleResolution', moduleResolution, 'use.ts'],
      { cwd: folder },
    ).catch(({ stdout }: { stdout: string }) => ({ stdout }));

    expect(said.stdout).toBe('');
  });

  it.each(['node16', 'node18', 'nodenext'])(
    'let a CommonJS project under %s require every entry point of the client',
    async (module) => {
      const project = join(folder, `commonjs-${module}`);
      await mkdir(project);
      await writeFile(join(project, 'package.json'), '{"type": "commonjs", "private": true}');
      const { exports } = await manifestOf(join(installed('galley-client'), 'package.json'));
      const entries = Object.keys(exports).map((entry) => join('galley-client', entry));
      const text = `${entries.map((entry, i) => `import * as entry${i} from '${entry}';\n`).join('')}
        import { createClient, GalleyError, type Client } from 'galley-client';
        import { renderRichtext } from 'galley-client/richtext';
        const client: Client = createClient({ baseUrl: 'http://localhost', key: 'sk_1' });
        // @ts-expect-error: it is a string
        const wrong: number = renderRichtext({ json: { content: [] } });
        const all = [${entries.map((_, i) => `entry${i}`).join(', ')}];
        console.log(typeof client.content, wrong, typeof GalleyError, all.every((entry) => Object.keys(entry).length > 0));`;
      await writeFile(join(project, 'use.ts'), text);
      const tsc = inRepository('node_modules/typescript/bin/tsc');
      const lib = ['--lib', 'es2022,dom,dom.iterable,dom.asynciterable'];

      const said = await run(
        process.execPath,
        [tsc, '--strict', '--target', 'es2022', ...lib, '--module', module, 'use.ts'],
        { cwd: project },
      ).catch(({ stdout }: { stdout: string }) => ({ stdout }));

      expect(said.stdout).toBe('');
      expect(await readFile(join(project, 'use.js'), 'utf8')).toContain('require("galley-client")');
      const { stdout } = await run(process.execPath, ['use.js'], { cwd: project });
      expect(stdout).toBe('function  function true\n');
    },
  );

  it('bring along nothing but each other, except for the MCP library', async () => {
    expect((await manifestOf(join(installed('galley-client'), 'package.json'))).dependencies).toBeUndefined();
    for (const name of ['galley-astro', 'galley-next'])
      expect(
        Object.keys((await manifestOf(join(installed(name), 'package.json'))).dependencies ?? {}),
      ).toEqual(['galley-client']);
    const mcp = await manifestOf(join(installed('galley-mcp'), 'package.json'));
    expect(Object.keys(mcp.dependencies ?? {})).toEqual(mcpLibraries);
    expect(
      (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.')).sort(),
    ).toEqual([
      '@modelcontextprotocol',
      '@sinclair',
      'create-galley',
      'create-galley-site',
      'galley-astro',
      'galley-client',
      'galley-mcp',
      'galley-next',
    ]);
  });
});
