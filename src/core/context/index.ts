export {
  actorOf,
  detachFromRequest,
  asSystem,
  type Caller,
  type EntrySource,
  type ImageSource,
  type ImageUser,
  type LinkSource,
  type LinkSources,
  type ModuleVersions,
  type ProjectContext,
  type ProjectInfo,
  type ReferrerSource,
  type ReferringField,
  type ReleaseBinding,
  type ReleaseContext,
  type ReleaseInfo,
  type Resolved,
  type ScheduledKind,
  type TranslationKind,
  draftPathOf,
  type PreviewAccess,
  withDrafts,
  withDocuments,
  withLocale,
  withLocaleRows,
  withoutTime,
  withRelease,
} from './request-context.ts';
export type {
  Exported,
  ExportPart,
  ExportParts,
  Feature,
  HistoryForm,
  TrashParts,
  JobParts,
  ImportedLocales,
  LocaleCheck,
  LocaleSample,
  LocaleSweep,
  LocaleSweepParts,
  PersonEraser,
  ProjectParts,
  ProjectWriter,
  ReleaseWriter,
  SecretRenewer,
} from './feature.ts';
export type { LocaleListRecord, LocaleRead, LocaleRecord, LocaleSweepRecord } from './locales.ts';
export type {
  ConfirmedItem,
  TranslationItem,
  TranslationListQuery,
  TranslationLocale,
  TranslationPage,
  TranslationPosition,
  TranslationStateOf,
  ItemTexts,
  TextPair,
  WrittenItemTexts,
} from './translations.ts';
export { onBehalfOf } from './on-behalf.ts';
export { endings, type WriteResult } from './outcome.ts';
export { PagePositions } from './page-positions.ts';
export { type LinkPreview, type MemberPreview, PreviewTokens } from './preview-tokens.ts';
export type { Rejection } from './rejection.ts';
export { CacheTagCollector } from './cache-tag-collector.ts';
export type { Modules, Resource, Surface } from './surface.ts';
export {
  type RestoreWarning,
  slugRemarks,
  type TrashedItem,
  type TrashKind,
  trashKindNames,
  type RestoreJob,
  type RestoreJobStarter,
} from './trash.ts';
export type {
  CountedLimit,
  Creation,
  Tx,
  NotInTransaction,
  Progress,
  ProjectState,
  TxOperations,
  WriteContext,
} from './write-context.ts';
export type {
  DueItem,
  DueQuery,
  LocaleClash,
  LocaleConflict,
  LocaleContentCounts,
  LocaleListChange,
} from './scheduled.ts';
