import type { Budget, ProjectLimits } from '../../../contract/limits.ts';
import type { ProjectCreation } from '../../../contract/project-creation.ts';
import type { Issuers } from '../issuers.ts';

/** Kinds of sign-in; `sso` covers all issuers. */
export type SignInKind = 'password' | 'passkey' | 'sso';

/** What the installation accepts (specification: sign-in-methods). */
export interface SignInBounds {
  accepts: readonly SignInKind[];
  /** The members who need a second factor to open a project. */
  secondFactor: 'optional' | 'owners' | 'all';
  /** The domain that passkeys are created for; null if browsers offer none at `BASE_URL`. */
  rpId: string | null;
  /** Issuers at which people can sign in. */
  issuers: Issuers;
}

/** Bounds that the operator sets; the others are in contract/limits.ts. */
export interface Bounds {
  /** Requests in each window. */
  budgets: Readonly<Record<Budget, number>>;
  /** The budget of all secret keys of a project together, as a multiple of one key's. */
  projectFactor: number;
  windowSeconds: number;
  bodyBytesMax: number;
  uploadBytesMax: number;
  /** The limits of each project. */
  perProject: ProjectLimits;
  /** Items of a bulk change in the dashboard. */
  bulkItemsMax: number;
  /** Operations of a bulk request of the API. */
  bulkOperationsMax: number;
  viewsMax: number;
  /** The people who may create projects in the dashboard, and how many. */
  projectCreation: ProjectCreation;
  /** Whether the audit log stores IP addresses. */
  storesAddresses: boolean;
  sessionHours: number;
  signIn: SignInBounds;
  /** Shown on the sign-in page; empty for none. */
  signInHint: string;
  /** Seconds between two e-mails with notifications; only in tests. */
  digestSeconds?: number | undefined;
  /** Whether the service can send e-mail. */
  sendsMail: boolean;
  responseBytesMax: number;
  /** The time that a receiver has to respond, and the waits before retries. */
  webhooks: { timeoutSeconds: number; retrySeconds: readonly number[] };
}
