import type { StepState } from '../pipeline/request-state.ts';
import type { Role } from '../../../contract/access.ts';
import type { Bounds } from '../../util/json/bounds.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { BodyOptions } from '../request/body.ts';
import type { AccountContext, DashboardRoute, MemberTools, Person } from './dashboard-route.ts';
import type { AdmittedRequest } from '../pipeline/request-services.ts';
import type { Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';

/** A project opened for one of its members, with their role. */
export interface Membership extends AdmittedRequest {
  role: Role;
}

/** The id of a person's request, and its address. */
export interface PersonRequest {
  requestId: string;
  address: string;
}

/** What the dashboard's router needs. The budgets of its request services are those of people. */
export interface DashboardDeps extends EndpointDeps {
  routes: readonly DashboardRoute[];
  /** The routes of the API. Inside of a project, a session can use them like a secret key. */
  apiRoutes: readonly Route[];
  baseUrl: string;
  system: AccountContext['system'];
  tools: MemberTools;
  bodies: BodyOptions;
  /** For routes outside of projects with `bodyBytesMax`, which can be used before sign-in. */
  accountBodies: BodyOptions;
  browsers: KnownBrowsers;
  bounds: Bounds;
  /** The person with this session cookie; null if there is none. */
  findPerson: (token: string, now: Date) => Promise<Person | null>;
  /** Opens a project for one of its members. @throws unknown_project for everyone else */
  admitMember: (person: Person, projectId: string, at: PersonRequest) => Promise<Membership>;
}

/** The state of a dashboard request. */
export interface DashboardState extends StepState {
  person: Person | null;
  /** Set once the member is admitted, like project and caller. */
  role: Membership['role'];
  /** The context of routes outside of any project. */
  account: AccountContext;
  /** Set once body and step-up are accepted and the work starts. */
  isAtWork?: true;
}
