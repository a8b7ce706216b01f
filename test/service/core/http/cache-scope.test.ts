import { describe, expect, expectTypeOf, it } from 'vitest';
import { grantOf } from '../../../../src/contract/access.ts';
import type { Caller } from '../../../../src/core/context/request-context.ts';
import {
  withoutIdentity,
  cacheScope,
  type CacheReader,
  type Only,
  shapesResponses,
} from '../../../../src/core/http/cache/cache-scope.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

/** How many answers were kept ones so far. */
async function keptHits(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split('\n').find((one) => /^galley_kept_answers_total\{[^}]*"hit"/.test(one));
  return Number(line?.split(' ').at(-1));
}

describe('the scope of a kept answer', () => {
  it('is a closed type: a new property of a caller does not compile until it is decided upon', () => {
    interface Narrowed extends Caller {
      planted: string;
    }
    type Decisions<C> = Record<keyof C, boolean>;

    expectTypeOf(shapesResponses).toExtend<Decisions<Caller>>();
    expectTypeOf(shapesResponses).not.toExtend<Decisions<Narrowed>>();
    expectTypeOf<CacheReader>().toEqualTypeOf<Pick<Caller, 'purpose' | 'grant'>>();
    expectTypeOf<Only<CacheReader, 'purpose' | 'grant'>>().toEqualTypeOf<CacheReader>();
    expectTypeOf<Only<Pick<Narrowed, 'purpose' | 'planted'>, 'purpose'>>().toBeNever();
    // @ts-expect-error -- a reader without what shapes answers has no scope
    expect(() => cacheScope({})).toThrow();
  });

  it('shows the work nothing that is not part of the key', () => {
    const one: Caller = {
      kind: 'key',
      keyId: 'key_1',
      purpose: 'secret',
      name: 'One',
      expiresAt: new Date(1),
      address: '192.0.2.1',
      grant: null,
    };
    const other: Caller = { ...one, kind: 'user', keyId: 'usr_2', name: 'Two', expiresAt: null, address: '' };

    expect(withoutIdentity(one)).toEqual(withoutIdentity(other));
    expect(cacheScope(one)).toBe(cacheScope(other));
    expect(cacheScope({ ...one, purpose: 'publishable' })).not.toBe(cacheScope(one));
    const narrowed = { ...one, grant: grantOf('viewer') };
    expect(cacheScope(narrowed)).not.toBe(cacheScope(one));
    expect(cacheScope(narrowed)).toBe(cacheScope({ ...other, grant: grantOf('viewer') }));
  });
});

describe('answers that are kept', () => {
  it('are never given to a key of another purpose or of another project', async () => {
    const projects = [await service.newProject(), await service.newProject()];
    for (const [i, { secret }] of projects.entries())
      expect((await secret.post('/v1/authors', { name: `Author ${i}` })).status).toBe(201);
    const clients = projects.flatMap(({ secret, publishable }, i) => [
      { client: secret, name: `Author ${i}` },
      { client: publishable, name: `Author ${i}` },
    ]);
    const hitsBefore = await keptHits();

    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(clients.map(({ client }) => client.get('/v1/authors')));
      expect(all.map(({ body }) => body['data'][0].name)).toEqual(clients.map(({ name }) => name));
      const described = await Promise.all(clients.map(({ client }) => client.get('/v1/introspection')));
      expect(described.map(({ body }) => body['project'].id)).toEqual(projects.flatMap(({ id }) => [id, id]));
    }

    expect((await keptHits()) - hitsBefore).toBeGreaterThan(0); // some of them were kept ones
  });
});
