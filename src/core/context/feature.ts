import type { StoredActor } from '../../contract/events/actor.ts';
import type { ProjectCreation } from '../../contract/project-creation.ts';
import type {
  Caller,
  EntrySource,
  ImageSource,
  ImageUser,
  LinkSource,
  ProjectContext,
  ReferrerSource,
  ReleaseContext,
  ScheduledKind,
  TranslationKind,
} from './request-context.ts';
import type { Clock } from '../util/clock.ts';
import type { DashboardRoute } from '../http/dashboard/dashboard-route.ts';
import type { Log } from '../http/server/log.ts';
import type { Route } from '../http/pipeline/route.ts';
import type { Job } from '../jobs/schema.ts';
import type { AnyCollection } from '../mongo/scope/collection.ts';
import type { ProjectDb, ReleaseDb, SystemDb } from '../mongo/scope/handle.ts';
import type { Migration } from '../mongo/schema/set-up.ts';
import type { BackupSettings } from '../archive/settings.ts';
import type { SendMail } from '../outbound/mail.ts';
import type { Storage } from '../storage/storage.ts';
import type { Modules, Surface } from './surface.ts';
import type { LocaleListRecord, LocaleRecord } from './locales.ts';
import type { RestoreJobStarter, TrashKind } from './trash.ts';
import type { NotInTransaction, Tx, WriteContext } from './write-context.ts';

/**
 * The manifest in a feature's `feature.ts`: everything that the feature adds to the service. `src/server/features.ts`
 * lists the manifests, and `src/server/assembly.ts` combines them.
 */
export interface Feature {
  /** The name of the feature's folder. */
  readonly name: string;
  /** Endpoints of the API. A function receives all endpoints, for routes that describe the API. */
  readonly routes?: readonly Route[] | ((surface: Surface) => readonly Route[]);
  readonly dashboardRoutes?: readonly DashboardRoute[] | ((parts: TrashParts) => readonly DashboardRoute[]);
  readonly collections?: readonly FeatureCollection[];
  /** Changes of stored data; numbers are unique over all features. */
  readonly migrations?: readonly Migration[];
  /** Kinds of items that link fields and rich text can point at. */
  readonly links?: readonly LinkSource[];
  /** Finds the pages that show an image. */
  readonly imageUsers?: readonly ImageUser[];
  /** The project's images; exactly one feature defines them. */
  readonly images?: ImageSource;
  /** Entries of custom types; exactly one feature defines them. */
  readonly entries?: EntrySource;
  /** Content outside releases that can point at entries. */
  readonly referrers?: readonly ReferrerSource[];
  /** Kinds of items with publish dates. */
  readonly scheduled?: readonly ScheduledKind[];
  /** Kinds of items whose texts are translated. */
  readonly translations?: readonly TranslationKind[];
  /** Removes a person's name from the feature's rows in all projects when an operator erases the person. */
  readonly erasePerson?: PersonEraser;
  /** Encrypts the feature's stored secrets again after `APP_SECRET` was replaced. */
  readonly renewSecrets?: SecretRenewer;
  /** Kinds of items that the dashboard moves to the trash. */
  readonly trash?: readonly TrashKind[];
  /** Restores the entries of a content type in the background; exactly one feature does it. */
  readonly startRestoreJob?: RestoreJobStarter;
  /** Stored items that have to follow a change of the project's locales. */
  readonly localeSweeps?: readonly LocaleSweep[];
  /** Background jobs; each run happens in one process only. */
  readonly jobs?: (parts: JobParts & TrashParts & LocaleSweepParts & ExportParts) => readonly Job[];
  /** Resources for API documents and introspection. */
  readonly modules?: Modules;
}

/** Brings stored items in line with a changed list of locales, as a job. */
export interface LocaleSweep {
  /** Marks the items that have to change, in one transaction. Absent if `run` finds them by itself. */
  readonly mark?: (tx: Tx<ProjectWriter>) => Promise<void>;
  /**
   * Changes the items in transactions that can be repeated.
   * @param removed - ids of locales that the project no longer has
   * @param report - receives the share of items that is done
   */
  readonly run: (
    writer: ProjectWriter & NotInTransaction,
    removed: readonly string[],
    report: (progress: number) => Promise<void>,
  ) => Promise<void>;
  /** Derives the items of an imported project, before readers see it. Absent if an import has nothing to derive. */
  readonly rebuild?: (db: ProjectDb, imported: ImportedLocales) => Promise<void>;
  /** Compares what is derived from some items with a fresh derivation. Absent if nothing is derived. */
  readonly check?: (db: ProjectDb, sample: LocaleSample) => Promise<LocaleCheck>;
}

/** The items that a check reads. */
export interface LocaleSample extends ImportedLocales {
  /** Items of each kind and content type. */
  readonly size: number;
  /** 0 to 1: how far from the first item the sample starts. */
  readonly position: number;
}

export interface LocaleCheck {
  /** The number of compared items. */
  readonly checked: number;
  /** The ids of the items whose stored values differ. */
  readonly outdated: readonly string[];
}

/** The locales of an imported project, and what else the rows in them depend on. */
export interface ImportedLocales {
  readonly list: readonly LocaleRecord[];
  readonly reviewIntervalDays: number;
  readonly now: Date;
}

/** The context of writes in one project, of a request or a job. */
export type ProjectWriter = WriteContext & { readonly db: ProjectDb };

