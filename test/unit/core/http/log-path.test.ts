import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../../src/core/http/server/log-path.ts';

describe('withoutSecrets', () => {
  it.each([
    ['/v1/content/task_list/entries', '/v1/content/task_list/entries'],
    ['/v1/content/desk_products', '/v1/content/desk_products'],
    ['/v1/sk_abc', '/v1/[masked]'],
    ['/v1/content/%73k_abc?key=sk_def', '/v1/content/[masked]'],
    ['/v1/x-pk_abc/y', '/v1/x-[masked]/y'],
  ])('turns %s into %s', (path, logged) => {
    expect(withoutSecrets(path)).toBe(logged);
  });
});
