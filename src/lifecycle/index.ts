export {
  addressLocales,
  type AddressedLocales,
  type LocaleInput,
  rejectInput,
  type WrittenLocale,
} from './locales/addressed.ts';
export { eventLocales, eventSource } from './locales/event-source.ts';
export { applyFirstDue, firstDue, withoutLocale } from './locales/item-change.ts';
export { checkLocaleRowBytes, localeRowBytesMax } from './locales/row-bytes.ts';
export { firstSampledId, haveSameRows } from './locales/compare-rows.ts';
export { deletedStateIn } from './locales/deleted-state.ts';
export {
  draftsInChain,
  inTranslation,
  listedStateIn,
  listedStates,
  type ListedLocale,
  translationFilters,
} from './locales/listed.ts';
export { rejectWhileAnyDue } from './locales/reject-due.ts';
export { type LocaleRemoval, removalOf } from './locales/removal.ts';
export { type ItemNotice, type LocaleNotice, noticeOf, type Readership } from './locales/notices.ts';
export type {
  LocalizedItem,
  LocaleState,
  LocaleStates,
  OwnValues,
  TextSource,
  TranslationKeys,
} from './locales/schema.ts';
export {
  checkRowsReady,
  draftStates,
  type LocaleItemReader,
  serveDraft,
  serveItem,
  type ServedForm,
  visibleLocales,
  withServedRows,
} from './locales/serve-item.ts';
export { isVisibleIn, type ServedAddress, serveLocale } from './locales/served.ts';
export {
  hashOf,
  sourceOf,
  stateInKeys,
  textSource,
  type Translation,
  translationIn,
  translationKey,
  translationKeysOf,
  translationOf,
  translationSource,
  translationStateOf,
  withoutTranslation,
} from './locales/translation.ts';
export {
  checkTranslatedFrom,
  confirmTexts,
  outdatedSources,
  withSources,
  withTextSources,
  type WrittenTexts,
} from './locales/text-sources.ts';
export { checkSequence, itemTextsOf, textPairsOf } from './locales/text-pairs.ts';
export { differences, withScheduled } from './locales/shared.ts';
export { furtherSnapshots, type LocaleUse, snapshotsByLocale, useIn } from './locales/snapshots.ts';
export {
  isInLocales,
  itemStateIn,
  type LocaleKeys,
  recordIn,
  storedItem,
  type ValueParts,
  withStates,
} from './locales/stored-item.ts';
export { hiddenWarning, type LocaleWarning, localeWarnings } from './locales/warnings.ts';
export { invalidBase, type MergedSave, mergeSave, type SavedValue } from './merge/merge-save.ts';
export { DraftMeta, mergeMeta, type MergeRequest, mergeRequest } from './merge/schema.ts';
export { finishSave } from './publishing/audited.ts';
export {
  ended,
  everVisible,
  hasNotEnded as goesOn,
  ifVisible,
  newestFirst,
  overdue,
  published,
  upcoming,
  visible,
  visibleFrom,
  visibleIn,
  visibleInSomeLocale,
} from './publishing/conditions.ts';
export { withCreationDates } from './publishing/creation-dates.ts';
export {
  invalidDate,
  invalidPublishAt,
  invalidUnpublishAt,
  findPublishAtError,
  readPublishAt,
  readPublishedAt,
  readUnpublishAt,
} from './publishing/dates.ts';
export { itemsAsOf } from './publishing/as-of.ts';
export { draftsAsLive, draftsInLocales, inStatus, previewState } from './publishing/drafts.ts';
export { rejectWhileDue, rejectWhileEnded, dueChange } from './publishing/due/due-change.ts';
export { type AppliedDate, applyDueInSteps, firstDueItems } from './publishing/due/due-batch.ts';
export {
  comingDates,
  datesWithin,
  dueDates,
  findDueRows,
  nextDateOf,
  type Period,
} from './publishing/due/due-query.ts';
export { nextScheduledChange, publishDue } from './publishing/due/due.ts';
export { findEndError } from './publishing/due/end-error.ts';
export {
  hasEnded,
  isHidden,
  isVisible,
  laterDates,
  nextMoment,
  usedDates,
  wasSeen,
  withoutDates,
  writtenAt,
} from './publishing/due/ends.ts';
export { nextDates } from './publishing/due/next-changes.ts';
export { oldestOverdue } from './publishing/due/overdue.ts';
export { draftDiffers, inTab, inTabOfLocale } from './publishing/editor-tabs.ts';
export { publishingFeature } from './publishing/feature.ts';
export { type StateTransition, type CacheNotice, cacheNotice } from './publishing/notice.ts';
export {
  type PendingChange,
  publishableItemKeys,
  type PublishableItem,
  type VisiblePeriodPath,
  visiblePeriodPaths,
  visiblePeriodProjection,
} from './publishing/schema.ts';
export { countStates, type SelectedItem, type Selection } from './publishing/selection.ts';
export {
  checkIfMatch,
  dateKeys,
  isPendingOutdated,
  publishedState,
  publishingNow,
} from './publishing/service.ts';
export {
  type ChangedState,
  updatesLive,
  restoredItem as restored,
  type StateChange,
  statusAt,
  newItem as unsaved,
  visibleAt,
} from './publishing/state-machine.ts';
export {
  contentWriteSeq,
  countEntry,
  countLocaleRows,
  discardLocaleRowCount,
  countRemoval,
  noteBlockRemoval,
  noteTypeRemoval,
} from './releases/counting.ts';
export { listChanges, type ReleaseChange } from './releases/promote/list-changes.ts';
export {
  contentRevision,
  hasReleaseChanges,
  reviewOfRelease,
  storeReleaseReview,
} from './releases/promote/release-review.ts';
export { releasesFeature } from './releases/feature.ts';
export { changeRelease } from './releases/change-release.ts';
export {
  findProjectOfRelease,
  findRelease,
  findReleases,
  nextPromotion,
  releases,
} from './releases/repository.ts';
export { createFirstRelease } from './releases/first-release.ts';
export {
  findProjectInfo,
  projectAsOf,
  projectInfo,
  projectInfoOf,
  reviewIntervalOf,
} from './releases/project-info.ts';
export {
  checkReady,
  contextAfterWrite,
  isReleaseReady,
  releaseName,
  resolveRelease,
  resolveReleaseInside,
} from './releases/resolve-release.ts';
export { ReaderSummary, Release, type ReleaseRecord } from './releases/schema.ts';
export { compareEntry, listReleases, releaseIds, restorableReleaseIds } from './releases/service.ts';
export { hasReview, inReviewState, requestedBy, reviewIndex, waitingFor } from './review/conditions.ts';
export {
  changeItem,
  changeLocalizedItem,
  type ChangedLocalizedItem,
  hasChanges,
  hasLocalizedChanges,
} from './review/change-item.ts';
export {
  contributorsAfterRestore,
  decidedReview,
  isOwnChange,
  requestedReview,
  reviewAfterRestore,
  withoutReview,
} from './review/review.ts';
export {
  ItemReview,
  itemReview,
  type Reviewed,
  ReviewPerson,
  type ReviewRecord,
  ReviewStateName,
} from './review/schema.ts';
export { countOpenThreads, threads } from './comments/repository.ts';
export type { DraftField, DraftFields } from './comments/draft-fields.ts';
export type { TrashRecord } from './trash/schema.ts';
export type { VersionRecord } from './versions/schema.ts';
export type { MessageAuthor, MessageRecord, Quote, StoredAnchor, ThreadRecord } from './comments/schema.ts';
export { translationsFeature } from './translations/feature.ts';
export { countTranslationKeys, findTranslationPage } from './translations/pages.ts';
export { trashFeature } from './trash/feature.ts';
export {
  findTrash,
  findTrashedItems,
  nameInTrash,
  sizeOfTrashedFiles,
  titleInTrash,
  trashRowId,
} from './trash/repository.ts';
export { RestoreAll, TrashFilter, type TrashItem, type TrashQuery } from './trash/schema.ts';
export { findRestorableIds, putEntriesInTrash, putInTrash, readTrash } from './trash/service.ts';
export { restoreFromTrash, restoreItem } from './trash/restore.ts';
export { findLastAuthor, findVersionUpTo } from './versions/repository.ts';
export { versionsFeature } from './versions/feature.ts';
export { saveConflictVersions } from './versions/save-conflict.ts';
export { saveVersion, saveVersions } from './versions/save-version.ts';
export { type ListedVersion, VersionList, VersionWithValues } from './versions/schema.ts';
export {
  draftAt,
  dropAllVersions,
  dropVersions,
  entryItem,
  readVersion,
  listItemVersions,
} from './versions/service.ts';
export { type NewNotification, notifyMembers } from './notifications/notify.ts';
export { deleteNotificationsOf, notifications } from './notifications/repository.ts';
export type { NotificationRecord } from './notifications/schema.ts';
