import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../packages/client/src/main.ts';
import { signedIn } from '../../support/dashboard.ts';
import { guideBlocks } from '../../support/guide.ts';
import { inRepository } from '../../support/program.ts';
import { startService } from '../../support/service.ts';
import { typeChecker } from '../../support/type-check.ts';

vi.setConfig({ testTimeout: 120_000 }); // the compiler starts slowly on a busy machine

const service = await startService();
const faults = typeChecker([
  'lib.es2022.d.ts',
  'lib.dom.d.ts',
  'lib.dom.iterable.d.ts',
  'lib.dom.asynciterable.d.ts',
]);
const folder = await mkdtemp(join(tmpdir(), 'galley-preview-'));
afterAll(() => rm(folder, { recursive: true }));

const [helper = ''] = guideBlocks('build/next.md', 'ts').filter((text) => text.startsWith('// galley.ts'));
const untyped = helper.replace(/^import type .*\n/m, '').replace('<ContentTypes>', '');
const [route = '', read = ''] = guideBlocks('build/preview.md', 'tsx');
const page = `${read}\nexport { read };\n`;

/** What the examples use of Next and Node, as their own declarations have it. */
const frameworks = `
declare module 'next/headers' {
  export function draftMode(): Promise<{ isEnabled: boolean; enable(): void; disable(): void }>;
  export function cookies(): Promise<{
    get(name: string): { value: string } | undefined;
    set(name: string, value: string, options: { httpOnly?: boolean; secure?: boolean; sameSite?: 'none'; partitioned?: boolean }): void;
    delete(name: string): void;
  }>;
}
declare module 'next/navigation' {
  export function redirect(path: string): never;
  export function notFound(): never;
}
declare const process: { env: Record<string, string | undefined> };`;

/** The same as a framework runs it: one browser's cookies, and moves to other pages as failures that say where to. */
const shims = {
  'next-headers': `const jar = new Map();
    let isEnabled = false;
    export const draftMode = async () => ({ isEnabled, enable() { isEnabled = true; }, disable() { isEnabled = false; } });
    export const cookies = async () => ({
      get: (name) => jar.has(name) ? { value: jar.get(name) } : undefined,
      set: (name, value) => jar.set(name, value),
      delete: (name) => jar.delete(name),
    });`,
  'next-navigation': `export function redirect(path) { throw new Error('to ' + path); }
    export function notFound() { throw new Error('not found'); }`,
};

interface Site {
  /** The preview route, as a browser opens it. */
  GET(request: Request): Promise<Response>;
  read(slug: string): Promise<{ title: string }>;
}

async function loadSite(): Promise<Site> {
  const files = {
    'app/api/preview/route.ts': route,
    'app/blog/[slug]/page.ts': page,
    'galley.ts': untyped,
    'site.ts': `export * from './app/api/preview/route.ts';\nexport * from './app/blog/[slug]/page.ts';\n`,
    'next-headers.js': shims['next-headers'],
    'next-navigation.js': shims['next-navigation'],
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const outfile = join(folder, 'site.mjs');
  await build({
    entryPoints: [join(folder, 'site.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: {
      'galley-client': inRepository('packages/client/src/main.ts'),
      'next/headers': join(folder, 'next-headers.js'),
      'next/navigation': join(folder, 'next-navigation.js'),
    },
  });
  return (await import(pathToFileURL(outfile).href)) as Site;
}

/** A draft of a blog article, and an editor who previews it. */
async function draftIn(projectId: string) {
  const editor = await signedIn(service, projectId, 'editor');
  await editor.send('POST', `/projects/${projectId}/blog/articles`, { title: 'Not out yet' });
  const { body } = await editor.send('POST', `/projects/${projectId}/preview`, {});
  return { editor, token: body.token as string };
}

describe('docs/build/preview.md', () => {
  it('reads drafts with a key and with the token, by curl and by the client', async () => {
    const project = await service.newProject();
    const { token } = await draftIn(project.id);

    const env = {
      ...{ PATH: process.env['PATH'], BASE_URL: service.url },
      ...{ PREVIEW_TOKEN: token, SECRET_KEY: project.secret.token },
    };
    const lines = guideBlocks('build/preview.md', 'sh').filter(
      (block) => block.startsWith('curl') && !block.includes('at='), // its time is fixed
    );
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const { stdout } = await promisify(execFile)('bash', ['-c', line], { env });
      expect(JSON.parse(stdout).data).toMatchObject([{ title: 'Not out yet', state: { status: 'draft' } }]);
    }

    const drafts = createClient({ baseUrl: service.url, preview: token });
    expect(await drafts.blog.articles.get('not-out-yet')).toMatchObject({ title: 'Not out yet' });
    const staging = createClient({ baseUrl: service.url, key: project.secret.token, drafts: true });
    expect(await staging.blog.articles.get('not-out-yet')).toMatchObject({ state: { status: 'draft' } });
    expect(await staging.previewSession()).toMatchObject({ kind: 'key', drafts: 'all' });
    expect(await drafts.previewSession()).toMatchObject({ kind: 'member', drafts: 'all' });
    expect(await staging.authors.create({ name: 'Nell' })).toMatchObject({ slug: 'nell' }); // a write goes to /v1
    const readers = createClient({ baseUrl: service.url, key: project.publishable.token });
    await expect(readers.blog.articles.get('not-out-yet')).rejects.toMatchObject({ status: 404 });
  });

  it('shows a route and a page that begin a preview, and end it with its token', async () => {
    const project = await service.newProject();
    const { editor, token } = await draftIn(project.id);
    process.env['GALLEY_URL'] = service.url;
    process.env['GALLEY_KEY'] = project.secret.token;
    const site = await loadSite();
    const open = (query: string) => site.GET(new Request(`http://site.example/api/preview${query}`));

    expect(await open('?slug=not-out-yet&token=pv_wrong')).toMatchObject({ status: 401 });
    await expect(site.read('not-out-yet')).rejects.toThrow('not found');
    await expect(open(`?slug=not-out-yet&token=${token}`)).rejects.toThrow('to /blog/not-out-yet');
    expect(await site.read('not-out-yet')).toMatchObject({ title: 'Not out yet' });
    await expect(site.read('nowhere')).rejects.toThrow('not found');

    await editor.send('DELETE', '/session');
    await expect(site.read('not-out-yet')).rejects.toThrow('to /api/preview');
    expect(await open('')).toMatchObject({ status: 401 });
    await expect(site.read('not-out-yet')).rejects.toThrow('not found');
  });

  it('shows code that the compiler accepts', async () => {
    const client = inRepository('packages/client/src/main.ts');
    const local = (code: string) =>
      code.replace(`'galley-client'`, `'${client}'`).replace(`'../../../galley'`, `'./galley.ts'`);
    const files = {
      'frameworks.d.ts': frameworks,
      'galley.ts': local(untyped),
    };
    const withFrameworks = (code: string) => `/// <reference path="./frameworks.d.ts" />\n${local(code)}`;

    expect(faults({ ...files, 'route.ts': withFrameworks(route) }, 'route.ts')).toEqual([]);
    expect(faults({ ...files, 'page.ts': withFrameworks(page) }, 'page.ts')).toEqual([]);
  });
});
