import { problemOf, Unreachable } from './problem.ts';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Sent {
  body?: unknown;
  query?: Query | undefined;
  /** `"<revision>"` or a tag: refuse with `revision_conflict` when somebody else changed it. */
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let csrf: string | null = null;
let onSignedOut: () => void = () => undefined;

/** Keeps the token that every change carries; it comes with the session. */
export function keepCsrf(token: string | null): void {
  csrf = token;
}

/** Says what happens when an answer tells that the session ended. */
export function whenSignedOut(then: () => void): void {
  onSignedOut = then;
}

/**
 * Asks the dashboard's API. `T` is what the endpoint's schema declares; the service's tests hold answers to it.
 * @throws ApiProblem, Unreachable, and AbortError when `signal` ends it
 */
export async function ask<T>(method: Method, path: string, sent: Sent = {}): Promise<T> {
  const response = await fetchAnswer(method, `/dashboard/api${path}${queryString(sent.query)}`, sent);
  if (!response.ok) {
    const problem = await problemOf(response);
    if (problem.code === 'not_signed_in') onSignedOut();
    throw problem;
  }
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function fetchAnswer(method: Method, url: string, { body, ifMatch, signal }: Sent): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (csrf !== null && method !== 'GET') headers['X-CSRF-Token'] = csrf;
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch;
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    return await fetch(url, { method, headers, ...content, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Unreachable();
  }
}

function queryString(query: Query = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
