import type { StepState } from '../pipeline/request-state.ts';
import type { Role } from '../../../contract/access.ts';
import type { Bounds } from '../../util/json/bounds.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { BodyOptions } from '../request/body.ts';
import type { AccountContext, DashboardRoute, MemberTools, Person } from './dashboard-route.ts';
import type { AdmittedRequest } from '../pipeline/request-services.ts';
import type { Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';

/** A project opened for one of its members, with what they may do there. */
export interface Membership extends AdmittedRequest {
  role: Role;
}

/** The request of a person. */
export interface Arrival {
  requestId: string;
  address: string;
}

/** What the dashboard's router needs; the budgets of its request services are those of people. */
export interface DashboardDeps extends EndpointDeps {
  routes: readonly DashboardRoute[];
  /** The API's own routes, which a session opens inside a project as a secret key does. */
  apiRoutes: readonly Route[];
  baseUrl: string;
  system: AccountContext['system'];
  tools: MemberTools;
  bodies: BodyOptions;
  /** For routes with `bodyBytesMax`, which are open before sign-in. */
  accountBodies: BodyOptions;
  browsers: KnownBrowsers;
  bounds: Bounds;
  /** The person whose cookie this is; null for none. */
  findPerson: (token: string, now: Date) => Promise<Person | null>;
  /** Opens a project for a member of it. @throws unknown_project for all others */
  admitMember: (person: Person, projectId: string, at: Arrival) => Promise<Membership>;
}

/** What a request of the dashboard has gathered on its way. */
export interface DashboardState extends StepState {
  person: Person | null;
  /** There, as project and caller, once a member was let in. */
  role: Membership['role'];
  /** The call of routes outside any project. */
  account: AccountContext;
  /** Set once body and step-up were accepted and the work begins. */
  isAtWork?: true;
}
