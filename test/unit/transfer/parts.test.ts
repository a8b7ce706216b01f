import { describe, expect, it } from 'vitest';
import { collections, projectParts } from '../../support/assembly.ts';

const { carried } = projectParts;

describe('what a project consists of', () => {
  it('is every collection but secrets, people, and the work of one installation', () => {
    const names = new Set(carried.map(({ name }) => name));
    const others = collections.map(({ name }) => name).filter((name) => !names.has(name));

    expect(others.sort()).toEqual([
      'access_links',
      'activity',
      'api_keys',
      'article_locales', // read rows, which an import writes again
      'audit',
      'audit_heads',
      'audit_roots',
      'audit_seals',
      'backups',
      'bulk_jobs',
      'bulk_parts',
      'challenges',
      'counters',
      'deliveries',
      'demos',
      'digests',
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
      'notifications',
      'passkeys',
      'presence',
      'preview_links',
      'project_copies',
      'projects',
      'search_retries',
      'search_rows',
      'search_state',
      'sessions',
      'set_up',
      'sign_in_refusals',
      'sign_in_tickets',
      'usage_days',
      'users',
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
