import type { Session } from '../../../../src/accounts/sign-in/schema.ts';
import { ApiError, readApiError, Unreachable } from '../errors/api-error.ts';
import { askForProof, type SentProof } from './proof.ts';
import { recordServiceTime } from '../service-time.ts';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface RequestOptions {
  body?: unknown;
  query?: Query | undefined;
  /** `"<revision>"` or a tag. The service responds with `revision_conflict` if the item has changed since. */
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Completes the request even if the page closes. Browsers allow 64 KiB for all such requests together. */
  outlivesPage?: boolean;
}

const base = '/dashboard/api';
/** Newline-delimited JSON, which is returned as a Blob. */
const linesType = 'application/x-ndjson';

/** Errors after which the person's projects and roles are read again. */
const lostAccessCodes: readonly string[] = [
  'unknown_project',
  'role_required',
  'sign_in_method_required',
  'second_factor_setup_required',
];

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let csrf: string | null = null;
let person: Person | null = null;
let onSignedOut: () => void = () => undefined;
let onRightsChanged: () => void = () => undefined;
/** Aborts requests about projects. Aborted at sign-out, and replaced at the next sign-in. */
let projectRequests = new AbortController();

type Person = NonNullable<Session['user']>;

/** Stores the CSRF token of the session and the person it belongs to. */
export function storeSession(session: Pick<Session, 'csrf' | 'user'>): void {
  csrf = session.csrf;
  person = session.user;
}

/** Aborts running reads of projects and blocks new ones, because the session is about to end and they would get 401. */
export function abortProjectRequests(): void {
  projectRequests.abort();
}

export function allowProjectRequests(): void {
  if (projectRequests.signal.aborted) projectRequests = new AbortController();
}

/** Sets the handler for responses that report the end of the session. */
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler;
}

/** Sets the handler for responses that report that the person lost access or a permission. */
export function whenRightsChanged(handler: () => void): void {
  onRightsChanged = handler;
}

/**
 * Sends a request to the dashboard's API. `T` is the type that the endpoint's schema declares.
 * @throws ApiError, Unreachable, and AbortError when `signal` ends it
 */
export async function requestApi<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await fetchResponse(method, `${base}${path}${queryString(options.query)}`, options);
  recordServiceTime(response);
  if (!response.ok) {
    const error = await readApiError(response);
    if (error.code === 'csrf_token_invalid' && (await refreshCsrfToken()))
      return requestApi(method, path, options);
    if (error.code === 'step_up_required' && (await mayRepeat(method, error)))
      return requestApi(method, path, options);
    if (error.code === 'not_signed_in') onSignedOut();
    if (lostAccessCodes.includes(error.code)) onRightsChanged();
    throw error;
  }
  if (response.headers.get('Content-Type')?.startsWith(linesType) === true)
    return (await response.blob()) as T;
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The running confirmation, which all rejected requests wait for, and whether the person canceled the last one. */
let confirmation: Promise<boolean> | null = null;
let isCanceled = false;

/** Whether to repeat a request after a confirmation. Reads don't ask again once the person canceled. */
async function mayRepeat(method: Method, { first }: ApiError): Promise<boolean> {
  if (method === 'GET' && isCanceled) return false;
  return confirmIdentity(first.methods ?? []);
}

/** Asks for a passkey, the password or a code again. @returns false when the person cancels */
export async function confirmIdentity(methods: readonly string[]): Promise<boolean> {
  confirmation ??= requestProof(methods).finally(() => (confirmation = null));
  const isConfirmed = await confirmation;
  isCanceled = !isConfirmed;
  return isConfirmed;
}

async function requestProof(methods: readonly string[]): Promise<boolean> {
  const localKind = methods.includes('totp') || methods.includes('recovery_code') ? 'code' : null;
  const kind = methods.includes('password') ? 'password' : localKind;
  const issuers = methods.flatMap((method) => (method.startsWith('sso:') ? [method.slice(4)] : []));
  const passkeyOptions = methods.includes('passkey') ? { path: '/session/step-up/options', body: {} } : null;
  const send = (proof: SentProof) => requestApi('POST', '/session/step-up', { body: proof });
  return askForProof({ kind, issuers, passkeyOptions, title: 'Confirm it’s you', send });
}

/** Reads the session again, in case the same person signed in in another tab. @returns whether the token changed */
async function refreshCsrfToken(): Promise<boolean> {
  const before = csrf;
  await readSession();
  return csrf !== before;
}

/**
 * Reads the current session.
 * @throws ApiError when it has ended or belongs to another person, so that nothing is sent in their name
 */
export async function readSession(signal?: AbortSignal): Promise<Session> {
  const session = await requestApi<Session>('GET', '/session', { signal });
  if (session.user === null && person !== null) {
    onSignedOut();
    throw new ApiError(401, {
      code: 'not_signed_in',
      message: 'You’ve been signed out. Sign in to continue.',
    });
  }
  if (session.user !== null && person !== null && session.user.id !== person.id)
    throw new ApiError(403, {
      code: 'another_person',
      message: `Another tab signed in as ${session.user.email}. Sign in there as ${person.email} to save this.`,
    });
  storeSession(session);
  return session;
}

async function fetchResponse(method: Method, url: string, options: RequestOptions): Promise<Response> {
  const { body, ifMatch, outlivesPage: keepalive = false } = options;
  const signal = signalOf(method, url, options.signal);
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

/** The signal that aborts a request. A running write is never aborted, because it may be stored already. */
function signalOf(method: Method, url: string, signal: AbortSignal | undefined): AbortSignal | undefined {
  if (!url.startsWith(`${base}/projects/`)) return signal;
  if (method !== 'GET' && !projectRequests.signal.aborted) return signal;
  return signal === undefined ? projectRequests.signal : AbortSignal.any([projectRequests.signal, signal]);
}

function queryString(query: Query = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
