import { articles } from './articles/repository.ts';
import { authors } from './authors/repository.ts';
import { categories } from './blog/repository.ts';
import { deliveries } from './deliveries/repository.ts';
import { events } from './events/repository.ts';
import { foldAnew } from './fold-migration.ts';
import { contentTypes } from './content-types/repository.ts';
import { giveSortSlots } from './content-types/sort-slots-migration.ts';
import { entries } from './entries/repository.ts';
import { idempotency } from './idempotency/repository.ts';
import { kbCollections, kbSections } from './kb/shelves/repository.ts';
import { votes, voteSalts, voteTotals } from './kb/votes/repository.ts';
import { apiKeys } from './keys/repository.ts';
import { mediaLeftovers } from './media/leftovers/repository.ts';
import { media } from './media/repository.ts';
import { jobRows } from './platform/jobs/collection.ts';
import type { AnyCollection } from './platform/mongo/collection.ts';
import { rateCounters } from './platform/mongo/counters.ts';
import type { Declared, Migration } from './platform/mongo/set-up.ts';
import { serviceVersion } from './platform/service-version.ts';
import { projects } from './projects/repository.ts';
import { releases, removals } from './releases/repository.ts';
import { accessLinks, setUpRows } from './sign-in/service.ts';
import { seeded } from './seeds/service.ts';
import { members, users } from './users/repository.ts';
import { sessions } from './users/session-repository.ts';
import { presence } from './presence/repository.ts';
import { versions } from './versions/repository.ts';
import { webhookEndpoints } from './webhooks/repository.ts';

/** Every collection, created with its indexes at start. */
export const collections: readonly AnyCollection[] = [
  projects,
  apiKeys,
  releases,
  removals,
  rateCounters,
  events,
  idempotency,
  contentTypes,
  entries,
  articles,
  authors,
  categories,
  kbCollections,
  kbSections,
  votes,
  voteTotals,
  voteSalts,
  users,
  members,
  sessions,
  setUpRows,
  accessLinks,
  versions,
  presence,
  media,
  mediaLeftovers,
  webhookEndpoints,
  deliveries,
  jobRows,
  seeded,
];

/** Those that grow with what projects hold: where MongoDB is sharded, these may be, by `project_id` (docs/scaling.md). */
export const shardable: readonly AnyCollection[] = [
  entries,
  contentTypes,
  removals,
  versions,
  articles,
  authors,
  categories,
  kbCollections,
  kbSections,
  votes,
  voteTotals,
  media,
  mediaLeftovers,
  events,
  deliveries,
  webhookEndpoints,
  idempotency,
  presence,
  seeded,
];

/** Every change of stored data, by number. */
const migrations: readonly Migration[] = [giveSortSlots, foldAnew];

/** What this build brings to a database; the service and the command line must know the same. */
export const declared: Declared = { build: serviceVersion, collections, migrations };
