export { activityFeature } from './activity/feature.ts';
export { activity, noteActivity, noteNotifications } from './activity/repository.ts';
export type { ActivityRecord } from './activity/schema.ts';
export { audit, auditHeads, newestRows, seqAt, streamRows } from './audit/repository.ts';
export { type AuditRecord, installationLog } from './audit/schema.ts';
export { SealKey } from './audit/seals/digest.ts';
export {
  auditRoots,
  auditSeals,
  deleteHead,
  newestRoot,
  rootsOf,
  sealedUntil,
} from './audit/seals/repository.ts';
export { clearAddresses, trimAll } from './audit/seals/retention.ts';
export { sealAll } from './audit/seals/seal.ts';
export { type RootCopy, verifyAll } from './audit/seals/verify.ts';
export type { AuditWriter } from './audit/store.ts';
export { type SystemWriteSource, type SystemTx, writeSystem } from './audit/system-writes.ts';
export { eventsFeature } from './events/feature.ts';
export {
  eventsAfter,
  eventsFrom,
  type FeedPosition,
  findEvent,
  oldestUnfanned,
  revisionBefore,
} from './events/repository.ts';
export type { EventRecord } from './events/schema.ts';
export { Watcher, watcherLease } from './events/watcher.ts';
export { idempotencyFeature } from './idempotency/feature.ts';
export { createIdempotentRunner } from './idempotency/service.ts';
export { invalidationsFeature } from './invalidations/feature.ts';
export { comparePositions } from './invalidations/invalidation-rows.ts';
export { latestInvalidations } from './invalidations/latest.ts';
export type { InvalidationPosition, InvalidationRow } from './invalidations/schema.ts';
export {
  everything,
  findInvalidationPosition,
  invalidateManually,
  invalidationPageAfter,
  invalidationPosition,
  isHistoryComplete,
  tagsBetween,
  tagsOfEvents,
  watchInvalidations,
} from './invalidations/service.ts';
export { storeInvalidation } from './invalidations/stored/service.ts';
export { errorInLocale, withLocaleInErrors } from './locales/errors.ts';
export { localesFeature } from './locales/feature.ts';
export {
  fallbackChain,
  findLocale,
  hasDefaultRows,
  type LocaleLink,
  localesOf,
  serializeLocales,
  servedChain,
} from './locales/list.ts';
export {
  type AddressedLocale,
  editedLocale,
  furtherLocaleId,
  inBulkLocale,
  inWrittenLocale,
  readInLocales,
  writesLocalesOnly,
  writtenLocale,
} from './locales/read.ts';
export { findProjectsInLocales } from './locales/repository.ts';
export { Locale, localeBounds } from './locales/schema.ts';
export { addLocale, changeLocale, listLocales, listPresentLocales, removeLocale } from './locales/service.ts';
export { rewriteLocaleRows } from './locales/sweep.ts';
export { limitsFeature } from './limits/feature.ts';
export { type Budgets, budgets, checkProjectLimit, personBudgets } from './limits/service.ts';
export { storeProjectAudit } from './project/audit.ts';
export {
  beginImport,
  readExportedSettings,
  type ExportedSettings,
  finishImport,
  cancelImport,
  setTemplate,
} from './project/exported-settings.ts';
export { cdnModeOf, cdnOf, mergeCdn } from './project/cdn.ts';
export { projectsFeature } from './project/feature.ts';
export { findRestoreTests, findTemplates, findUnfinishedCopies } from './project/copies.ts';
export { findUsageLimits } from './project/usage-limits.ts';
export { findProjectAndRelease } from './project/project-and-release.ts';
export {
  countProjectsCreatedBy,
  definitionsVersionOf,
  deleteProject,
  findProject,
  keepsKeyDeletions,
  findGroupRoles,
  findProjectCreatedBy,
  findProjects,
  findUnnormalized,
  findUnnormalizedValues,
  insertProject,
  noteNormalized,
  readRevisions,
  projectState,
  setNextDate,
  setUsage,
  updateProject,
} from './project/repository.ts';
export {
  ChangeProjectSettings,
  Project,
  type ProjectRecord,
  ProjectSettings,
  StorageTest,
  publishApprovalOf,
} from './project/schema.ts';
export {
  allProjects,
  checkName,
  projectCreatedEntry,
  newProject,
  type NewProject,
} from './project/service.ts';
export { bulkWritesFeature } from './bulk-writes/feature.ts';
export { checkWrittenLocales } from './write/written-locales.ts';
export { BatchBroken, writeBatch } from './write/batch.ts';
export { DueChangePending, type WriteSource, writeProject, writerOf } from './write/transaction.ts';
export { Reservation } from './write/write-order.ts';
export type { UnnormalizedValue } from './project/schema.ts';
