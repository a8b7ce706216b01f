import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../client/src/main.ts';
import { signedIn } from '../support/dashboard.ts';
import { guideBlocks } from '../support/guide.ts';
import { inRepository } from '../support/program.ts';
import { startService } from '../support/service.ts';
import { typeChecker } from '../support/type-check.ts';

vi.setConfig({ testTimeout: 120_000 }); // the compiler starts slowly on a busy machine

const service = await startService();
const faults = typeChecker([
  'lib.es2022.d.ts',
  'lib.dom.d.ts',
  'lib.dom.iterable.d.ts',
  'lib.dom.asynciterable.d.ts',
]);

/** What the examples use of Next and Node, as their own declarations have it. */
const frameworks = `
declare module 'next/headers' {
  export function draftMode(): Promise<{ isEnabled: boolean; enable(): void; disable(): void }>;
  export function cookies(): Promise<{
    get(name: string): { value: string } | undefined;
    set(name: string, value: string, options: { httpOnly?: boolean; secure?: boolean; sameSite?: 'lax' }): void;
  }>;
}
declare module 'next/navigation' { export function redirect(path: string): never; }
declare const process: { env: Record<string, string | undefined> };
declare namespace JSX { interface IntrinsicElements { h1: { children?: unknown } } interface Element {} }`;

async function previewOf(projectId: string): Promise<string> {
  const editor = await signedIn(service, projectId, 'editor');
  await editor.send('POST', `/projects/${projectId}/blog/articles`, { title: 'Not out yet' });
  const { body } = await editor.send('POST', `/projects/${projectId}/preview`, {});
  return body.token as string;
}

describe('docs/preview.md', () => {
  it('reads drafts with the token, by curl and by the client', async () => {
    const project = await service.newProject();
    const token = await previewOf(project.id);

    const [line = ''] = guideBlocks('preview.md', 'sh');
    const env = { PATH: process.env['PATH'], BASE_URL: service.url, PREVIEW_TOKEN: token };
    const { stdout } = await promisify(execFile)('bash', ['-c', line], { env });
    expect(JSON.parse(stdout).data).toMatchObject([{ title: 'Not out yet' }]);

    const drafts = createClient({ baseUrl: service.url, preview: token });
    expect(await drafts.blog.articles.get('not-out-yet')).toMatchObject({ title: 'Not out yet' });
    const readers = createClient({ baseUrl: service.url, key: project.publishable.token });
    await expect(readers.blog.articles.get('not-out-yet')).rejects.toMatchObject({ status: 404 });
  });

  it('shows code that the compiler accepts', async () => {
    const [helper = ''] = guideBlocks('preview.md', 'ts');
    const [route = '', page = ''] = guideBlocks('preview.md', 'tsx');
    const names = (await readdir(inRepository('client/src'))).filter((name) => name.endsWith('.ts'));
    const client = await Promise.all(
      names.map(async (name) => [name, await readFile(inRepository(`client/src/${name}`), 'utf8')] as const),
    );
    const local = (code: string) =>
      code.replace(`'galley-client'`, `'./main.ts'`).replace(`'../../../galley'`, `'./galley.ts'`);
    const files = {
      ...Object.fromEntries(client),
      'frameworks.d.ts': frameworks,
      'galley.ts': local(helper),
    };
    const withFrameworks = (code: string) => `/// <reference path="./frameworks.d.ts" />\n${local(code)}`;

    expect(faults({ ...files, 'route.ts': withFrameworks(route) }, 'route.ts')).toEqual([]);
    const plain = page.replace(/<h1>\{(.*)\}<\/h1>/, '$1');
    expect(faults({ ...files, 'page.ts': withFrameworks(plain) }, 'page.ts')).toEqual([]);
  });
});
