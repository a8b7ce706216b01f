import type { Session } from '../../../../src/accounts/sign-in/schema.ts';
import { ApiProblem, problemOf, Unreachable } from '../errors/problem.ts';
import { askForProof } from './proof.ts';
import { learnServiceTime } from '../service-time.ts';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Sent {
  body?: unknown;
  query?: Query | undefined;
  /** `"<revision>"` or a tag: refuse with `revision_conflict` when another person changed it. */
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Is carried out though its page is left meanwhile. Browsers let all of these together hold 64 KiB. */
  outlivesPage?: boolean;
}

const base = '/dashboard/api';
/** An answer of many lines of JSON, which is kept as a file. */
const linesType = 'application/x-ndjson';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let csrf: string | null = null;
/** The person whose session opened the page. */
let person: Person | null = null;
let onSignedOut: () => void = () => undefined;
let onRightsChanged: () => void = () => undefined;
/** Aborted while a person signs out, until a person is signed in again. */
let projects = new AbortController();

type Person = NonNullable<Session['user']>;

/** Keeps the token that every change carries, and whose it is; both come with the session. */
export function keepSession(session: Pick<Session, 'csrf' | 'user'>): void {
  csrf = session.csrf;
  person = session.user;
}

/**
 * Ends the reads of projects that are on their way, and refuses every further request about a project: the session ends,
 * and their answers would be 401.
 */
export function leaveProjects(): void {
  projects.abort();
}

export function enterProjects(): void {
  if (projects.signal.aborted) projects = new AbortController();
}

/** Says what happens when an answer tells that the session ended. */
export function whenSignedOut(then: () => void): void {
  onSignedOut = then;
}

/** Says what happens when an answer tells that the person may do less in a project than the session says. */
export function whenRightsChanged(then: () => void): void {
  onRightsChanged = then;
}

/**
 * Asks the dashboard's API. `T` is what the endpoint's schema declares; the service's tests hold answers to it.
 * @throws ApiProblem, Unreachable, and AbortError when `signal` ends it
 */
export async function ask<T>(method: Method, path: string, sent: Sent = {}): Promise<T> {
  const response = await fetchAnswer(method, `${base}${path}${queryString(sent.query)}`, sent);
  learnServiceTime(response);
  if (!response.ok) {
    const problem = await problemOf(response);
    if (problem.code === 'csrf_token_invalid' && (await hasNewToken())) return ask(method, path, sent);
    if (problem.code === 'step_up_required' && (await stepUp(problem))) return ask(method, path, sent);
    if (problem.code === 'not_signed_in') onSignedOut();
    if (problem.code === 'unknown_project' || problem.code === 'role_required') onRightsChanged();
    throw problem;
  }
  if (response.headers.get('Content-Type')?.startsWith(linesType) === true)
    return (await response.blob()) as T;
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Has the person prove once more who they are. @returns false when they left that */
function stepUp({ first }: ApiProblem): Promise<boolean> {
  const what = first.methods?.includes('password') === true ? 'password' : 'code';
  const send = (typed: string) => ask('POST', '/session/step-up', { body: { [what]: typed } });
  return askForProof({ what, title: 'Confirm that it is you', send });
}

/** Another tab signed in since: this one goes on with the new session where it is the same person's. */
async function hasNewToken(): Promise<boolean> {
  const before = csrf;
  await readSession();
  return csrf !== before;
}

/**
 * The session as it is now.
 * @throws ApiProblem when it has ended, or is another person's, in whose name nothing of this page is sent
 */
export async function readSession(signal?: AbortSignal): Promise<Session> {
  const session = await ask<Session>('GET', '/session', { signal });
  if (session.user === null && person !== null) {
    onSignedOut();
    throw new ApiProblem(401, {
      code: 'not_signed_in',
      message: 'You’ve been signed out. Sign in to continue.',
    });
  }
  if (session.user !== null && person !== null && session.user.id !== person.id)
    throw new ApiProblem(403, {
      code: 'another_person',
      message: `Another tab signed in as ${session.user.email}. Sign in there as ${person.email} to save this.`,
    });
  keepSession(session);
  return session;
}

async function fetchAnswer(method: Method, url: string, sent: Sent): Promise<Response> {
  const { body, ifMatch, outlivesPage: keepalive = false } = sent;
  const signal = endOf(method, url, sent.signal);
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (csrf !== null && method !== 'GET') headers['X-CSRF-Token'] = csrf;
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch;
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    return await fetch(url, {
      method,
      headers,
      keepalive,
      ...content,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Unreachable();
  }
}

/** What ends a request. A write that is on its way is never ended: it may be stored already. */
function endOf(method: Method, url: string, given: AbortSignal | undefined): AbortSignal | undefined {
  if (!url.startsWith(`${base}/projects/`)) return given;
  if (method !== 'GET' && !projects.signal.aborted) return given;
  return given === undefined ? projects.signal : AbortSignal.any([projects.signal, given]);
}

function queryString(query: Query = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
