import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scopes } from '../../../../src/contract/access.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { inRepository } from '../../../support/program.ts';
import { startService } from '../../../support/service.ts';
import { faultsWhere } from '../../../support/type-check.ts';

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
  const caller = inRepository('src/core/context/request-context.ts');
  const scope = inRepository('src/core/http/cache/cache-scope.ts');
  const access = inRepository('src/contract/access.ts');
  const textOf = (file: string) => readFileSync(file, 'utf8');

  /** The text of a file with more behind the place that is named. */
  function withMore(file: string, place: string, more: string): string {
    const text = textOf(file);
    expect(text.split(place)).toHaveLength(2);
    return text.replace(place, place + more);
  }

  const ofCaller = { [caller]: withMore(caller, 'export interface Caller {', ' readonly planted: string;') };
  const ofReader = {
    ...ofCaller,
    [scope]: withMore(scope, 'export const shapesResponses = {', ' planted: true,'),
  };
  const ofGrant = { [access]: withMore(access, 'export interface Grant {', ' readonly planted: string;') };

  it.each([
    ['of callers, in the list of those that shape answers', ofCaller, scope, /'planted' is missing/],
    [
      'of readers, in the key of kept answers',
      ofReader,
      scope,
      /not assignable to parameter of type 'never'/,
    ],
    ['of grants, in their text', ofGrant, access, /not assignable to type 'Record<string, never>'/],
  ])('stops the build: %s', (_of, planted: Record<string, string>, main, why) => {
    expect(faultsWhere({}, main)).toEqual([]);
    expect(faultsWhere(planted, main).join('\n')).toMatch(why);
  });
});
