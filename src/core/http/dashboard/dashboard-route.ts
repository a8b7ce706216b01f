import type { TSchema } from '@sinclair/typebox';
import type { Role } from '../../../contract/access.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import type { Bounds } from '../../util/json/bounds.ts';
import type { ProjectContext } from '../../context/request-context.ts';
import type { SystemDb } from '../../mongo/scope/handle.ts';
import type { Sending } from '../../outbound/sending.ts';
import type { KnownBrowser, KnownBrowsers } from './known-browsers.ts';
import type { PreviewTokens } from '../../context/preview-tokens.ts';
import type { SealedBox } from '../../util/sealed-box.ts';
import type { RouteResponse } from '../response/route-response.ts';
import type {
  RouteAccess,
  AuditDeclaration,
  Audits,
  ContextOf,
  InputOf,
  Inputs,
  Method,
  Scope,
} from '../pipeline/route.ts';

/** What the session of a request proves. */
export interface CurrentSession {
  /** How the session started: `password+totp`, `sso:<name>`. */
  method: string;
  /** What was proven in this session, in order. */
  proofs: readonly string[];
  hasSecondFactor: boolean;
  /** When the person last proved their identity; null if unknown, which is older than any limit. */
  confirmedAt: Date | null;
  startedAt: Date;
  expiresAt: Date;
  /** Whether the operator's sign-in link or the set-up started it. */
  isOperatorAccess: boolean;
  /** The link that started the session, and its creator. */
  link: { id: string; by: string | null; kind?: string } | null;
}

/** The signed-in person, as the dashboard's routes see them. */
export interface Person {
  id: string;
  email: string;
  name: string;
  /** The id of the stored session, which ends it. */
  sessionId: string;
  csrf: string;
  session: CurrentSession;
  /** Lists how the person can prove their identity again: `passkey`, `totp`, `password`, `sso:<name>`. */
  listProofMethods: () => Promise<string[]>;
  /** The projects that this session has opened. */
  enteredProjects: readonly string[];
}

/** The context of a route outside of any project: sign-in, set-up, the list of projects. */
export interface AccountContext {
  readonly requestId: string;
  readonly now: Date;
  readonly address: string;
  readonly baseUrl: string;
  readonly system: SystemDb;
  /** Null for a person who is not signed in. */
  readonly person: Person | null;
  /** The browser's own name; empty if the header is missing. */
  readonly userAgent: string;
  /** The identity of this browser in its cookie; null without a valid cookie. */
  readonly browser: KnownBrowser | null;
  readonly browsers: KnownBrowsers;
  /** The secret that ties sign-ins at issuers to this browser; null without one. */
  readonly flow: string | null;
  readonly bounds: Bounds;
  readonly box: SealedBox;
  /** The account that the request tries to sign in to, initially the person's own; null if there is no such account. */
  readonly attemptedAccount: { user: string | null };
  /** When no caller waits for the response any more, on the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** The context of a member in a project. */
export interface MemberContext extends ProjectContext {
  readonly person: Person;
  readonly role: Role;
  readonly tools: MemberTools;
}

/** Tools that a few of the dashboard's routes need in addition to the project. */
export interface MemberTools {
  readonly sending: Sending;
  readonly previews: PreviewTokens;
  /** Tests the storage. Returns null if it works, otherwise one sentence that says what to repair. */
  checkStorage(): Promise<string | null>;
}

type DashboardScope = 'account' | Scope;
type DashboardContextOf<S extends DashboardScope> = S extends Scope
  ? MemberContext & ContextOf<S>
  : AccountContext;

/** Everything about an endpoint of the dashboard's own API, which is not part of /v1. */
type DashboardRouteSpec<I extends Inputs, S extends DashboardScope, O> = DashboardRouteParts<I, S, O> &
  AuditDeclaration &
  (({ scope: 'account' } & AccountAccess) | ({ scope: Scope } & RouteAccess));

/** A route outside of any project: `anybody` needs no session. */
interface AccountAccess {
  who: 'anybody' | 'person';
}

interface DashboardRouteParts<I extends Inputs, S extends DashboardScope, O> {
  /** The path below `/dashboard/api`, or below `/dashboard/api/projects/:projectId` for routes of projects. */
  path: string;
  summary: string;
  scope: S;
  status?: 200 | 201 | 202 | 204 | 303;
  input: I;
  filters?: boolean;
  /** Accepts the parameter `locale`, which names the locale of the drafts that it reads or writes. */
  locales?: 'write';
  /** Accepts every query and hands it to the work as `querystring`. */
  anyQuery?: true;
  bodyOptional?: boolean;
  /**
   * Maximum bytes of a body, for routes that strangers can reach, and for files. Compressed bodies are rejected outside of
   * projects.
   */
  bodyBytesMax?: number;
  /**
   * Whether the person must prove their identity again, because the request gives access; a function decides for each
   * request.
   */
  stepUp?: true | ((input: InputOf<I>) => boolean);
  /** Called before the body is read, with the context of the work. @throws the rejection of the caller */
  beforeBody?: (context: AccountContext) => Promise<void>;
  /** Called if the body or its step-up was rejected, so that the work never started. */
  afterRejectedBody?: (context: AccountContext) => Promise<void>;
  timeLimitMs?: number;
  /** Milliseconds that the response can wait for something to happen, in addition to the time of the work. */
  heldMs?: (input: InputOf<I>) => number;
  /** Error codes of the work itself. Tests reject any other code if these are declared. */
  errors?: readonly ErrorCode[];
  output: TSchema | null;
  run: (context: DashboardContextOf<S>, input: InputOf<I>) => Promise<O | RouteResponse<O>>;
}

/** A route without the types of its inputs, which `dashboardRoute` has checked. */
export type DashboardRoute = Omit<
  DashboardRouteParts<Inputs, 'release', unknown>,
  'scope' | 'run' | 'stepUp' | 'heldMs'
> &
  Partial<RouteAccess & AccountAccess> & {
    method: Method;
    audits?: Audits;
    scope: DashboardScope;
    stepUp?: true | ((input: never) => boolean);
    heldMs?(input: unknown): number;
    run(context: AccountContext | MemberContext, input: unknown): Promise<unknown>;
  };

/** The path of a route below `/dashboard/api`. */
export function dashboardPath({ scope, path }: Pick<DashboardRoute, 'scope' | 'path'>): string {
  return scope === 'account' ? path : `/projects/:projectId${path}`;
}

/** Declares an endpoint of the dashboard. */
export function dashboardRoute<const I extends Inputs, S extends DashboardScope, O>(
  spec: DashboardRouteSpec<I, S, O>,
): DashboardRoute {
  return spec; // the server hands `run` what the spec's schemas have checked
}
