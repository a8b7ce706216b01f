import { articlesFeature, authorsFeature, blogFeature, kbFeature } from '../modules/index.ts';
import {
  auditFeature,
  keysFeature,
  passkeysFeature,
  policyFeature,
  projectCreationFeature,
  signInFeature,
  ssoFeature,
  usersFeature,
} from '../accounts/index.ts';
import {
  activityFeedFeature,
  bulkFeature,
  commentsFeature,
  dashboardApiFeature,
  digestsFeature,
  notificationsFeature,
  presenceFeature,
  previewFeature,
  releaseScreensFeature,
  reviewsFeature,
  searchFeature,
  usageFeature,
  viewsFeature,
} from '../dashboard/index.ts';
import { changesFeature, deliveriesFeature, purgesFeature, webhooksFeature } from '../delivery/index.ts';
import { contentFeature, contentTypesFeature, entriesFeature, mediaFeature } from '../content/index.ts';
import {
  activityFeature,
  bulkWritesFeature,
  eventsFeature,
  idempotencyFeature,
  invalidationsFeature,
  limitsFeature,
  localesFeature,
  projectsFeature,
} from '../projects/index.ts';
import { introspectionFeature } from '../introspection/index.ts';
import type { Feature } from '../core/context/index.ts';
import { jobsFeature } from '../core/jobs/index.ts';
import {
  publishingFeature,
  releasesFeature,
  translationsFeature,
  trashFeature,
  versionsFeature,
} from '../lifecycle/index.ts';
import { seedsFeature } from '../seeds/index.ts';
import { backupsFeature, loadFeature, tablesFeature, transferFeature } from '../transfer/index.ts';
import { textsFeature } from './start/normalize-texts.ts';

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
  localesFeature,
  translationsFeature,
  authorsFeature,
  articlesFeature,
  blogFeature,
  kbFeature,
  bulkWritesFeature,
  mediaFeature,
  previewFeature,
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
  ssoFeature,
  passkeysFeature,
  policyFeature,
  projectCreationFeature,
  dashboardApiFeature,
  activityFeature,
  presenceFeature,
  viewsFeature,
  searchFeature,
  releaseScreensFeature,
  reviewsFeature,
  commentsFeature,
  notificationsFeature,
  digestsFeature,
  activityFeedFeature,
  usageFeature,
  jobsFeature,
  seedsFeature,
  loadFeature,
  transferFeature,
  backupsFeature,
  tablesFeature,
  textsFeature,
];
