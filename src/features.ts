import { articlesFeature } from './articles/feature.ts';
import { auditFeature } from './audit/feature.ts';
import { authorsFeature } from './authors/feature.ts';
import { blogFeature } from './blog/feature.ts';
import { bulkFeature } from './bulk/feature.ts';
import { changesFeature } from './changes/feature.ts';
import { contentFeature } from './content/feature.ts';
import { contentTypesFeature } from './content-types/feature.ts';
import { dashboardApiFeature } from './dashboard-api/feature.ts';
import { deliveriesFeature } from './deliveries/feature.ts';
import { entriesFeature } from './entries/feature.ts';
import { eventsFeature } from './events/feature.ts';
import { invalidationsFeature } from './invalidations/feature.ts';
import { idempotencyFeature } from './idempotency/feature.ts';
import { introspectionFeature } from './introspection/feature.ts';
import { kbFeature } from './kb/feature.ts';
import { keysFeature } from './keys/feature.ts';
import { limitsFeature } from './limits/feature.ts';
import { mediaFeature } from './media/feature.ts';
import type { Feature } from './platform/feature.ts';
import { jobsFeature } from './platform/jobs/feature.ts';
import { presenceFeature } from './presence/feature.ts';
import { purgesFeature } from './purges/feature.ts';
import { projectCreationFeature } from './project-creation/feature.ts';
import { projectsFeature } from './projects/feature.ts';
import { publishingFeature } from './publishing/feature.ts';
import { releasesFeature } from './releases/feature.ts';
import { seedsFeature } from './seeds/feature.ts';
import { signInFeature } from './sign-in/feature.ts';
import { trashFeature } from './trash/feature.ts';
import { usersFeature } from './users/feature.ts';
import { versionsFeature } from './versions/feature.ts';
import { viewsFeature } from './views/feature.ts';
import { webhooksFeature } from './webhooks/feature.ts';

/** Every feature, in the order in which documents and introspection list their endpoints. */
export const features: readonly Feature[] = [
  projectsFeature,
  introspectionFeature,
  keysFeature,
  changesFeature,
  contentTypesFeature,
  entriesFeature,
  contentFeature,
  releasesFeature,
  authorsFeature,
  articlesFeature,
  blogFeature,
  kbFeature,
  mediaFeature,
  publishingFeature,
  versionsFeature,
  trashFeature,
  bulkFeature,
  eventsFeature,
  auditFeature,
  invalidationsFeature,
  deliveriesFeature,
  webhooksFeature,
  purgesFeature,
  idempotencyFeature,
  limitsFeature,
  usersFeature,
  signInFeature,
  projectCreationFeature,
  dashboardApiFeature,
  presenceFeature,
  viewsFeature,
  jobsFeature,
  seedsFeature,
];
