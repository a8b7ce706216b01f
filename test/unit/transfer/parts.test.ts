import { describe, expect, it } from 'vitest';
import { collections, projectParts } from '../../support/assembly.ts';

const { carried } = projectParts;

describe('what a project consists of', () => {
  it('is every collection but secrets, people, and the history of one installation', () => {
    const names = new Set(carried.map(({ name }) => name));
    const others = collections.map(({ name }) => name).filter((name) => !names.has(name));

    expect(others.sort()).toEqual([
      'access_links',
      'api_keys',
      'audit',
      'audit_heads',
      'audit_roots',
      'audit_seals',
      'bulk_jobs',
      'bulk_parts',
      'challenges',
      'comments',
      'counters',
      'deliveries',
      'entry_locales', // read rows, which an import writes again
      'events',
      'idempotency',
      'identities',
      'import_rows',
      'imports',
      'invalidations',
      'jobs',
      'kb_vote_salts',
      'media_leftovers',
      'media_moves',
      'members',
      'passkeys',
      'presence',
      'preview_links',
      'projects',
      'search_retries',
      'search_rows',
      'search_state',
      'sessions',
      'set_up',
      'sign_in_refusals',
      'sign_in_tickets',
      'trash',
      'users',
      'versions',
      'views',
      'webhook_endpoints',
    ]);
  });

  it('stores releases first, of which everything else of a release is a part', () => {
    expect(carried[0]?.name).toBe('releases');
    expect(carried.filter(({ collection }) => collection.scope === 'system')).toEqual([]);
    expect(new Set(carried.map(({ name }) => name)).size).toBe(carried.length);
  });
});
