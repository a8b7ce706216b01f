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
import type { Asked, Audited, Audits, CallOf, InputOf, Inputs, Method, Scope } from '../pipeline/route.ts';

/** The person who is signed in, as the dashboard's routes see them. */
export interface Person {
  id: string;
  email: string;
  name: string;
  /** The stored session, by which it is ended. */
  sessionId: string;
  csrf: string;
  /** When the person last proved who they are. */
  strongAt: Date;
  hasSecondFactor: boolean;
  /** The projects that the session opened before. */
  entered: readonly string[];
}

/** What a route outside any project gets: signing in, set-up, the list of projects. */
export interface AccountContext {
  readonly requestId: string;
  readonly now: Date;
  readonly address: string;
  readonly baseUrl: string;
  readonly system: SystemDb;
  /** Null for a person who is not signed in. */
  readonly person: Person | null;
  /** What browsers call themselves; empty when the header is missing. */
  readonly userAgent: string;
  /** What this browser is known by, as its cookie says it; null when it has none of ours. */
  readonly browser: KnownBrowser | null;
  readonly browsers: KnownBrowsers;
  readonly bounds: Bounds;
  readonly box: SealedBox;
  /** The account that the request tries to sign in to: the person's own until it names another; null for none that exists. */
  readonly tried: { user: string | null };
  /** When no caller waits for the answer any longer, on the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** A member at work in a project. */
export interface MemberContext extends ProjectContext {
  readonly person: Person;
  readonly role: Role;
  readonly tools: MemberTools;
}

/** What a few of the dashboard's routes need beside the project. */
export interface MemberTools {
  readonly sending: Sending;
  readonly previews: PreviewTokens;
  /** Tries the storage for real; null when it is well, otherwise what to repair, in a sentence. */
  checkStorage(): Promise<string | null>;
}

type DashboardScope = 'account' | Scope;
type DashboardCallOf<S extends DashboardScope> = S extends Scope ? MemberContext & CallOf<S> : AccountContext;

/** An endpoint of the dashboard's own API, once; nothing of it is part of /v1. */
type DashboardRouteSpec<I extends Inputs, S extends DashboardScope, O> = DashboardRouteParts<I, S, O> &
  Audited &
  (({ scope: 'account' } & OfAccounts) | ({ scope: Scope } & Asked));

/** A route outside any project: `anybody` needs no session. */
interface OfAccounts {
  who: 'anybody' | 'person';
}

interface DashboardRouteParts<I extends Inputs, S extends DashboardScope, O> {
  /** Below `/dashboard/api`, and for what belongs to a project below `/dashboard/api/projects/:projectId`. */
  path: string;
  /** One sentence. */
  summary: string;
  scope: S;
  status?: 200 | 201 | 204;
  input: I;
  filters?: boolean;
  bodyOptional?: boolean;
  /** Bytes of a body, for routes that strangers reach: such a body is taken as it is, a packed one is refused. */
  bodyBytesMax?: number;
  /** What gives access asks the person to prove once more who they are; a function says which requests do. */
  stepUp?: true | ((input: InputOf<I>) => boolean);
  /** Asked before anything of a body is read, with the call that the work gets later. @throws what refuses the caller */
  beforeBody?: (context: AccountContext) => Promise<void>;
  /** Called when the body or its step-up was rejected, so that the work never began. */
  afterRejectedBody?: (context: AccountContext) => Promise<void>;
  timeLimitMs?: number;
  /** Codes that the work itself answers; tests hold the route to them where they are named. */
  errors?: readonly ErrorCode[];
  output: TSchema | null;
  run: (context: DashboardCallOf<S>, input: InputOf<I>) => Promise<O | RouteResponse<O>>;
}

/** A route of the dashboard as the server sees it, its types checked already by `dashboardRoute`. */
export type DashboardRoute = Omit<
  DashboardRouteParts<Inputs, 'release', unknown>,
  'scope' | 'run' | 'stepUp'
> &
  Partial<Asked & OfAccounts> & {
    method: Method;
    audits?: Audits;
    scope: DashboardScope;
    stepUp?: true | ((input: never) => boolean);
    run(context: AccountContext | MemberContext, input: unknown): Promise<unknown>;
  };

/** The whole path of a route, below `/dashboard/api`. */
export function dashboardPath({ scope, path }: Pick<DashboardRoute, 'scope' | 'path'>): string {
  return scope === 'account' ? path : `/projects/:projectId${path}`;
}

/** Declares an endpoint of the dashboard. */
export function dashboardRoute<const I extends Inputs, S extends DashboardScope, O>(
  spec: DashboardRouteSpec<I, S, O>,
): DashboardRoute {
  return spec; // the door hands `run` what the spec's schemas have checked
}