/** The context of writes in one release, of a request or a job. */
export type ReleaseWriter = WriteContext & { readonly db: ReleaseDb };

export interface LocaleSweepParts {
  readonly localeSweeps: readonly LocaleSweep[];
}

/** Replaces a person's name in stored rows, or deletes rows about the person. May run again. */
export type PersonEraser = (system: SystemDb, person: { id: string; newName: string }) => Promise<void>;

/**
 * Stores secrets under the new `APP_SECRET`. `renew` returns null for texts that stay as they are.
 * @returns the number of stored secrets
 */
export type SecretRenewer = (system: SystemDb, renew: (sealed: string) => string | null) => Promise<number>;

/** A collection, created with its indexes at startup, and how exports treat its rows. */
export type FeatureCollection = {
  readonly collection: AnyCollection;
  /** True if the collection grows with projects, so an operator may shard it by `project_id` (docs/run/scaling.md). */
  readonly mayBeSharded: boolean;
} & ({ readonly exported: Exported } | { readonly stays: string });

/** How an export writes the rows of a collection: one file with the collection's name. `stays` gives the reason for none. */
export interface Exported {
  /** Keys that every row has; an import rejects a line without one as damaged. */
  readonly requiredKeys: readonly string[];
  /** The key that orders the rows of a release by index; `_id` by default. */
  readonly orderBy?: string;
  /** Filter for the exported rows; absent for all rows. */
  readonly only?: Record<string, unknown>;
  /** Returns the form in which an export contains the rows of a release; absent if they are exported as stored. */
  readonly rowFormIn?: (db: ReleaseDb) => Promise<(row: Record<string, unknown>) => object>;
  /** Returns the exported form of a row that belongs to no release; absent if it is exported as stored. */
  readonly rowForm?: (row: Record<string, unknown>) => object;
  /** Builds the row's id in another project, for ids that contain the project's id. */
  readonly idIn?: (projectId: string, row: Record<string, unknown>) => string;
  /** Imported before all other collections, which depend on it. */
  readonly isFirst?: true;
  /** Exported without a file if the project has no rows, like exports of older versions. */
  readonly isOptional?: true;
  /** Exported with the history only: saved versions, the trash and comments. */
  readonly isHistory?: true;
  /** Whether a row needs the newest export format, because older versions can't read it. */
  readonly needsNewest?: (row: Record<string, unknown>) => boolean;
}

/** A collection of a project in an export, which is one file. */
export interface ExportPart extends Exported {
  /** The file's name without `.ndjson`, and the name in reports. */
  name: string;
  collection: AnyCollection;
}

export type HistoryForm = (row: Record<string, unknown>) => Promise<object | null>;

/** The parts of a project, without its own row (src/projects/project/exported-settings.ts). */
export interface ProjectParts {
  /** In the order in which they are imported. */
  carried: readonly ExportPart[];
  /** Returns the exported forms of rows of the history; null for rows that are not exported. */
  historyForms: (db: ProjectDb, releaseIds: readonly string[]) => Record<string, HistoryForm | undefined>;
  /**
   * Recomputes derived fields and rows, which an export lacks or an older version computed differently. `locales` are
   * those of the imported project.
   */
  renew: (
    db: ProjectDb,
    imported: { locales: LocaleListRecord; reviewIntervalDays: number; now: Date },
  ) => Promise<void>;
}

export interface ExportParts {
  readonly projectParts: ProjectParts;
}

export interface TrashParts {
  readonly trashKinds: readonly TrashKind[];
  readonly startRestoreJob: RestoreJobStarter;
}

/** How the service sends e-mail. */
export interface MailParts {
  /** Null if the service sends none. */
  readonly send: SendMail | null;
  /** Seconds between two e-mails to a person, in place of the chosen interval; only in tests. */
  readonly digestSeconds?: number | undefined;
}

/** How long rows of the audit log are retained, and how often they are sealed. */
export interface AuditLogSettings {
  readonly secret: string;
  readonly days: number;
  readonly addressDays: number;
  readonly sealSeconds: number;
}

/** The dependencies of jobs. */
export interface JobParts {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Storage;
  /** All collections. */
  readonly collections: readonly AnyCollection[];
  /** Kinds of items with publish dates. */
  readonly kinds: readonly ScheduledKind[];
  readonly openProject: (projectId: string) => Promise<ProjectContext>;
  readonly openRelease: (context: ProjectContext, releaseId: string) => Promise<ReleaseContext>;
  /** Returns a member or key with its rights now; null if the member left, or the key was revoked or has expired. */
  readonly findCaller: (context: ProjectContext, actor: StoredActor) => Promise<Caller | null>;
  /** Maximum bulk changes of different projects that this process runs concurrently. */
  readonly bulkConcurrency: number;
  /** Who may create projects, and how many. */
  readonly projectCreation: ProjectCreation;
  /** Days after which saved versions of drafts are deleted. */
  readonly versionDays: number;
  /** Maximum items in a project's trash; the oldest are removed first. */
  readonly trashItemsMax: number;
  /** Maximum bytes of the files in a project's trash. */
  readonly trashFileBytesMax: number;
  readonly audit: AuditLogSettings;
  /** Where and how often projects are backed up; null if they are not. */
  readonly backups: BackupSettings | null;
  /** Counts a backup or its test that failed. */
  readonly onBackupFailure: () => void;
  readonly mail: MailParts;
  /** Aborted when the process shuts down; jobs then start nothing new. */
  readonly stopping?: AbortSignal;
}
