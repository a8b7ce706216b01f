import { type ErrorCode, errors } from '../../../contract/errors/errors.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import { commandError } from '../command-error.ts';

/** Timeout of the request, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Fetches `GET /v1/types.d.ts` of a service with a key.
 * @throws the service's own error; invalid_parameter (--url) if no service responds
 */
export async function fetchTypes(url: string, key: string, release: string | undefined): Promise<string> {
  const typesUrl = typesUrlOf(url, release);
  const response = await fetch(typesUrl, {
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw commandError(`${typesUrl.origin} does not answer: ${cause}.`, { param: '--url' });
  });
  const text = await response.text();
  if (response.ok && text.includes('ContentTypes')) return text;
  throw errorIn(text) ?? otherServiceError(typesUrl, response.status);
}

function typesUrlOf(url: string, release: string | undefined): URL {
  const base = URL.canParse(url) ? new URL(url) : null;
  if (base === null || !['http:', 'https:'].includes(base.protocol)) {
    throw commandError('--url is the address of the service: https://content.example.com', {
      param: '--url',
    });
  }
  const typesUrl = new URL('v1/types.d.ts', `${base.origin}${base.pathname.replace(/\/*$/, '/')}`);
  if (release !== undefined) typesUrl.searchParams.set('release', release);
  return typesUrl;
}

/** The error in a response of the API, or null. */
function errorIn(text: string): ApiError | null {
  try {
    const { code, message } = (JSON.parse(text) as { error: { code: string; message: string } }).error;
    return Object.hasOwn(errors, code) ? new ApiError(code as ErrorCode, message, {}) : null;
  } catch {
    return null;
  }
}

function otherServiceError({ href }: URL, status: number): ApiError {
  const message = `${href} answered ${status} and no types. Is --url the address of a Galley service?`;
  return commandError(message, { param: '--url' });
}
