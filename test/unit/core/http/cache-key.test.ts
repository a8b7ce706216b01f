import { Type } from '@sinclair/typebox';
import type { Context } from 'koa';
import { describe, expect, it } from 'vitest';
import { inputReader, type RouteInputSpec } from '../../../../src/core/http/query/input.ts';

const query = Type.Object({ limit: Type.Optional(Type.Integer()), sort: Type.Optional(Type.String()) });
const route: RouteInputSpec = { scope: 'release', filters: true, images: true, input: { query } };

function cacheKeyOf(querystring: string, spec: RouteInputSpec = route, accepted: string[] = []): string {
  return inputReader(spec, accepted)({ querystring, params: { type: 'page' } } as unknown as Context)
    .canonicalText;
}

describe('the key of the response cache', () => {
  it('contains a parameter that the server accepts beside the values of a route', () => {
    const keys = ['', 'locale=de', 'locale=en', 'locale='].map((text) => cacheKeyOf(text, route, ['locale']));

    expect(new Set(keys).size).toBe(4);
  });

  it('contains the release, where the route has one', () => {
    expect(cacheKeyOf('release=rel_a')).not.toBe(cacheKeyOf('release=rel_b'));
    expect(cacheKeyOf('release=rel_a')).not.toBe(cacheKeyOf(''));
  });

  it('ignores the release of a route that has none', () => {
    const project = { ...route, scope: 'project' };

    expect(cacheKeyOf('release=rel_a', project)).toBe(cacheKeyOf('', project));
  });

  it.each([
    ['limit=2&sort=title', 'sort=title&limit=2'],
    ['where[a]=1&where[b]=2', 'where[b]=2&where[a][eq]=1'],
    ['images=320&image_ratio=32:18', 'image_ratio=16:9&images=320'],
    ['limit=2&utm_source=x&_=1', 'limit=2'],
  ])('is one for two spellings of a query: %s and %s', (one, other) => {
    expect(cacheKeyOf(one)).toBe(cacheKeyOf(other));
  });

  it.each([
    ['images=320', 'images=640'],
    ['where[a]=1', 'where[a][ne]=1'],
    ['sort=a&where[sort]=a', 'sort=a&where[sort]=b'],
  ])('differs for %s and %s', (one, other) => {
    expect(cacheKeyOf(one)).not.toBe(cacheKeyOf(other));
  });
});
