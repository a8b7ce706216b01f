import { articlesFeature } from '../modules/articles/feature.ts';
import { auditFeature } from '../accounts/audit-log/feature.ts';
import { authorsFeature } from '../modules/authors/feature.ts';
import { blogFeature } from '../modules/blog/feature.ts';
import { bulkFeature } from '../dashboard/bulk/feature.ts';
import { changesFeature } from '../delivery/changes/feature.ts';
import { contentFeature } from '../content/entries/feature.ts';
import { contentTypesFeature } from '../content/types/feature.ts';
import { dashboardApiFeature } from '../dashboard/api/feature.ts';
import { deliveriesFeature } from '../delivery/queue/feature.ts';
import { entriesFeature } from '../content/entries/store/feature.ts';
import { eventsFeature } from '../projects/events/feature.ts';
import { invalidationsFeature } from '../projects/invalidations/feature.ts';
import { idempotencyFeature } from '../projects/idempotency/feature.ts';
import { introspectionFeature } from '../introspection/feature.ts';
import { kbFeature } from '../modules/kb/feature.ts';
import { keysFeature } from '../accounts/keys/feature.ts';
import { limitsFeature } from '../projects/limits/feature.ts';
import { mediaFeature } from '../content/media/feature.ts';
import type { Feature } from '../core/context/feature.ts';
import { jobsFeature } from '../core/jobs/feature.ts';
import { presenceFeature } from '../dashboard/presence/feature.ts';
import { purgesFeature } from '../delivery/purges/feature.ts';
import { projectCreationFeature } from '../accounts/new-project/feature.ts';
import { projectsFeature } from '../projects/project/feature.ts';
import { publishingFeature } from '../lifecycle/publishing/feature.ts';
import { releasesFeature } from '../lifecycle/releases/feature.ts';
import { seedsFeature } from '../seeds/feature.ts';
import { signInFeature } from '../accounts/sign-in/feature.ts';
import { trashFeature } from '../lifecycle/trash/feature.ts';
import { usersFeature } from '../accounts/users/feature.ts';
import { versionsFeature } from '../lifecycle/versions/feature.ts';
import { viewsFeature } from '../dashboard/views/feature.ts';
import { webhooksFeature } from '../delivery/webhooks/feature.ts';

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
