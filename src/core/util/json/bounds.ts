import type { Budget, ProjectLimits } from '../../../contract/limits.ts';
import type { ProjectCreation } from '../../../contract/project-creation.ts';

/** Bounds that the operator sets; the others are in contract/limits.ts. */
export interface Bounds {
  /** Requests in a window. */
  budgets: Readonly<Record<Budget, number>>;
  /** How many times a key's budget all secret keys of a project have together. */
  projectFactor: number;
  windowSeconds: number;
  bodyBytesMax: number;
  uploadBytesMax: number;
  /** How much of each thing one project may have. */
  perProject: ProjectLimits;
  /** Items of one bulk change. */
  bulkItemsMax: number;
  /** Saved views of a project. */
  viewsMax: number;
  /** The people who may create projects in the dashboard, and how many. */
  projectCreation: ProjectCreation;
  /** Whether the audit log keeps the addresses that requests came from. */
  keepsAddresses: boolean;
  /** How long a sign-in lasts. */
  sessionHours: number;
  /** Shown on the sign-in page; empty for none. */
  signInHint: string;
  answerBytesMax: number;
  /** How long a receiver may take, and the waits between attempts. */
  webhooks: { timeoutSeconds: number; retrySeconds: readonly number[] };
}
