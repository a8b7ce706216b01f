import type { Grant } from '../../../contract/access.ts';
import type { AuditVia } from '../../../contract/events/audit-actions.ts';
import type { ImageQuery } from '../../../contract/fields/images.ts';
import type { Budget } from '../../../contract/limits.ts';
import type {
  Caller,
  PreviewAccess,
  PreviewTime,
  ProjectContext,
  ProjectInfo,
  ReleaseContext,
} from '../../context/request-context.ts';
import type { Progress } from '../../context/write-context.ts';
import type { ProjectDb } from '../../mongo/scope/handle.ts';
import type { SnapshotTime } from '../../mongo/transaction/snapshot.ts';
import type { ReadInLocales } from '../query/locale-query.ts';
import type { IdempotentRunner } from '../admission/idempotency.ts';

/** A request with a valid key. */
export interface AdmittedRequest {
  caller: Caller;
  project: ProjectInfo;
  /** The time of the database at which key and project were read. */
  at: SnapshotTime | null;
  /** Only with a preview token. */
  preview?: PreviewAccess;
  /** Only in previews of a later time. */
  previewTime?: PreviewTime;
  /** The budget after this request, if a point was taken while the key was looked up. */
  spending?: Promise<BudgetState>;
}

/** Who takes from a budget, and the kind of their preview token. */
export type Spender = Pick<AdmittedRequest, 'caller' | 'project' | 'preview'>;

/** A budget after one more request (specification: rate-budgets). Times are whole seconds from now. */
export interface BudgetState {
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Seconds until the request can be repeated; null if it is admitted. */
  retryAfterSeconds: number | null;
  /** The exhausted budget of a rejected request: the key's own, or that of all keys of the project. */
  rejectedBy: 'key' | 'project';
  /** The requests that this budget allows in each window. */
  rejectedLimit: number;
  windowSeconds: number;
}

export interface RequestDetails {
  requestId: string;
  /** The hash of the person's session. */
  session?: string;
  /** The channel of the request, if the caller alone doesn't determine it. */
  via?: AuditVia;
  now: Date;
  ifMatch: string | null;
  dryRun: boolean;
  /** When the caller gets a 503, on the clock of `performance.now()`; absent if no caller waits. */
  endsAt?: number;
  /** Called when the request starts or stops waiting for other writes, so that a 503 can name them. */
  onDelay?: (cause: 'other_writes' | null) => void;
  /** Waits for memory for a large response; absent where no response is sent. */
  reserveMemory?: () => Promise<void>;
  /** Called in each transaction of the request, with the handle inside it. */
  commit?: (tx: ProjectDb) => Promise<void>;
  /** The results that earlier attempts stored; only on routes that resume. */
  progress?: Progress;
  /** The requested image sizes; absent without any. */
  images?: ImageQuery;
  /** Whether the response has cache tags. A 404 collects them only then. */
  wantsCacheTags?: boolean;
  /** Aborted when the caller disconnects or the process stops; only on routes that hold their responses open. */
  signal?: AbortSignal;
  /** Admits the caller again; only on these routes. @throws the error a new request would get */
  admitAgain?: () => Promise<AdmittedRequest>;
}

/** The budget of a request, if its key is still the one in the cache. */
export interface ExpectedRequest {
  budget: Budget;
  /** Whether the route allows this grant. A request that will be rejected is not counted. */
  fits: (grant: Grant | null) => boolean;
}

/** The services between HTTP and the routes. server/app.ts puts them together from the features. */
export interface RequestServices {
  /** Finds the key, and may take a point of a budget at the same time. @throws the 401s and `origin_not_allowed` */
  admit(
    token: string | null,
    request: { origin: string; address: string },
    expected?: ExpectedRequest,
  ): Promise<AdmittedRequest>;
  /** Takes one request from a budget of the key, and from that of its project. */
  spend(spender: Spender, budget: Budget): Promise<BudgetState>;
  /** Opens a project's part of the database for one request. */
  openProject(admitted: AdmittedRequest, details: RequestDetails): ProjectContext;
  /**
   * Opens a project for a request that only reads: all its queries see the database at the time when the key was read.
   */
  readProject<T>(
    admitted: AdmittedRequest,
    details: RequestDetails,
    read: (context: ProjectContext) => Promise<T>,
  ): Promise<T>;
  /** When readers of the project see a change without a write; null for never. */
  nextDate(project: ProjectInfo, now: Date): Promise<Date | null>;
  /** Waits until the project reaches a revision, at most `waitMs`. Resolves in either case. */
  whenRevision(projectId: string, revision: number, waitMs: number): Promise<unknown>;
  /** Runs a request with an `Idempotency-Key`. */
  runIdempotent: IdempotentRunner;
  /** Runs a read in the locales that its parameters name. */
  readInLocales: ReadInLocales;
  /** Opens one release of the project, by default the default release. @throws unknown_release */
  openRelease(context: ProjectContext, releaseId: string | undefined): Promise<ReleaseContext>;
}
