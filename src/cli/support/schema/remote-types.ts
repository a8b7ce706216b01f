import { type ErrorCode, errors } from '../../../contract/errors/errors.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import { refusal } from '../refusal.ts';

/** A service that takes longer than this is asked another time, in milliseconds. */
const answerMs = 30_000;

/**
 * What `GET /v1/types.d.ts` of a service answers to a key.
 * @throws the service's own refusal; invalid_parameter (--url) where no service answers
 */
export async function fetchTypes(url: string, key: string, release: string | undefined): Promise<string> {
  const address = addressOf(url, release);
  const answer = await fetch(address, {
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(answerMs),
  }).catch((fault: Error) => {
    const cause = fault.cause instanceof Error ? fault.cause.message : fault.message;
    throw refusal(`${address.origin} does not answer: ${cause}.`, { param: '--url' });
  });
  const text = await answer.text();
  if (answer.ok && text.includes('ContentTypes')) return text;
  throw refusedBy(text) ?? notOurs(address, answer.status);
}

function addressOf(url: string, release: string | undefined): URL {
  const base = URL.canParse(url) ? new URL(url) : null;
  if (base === null || !['http:', 'https:'].includes(base.protocol)) {
    throw refusal('--url is the address of the service: https://content.example.com', { param: '--url' });
  }
  const address = new URL('v1/types.d.ts', `${base.origin}${base.pathname.replace(/\/*$/, '/')}`);
  if (release !== undefined) address.searchParams.set('release', release);
  return address;
}

/** The refusal that an answer of the API holds, or null. */
function refusedBy(text: string): ApiError | null {
  try {
    const { code, message } = (JSON.parse(text) as { error: { code: string; message: string } }).error;
    return Object.hasOwn(errors, code) ? new ApiError(code as ErrorCode, message, {}) : null;
  } catch {
    return null;
  }
}

function notOurs({ href }: URL, status: number): ApiError {
  const message = `${href} answered ${status} and no types. Is --url the address of a Galley service?`;
  return refusal(message, { param: '--url' });
}
