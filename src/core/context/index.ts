export {
  actorOf,
  afterAnswer,
  byItself,
  type Caller,
  type DueItem,
  type DueQuery,
  type EntrySource,
  type ImageSource,
  type ImageUser,
  type LinkSource,
  type LinkSources,
  type ModuleVersions,
  type ProjectCall,
  type ProjectInfo,
  type ReferrerSource,
  type ReferringField,
  type ReleaseBinding,
  type ReleaseCall,
  type ReleaseInfo,
  type Resolved,
  type ScheduledKind,
  withDrafts,
} from './call.ts';
export type { Exported, Feature, JobParts, PersonEraser } from './feature.ts';
export { onBehalfOf } from './on-behalf.ts';
export { endings, type Outcome } from './outcome.ts';
export { PagePositions } from './page-positions.ts';
export { PreviewTokens } from './preview-tokens.ts';
export type { Refusal } from './refusal.ts';
export { Seen } from './seen.ts';
export type { Modules, Resource, Surface } from './surface.ts';
export { transact } from './transact.ts';
export {
  type RestoreWarning,
  slugRemarks,
  type TrashedItem,
  type TrashKind,
  trashKindNames,
} from './trash.ts';
export type { CountedLimit, Inside, Outside, ProjectState, RunWrite, Tx, Writer } from './writer.ts';
