import type {
  EntrySource,
  ImageSource,
  ImageUser,
  LinkSource,
  ProjectContext,
  ReferrerSource,
  ReleaseContext,
  ScheduledKind,
} from './request-context.ts';
import type { Clock } from '../util/clock.ts';
import type { DashboardRoute } from '../http/dashboard/dashboard-route.ts';
import type { Log } from '../http/server/log.ts';
import type { Route } from '../http/pipeline/route.ts';
import type { Job } from '../jobs/schema.ts';
import type { AnyCollection } from '../mongo/scope/collection.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import type { Migration } from '../mongo/schema/set-up.ts';
import type { Storage } from '../storage/storage.ts';
import type { Modules, Surface } from './surface.ts';
import type { TrashKind } from './trash.ts';

/**
 * All that one feature brings to the service: the manifest in its `feature.ts`. `src/features.ts` lists them, and
 * `src/server/assembly.ts` makes of that list what the service is put together from.
 */
export interface Feature {
  /** The feature's folder. */
  readonly name: string;
  /** Endpoints of the API; those that describe all the others are made from them. */
  readonly routes?: readonly Route[] | ((surface: Surface) => readonly Route[]);
  /** Endpoints of the dashboard's own API. */
  readonly dashboardRoutes?: readonly DashboardRoute[] | ((parts: TrashParts) => readonly DashboardRoute[]);
  readonly collections?: readonly FeatureCollection[];
  /** Changes of stored data; each has a number that no other feature's has. */
  readonly migrations?: readonly Migration[];
  /** What link fields and rich text can point at. */
  readonly links?: readonly LinkSource[];
  /** The pages on which pictures stand. */
  readonly imageUsers?: readonly ImageUser[];
  /** The project's pictures; one feature brings them. */
  readonly images?: ImageSource;
  /** Entries of custom types; one feature brings them. */
  readonly entries?: EntrySource;
  /** Content outside of releases that can point at entries. */
  readonly referrers?: readonly ReferrerSource[];
  /** What is published at dates. */
  readonly scheduled?: readonly ScheduledKind[];
  /** Removes a person's name from the feature's rows in all projects when an operator erases the person. */
  readonly erasePerson?: PersonEraser;
  /** What the dashboard puts into the trash. */
  readonly trash?: readonly TrashKind[];
  /** What is done at times, once for all processes together. */
  readonly jobs?: (parts: JobParts & TrashParts) => readonly Job[];
  /** Resources for documents and introspection. */
  readonly modules?: Modules;
}

/** Replaces a person's name in stored rows, or deletes rows about the person. May run again. */
export type PersonEraser = (system: SystemDb, person: { id: string; newName: string }) => Promise<void>;

/** A collection, created with its indexes at start, and what becomes of its rows beyond this installation. */
export type FeatureCollection = {
  readonly collection: AnyCollection;
  /** It grows with what projects hold: where MongoDB is sharded it may be, by `project_id` (docs/scaling.md). */
  readonly mayBeSharded: boolean;
} & ({ readonly exported: Exported } | { readonly stays: string });

/** How an export carries the rows of a collection, as one file with the collection's name. `stays` is the reason why it carries none. */
export interface Exported {
  /** Keys that every row has; a line without one is damaged. */
  readonly needs: readonly string[];
  /** The key that orders the rows of a release by index; `_id` unless told. */
  readonly orderBy?: string;
  /** Rows that are carried, where not all are. */
  readonly only?: Record<string, unknown>;
  /** The row's id in another project, where the project's own id is in it. */
  readonly idIn?: (projectId: string, row: Record<string, unknown>) => string;
  /** Stored again before all others, which are nothing without it. */
  readonly isFirst?: true;
  /** A project that has no rows of it is exported without the file, as older versions would. */
  readonly isOptional?: true;
}

/** What the trash needs of all features. */
export interface TrashParts {
  readonly trashKinds: readonly TrashKind[];
}

/** What jobs may use. */
/** How long rows of the audit log stay, and how often they are sealed. */
export interface AuditKeeping {
  readonly secret: string;
  readonly days: number;
  readonly addressDays: number;
  readonly sealSeconds: number;
}

export interface JobParts {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Storage;
  /** What is published at dates. */
  readonly kinds: readonly ScheduledKind[];
  readonly openProject: (projectId: string) => Promise<ProjectContext>;
  readonly openRelease: (context: ProjectContext, releaseId: string) => Promise<ReleaseContext>;
  /** Bulk changes of different projects that this process makes at once. */
  readonly bulkPlaces: number;
  /** Days after which saved versions of drafts are deleted. */
  readonly versionDays: number;
  /** How the audit log is kept. */
  readonly audit: AuditKeeping;
  /** Aborted when the process is to end: nothing more is begun. */
  readonly stopping?: AbortSignal;
}
