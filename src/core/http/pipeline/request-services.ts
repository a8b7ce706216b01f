import type { Grant } from '../../../contract/access.ts';
import type { AuditVia } from '../../../contract/events/audit-actions.ts';
import type { ImageQuery } from '../../../contract/fields/images.ts';
import type { Budget } from '../../../contract/limits.ts';
import type { Caller, ProjectContext, ProjectInfo, ReleaseContext } from '../../context/request-context.ts';
import type { ProjectDb } from '../../mongo/scope/handle.ts';
import type { SnapshotTime } from '../../mongo/transaction/snapshot.ts';
import type { IdempotentRunner } from '../admission/idempotency.ts';

/** A request whose key was found good. */
export interface AdmittedRequest {
  caller: Caller;
  project: ProjectInfo;
  /** The moment of the database at which both were so. */
  at: SnapshotTime | null;
  /** What the budget looks like after this request, where a point was taken while the key was looked up. */
  spending?: Promise<BudgetState>;
}

/** What a budget looks like after one more request (specification: rate-budgets); times in whole seconds from now. */
export interface BudgetState {
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Null when the request is admitted. */
  refusedSeconds: number | null;
  /** The budget that is used up when it is not: the key's own, or that of all keys of the project. */
  refusedBy: 'key' | 'project';
  /** The requests that this budget allows in each window. */
  refusedLimit: number;
  windowSeconds: number;
}

export interface RequestDetails {
  requestId: string;
  /** The hash of the person's session. */
  session?: string;
  /** Through what the request came, where the caller alone does not say it. */
  via?: AuditVia;
  now: Date;
  ifMatch: string | null;
  dryRun: boolean;
  /** When the caller is answered 503, on the clock of `performance.now()`; absent where no caller waits. */
  endsAt?: number;
  /** Called when the request begins or ends to wait for other writes, so that a 503 can name them. */
  onDelay?: (cause: 'other_writes' | null) => void;
  /** Waits for memory for a large response; absent where no response is sent. */
  reserveMemory?: () => Promise<void>;
  /** Called in each transaction of the request, with the handle inside it. */
  commit?: (tx: ProjectDb) => Promise<void>;
  /** The sizes in which the answer's pictures are wanted; absent where no request names them. */
  images?: ImageQuery;
  /** Whether the answer is tagged with what it shows; a 404 gathers it only then. */
  tellsTags?: boolean;
  /** Aborted when the caller is gone or the process stops; only on routes that hold their answers. */
  signal?: AbortSignal;
  /** Admits the caller again; on the same routes. @throws the error a new request would get */
  admitAgain?: () => Promise<AdmittedRequest>;
}

/** What a request will be counted by, if its key is what it was a moment ago. */
export interface ExpectedRequest {
  budget: Budget;
  /** Whether a key with this grant would be let through: a request that will be refused is not counted. */
  fits: (grant: Grant | null) => boolean;
}

/** What stands between the network and the routes; the features behind it are put together in app.ts. */
export interface RequestServices {
  /** Finds the key, and may take a point of a budget meanwhile. @throws the 401s and `origin_not_allowed`. */
  admit(
    token: string | null,
    request: { origin: string; address: string },
    expected?: ExpectedRequest,
  ): Promise<AdmittedRequest>;
  /** Takes one request from a budget of the key, and of its project. */
  spend(spender: Pick<AdmittedRequest, 'caller' | 'project'>, budget: Budget): Promise<BudgetState>;
  /** Opens the project's part of the database for one request. */
  openProject(admitted: AdmittedRequest, details: RequestDetails): ProjectContext;
  /** The same for a request that only reads: all its questions see the database as it was when the key was found. */
  readProject<T>(
    admitted: AdmittedRequest,
    details: RequestDetails,
    read: (context: ProjectContext) => Promise<T>,
  ): Promise<T>;
  /** When readers of the project see something else without a write; null for never. */
  nextDate(project: ProjectInfo, now: Date): Promise<Date | null>;
  /** Waits until the project has come to a revision, at most so long; in vain where it has not by then. */
  whenRevision(projectId: string, revision: number, waitMs: number): Promise<unknown>;
  /** Runs a request that carries an `Idempotency-Key`. */
  runIdempotent: IdempotentRunner;
  /** Opens one release of the project, the default one when `releaseId` is undefined. @throws unknown_release */
  openRelease(context: ProjectContext, releaseId: string | undefined): Promise<ReleaseContext>;
}
