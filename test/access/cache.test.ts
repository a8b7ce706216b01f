import { describe, expect, it } from 'vitest';
import type { Scopes } from '../../src/contract/access.ts';
import { defineType, publishEntry } from '../support/content.ts';
import { inRepository } from '../support/program.ts';
import { startService } from '../support/service.ts';
import { typeChecker } from '../support/type-check.ts';

const service = await startService();

const grants: readonly (Scopes | undefined)[] = [
  undefined,
  { can: ['read'] },
  { can: ['read'], types: ['page'] },
  { can: ['read'], types: ['note', 'page'] },
  { can: ['read'], areas: ['content'], types: ['page'] },
  { can: ['read'], areas: ['kb'] },
];

describe('kept answers', () => {
  it('are each grant’s own, whoever asks at once', async () => {
    const project = await service.newProject();
    await defineType(project, 'note', { title: 'string' });
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'about', type: 'reference', options: { content_type: 'note' } },
    ]);
    const note = await publishEntry(project, 'note', { title: 'A note' });
    const page = await publishEntry(project, 'page', { title: 'A page', about: note });
    const keys = await Promise.all(
      grants.map(async (scopes) => {
        const made = { purpose: 'publishable' as const, ...(scopes === undefined ? {} : { scopes }) };
        return project.as((await project.newKey(made)).token);
      }),
    );
    const asked = ['/v1/content/page', `/v1/content/page/${page}`, '/v1/introspection'];
    const alone = new Map<string, string>();
    for (const path of asked)
      for (const [i, key] of keys.entries())
        alone.set(`${i} ${path}`, withoutRequest((await key.get(path)).text));

    for (const path of asked) {
      const all = await Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          const i = n % keys.length;
          return [`${i} ${path}`, withoutRequest((await keys[i]?.get(path))?.text ?? '')] as const;
        }),
      );
      for (const [name, bytes] of all) expect([name, bytes]).toEqual([name, alone.get(name)]);
    }
    const about = (i: number) => alone.get(`${i} /v1/content/page`)?.includes('A note');
    expect([0, 1, 2, 3, 4, 5].map(about)).toEqual([true, true, false, true, false, false]);
  });

  it('are shared by keys of one grant, however it was written, and equal byte for byte', async () => {
    const project = await service.newProject();
    await defineType(project, 'note', { title: 'string' });
    await defineType(project, 'page', { title: 'string' });
    await publishEntry(project, 'page', { title: 'A page' });
    const bytesWith = async (types: string[], name: string) => {
      const { token } = await project.newKey({
        purpose: 'publishable',
        name,
        scopes: { can: ['read'], types },
      });
      return (await project.as(token).get('/v1/content/page')).text;
    };

    expect(await bytesWith(['page', 'note'], 'One')).toBe(await bytesWith(['note', 'page'], 'Another'));
  });
});

const withoutRequest = (text: string) => text.replaceAll(/req_[0-9a-z]+/g, '');

describe('a property that nobody decided upon', () => {
  const faultsOf = typeChecker(['lib.es2023.d.ts', 'lib.dom.d.ts']);
  const at = (file: string) => JSON.stringify(inRepository(file));

  it.each([
    [
      'of callers',
      `import { shapesAnswers } from ${at('src/platform/http/cache-scope.ts')};
       import type { Caller } from ${at('src/platform/call.ts')};
       export const decided: Record<keyof Caller | 'planted', boolean> = shapesAnswers;`,
    ],
    [
      'of readers',
      `import type { CacheReader, Only } from ${at('src/platform/http/cache-scope.ts')};
       export const reader: Only<CacheReader & { planted: string }, 'purpose' | 'grant'> = null as never as CacheReader & { planted: string };`,
    ],
    [
      'of grants',
      `import type { Grant } from ${at('src/contract/access.ts')};
       declare const grant: Grant & { planted: string };
       const { can, areas, types, releases, ...rest } = grant;
       export const nothing: Record<string, never> = rest;
       export const all = [can, areas, types, releases];`,
    ],
  ])('stops the build: %s', (_of, program) => {
    expect(faultsOf({ 'program.ts': program }, 'program.ts')).toHaveLength(1);
    expect(
      faultsOf(
        { 'program.ts': program.replaceAll(/ \| 'planted'| & \{ planted: string \}/g, '') },
        'program.ts',
      ),
    ).toEqual([]);
  });
});
