import { articles } from './articles/repository.ts';
import { authors } from './authors/repository.ts';
import { categories } from './blog/repository.ts';
import { contentTypes } from './content-types/repository.ts';
import { entries } from './entries/repository.ts';
import { foldTexts } from './fold-migration.ts';
import { kbCollections, kbSections } from './kb/shelves/repository.ts';
import { votes, voteTotals } from './kb/votes/repository.ts';
import { media } from './media/repository.ts';
import { releases, removals } from './releases/repository.ts';
import { seeded } from './seeds/service.ts';
import type { ProjectParts } from './transfer/schema.ts';

const published = ['draft', 'live', 'status', 'revision', 'created_at', 'updated_at'];
const named = ['slug', 'revision', 'created_at', 'updated_at'];

/**
 * What a project consists of, in the order in which it is stored again; its own row is a matter of its own
 * (src/projects/carried.ts). Who adds a collection says here whether exports carry it.
 */
export const projectParts: ProjectParts = {
  carried: [
    // One that is being copied or removed is nothing yet, or nothing any more.
    {
      name: 'releases',
      collection: releases,
      needs: ['name', 'status', 'base_at'],
      only: { status: 'ready' },
    },
    { name: 'content_types', collection: contentTypes, needs: ['slug', 'kind', 'fields'], orderBy: 'slug' },
    { name: 'entries', collection: entries, needs: ['id', 'type', ...published], orderBy: 'id' },
    { name: 'release_removals', collection: removals, needs: ['id', 'at'] },
    { name: 'media', collection: media, needs: ['file_name', 'status', 'object'] },
    { name: 'authors', collection: authors, needs: named },
    { name: 'categories', collection: categories, needs: named },
    { name: 'kb_collections', collection: kbCollections, needs: named },
    { name: 'kb_sections', collection: kbSections, needs: named },
    { name: 'articles', collection: articles, needs: ['module', 'slug', ...published] },
    // The votes of visitors who are known by an address stay: they are about to be forgotten. Their figures go.
    { name: 'kb_votes', collection: votes, needs: ['article', 'helpful'], only: { forget_at: null } },
    { name: 'kb_vote_totals', collection: voteTotals, needs: ['helpful', 'not_helpful'] },
    {
      name: 'seeded',
      collection: seeded,
      needs: ['name', 'id'],
      idIn: (projectId, { name }) => `${projectId}/${String(name)}`,
    },
  ],
  stays: {
    projects: 'carried by itself',
    api_keys: 'secrets',
    webhook_endpoints: 'secrets, and addresses of one installation',
    deliveries: 'history of one installation',
    events: 'history of one installation; its receivers know it',
    kb_vote_salts: 'secrets of two days',
    users: 'people of one installation, with their passwords',
    members: 'people of one installation',
    sessions: 'secrets',
    presence: 'who is there now',
    versions: 'history of people of one installation',
    set_up: 'a secret',
    access_links: 'secrets, and people of one installation',
    media_leftovers: 'objects of one storage that are about to go',
    idempotency: 'answers of one day',
    rate_counters: 'figures of one minute',
    jobs: 'timers, made anew from the dates',
  },
  renew: ({ system, projectId }) => foldTexts(system, projectId),
};
