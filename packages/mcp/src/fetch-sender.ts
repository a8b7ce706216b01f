import { apiError } from '../../contract/errors/api-error.ts';
import { addressOf, type SendToApi } from './api.ts';

/** How long one request of a tool may take, in milliseconds. */
const requestMs = 60_000;

/** Sends requests to a service elsewhere, with one key. An answer that does not come is `temporarily_unavailable`. */
export function sendTo({ url, key }: { url: string; key: string }): SendToApi {
  const base = url.replace(/\/+$/, '');
  return async (request) => {
    const response = await fetch(base + addressOf(request), {
      method: request.method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      redirect: 'error', // the key is for this address alone
      signal: AbortSignal.timeout(requestMs),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    }).catch(() => {
      throw apiError('temporarily_unavailable', {}, { param: 'GALLEY_URL' });
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : jsonOf(text),
      retryAfter: Number(response.headers.get('Retry-After')) || null,
    };
  };
}

/** @throws temporarily_unavailable where something else answers than the service */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiError('temporarily_unavailable', {}, { param: 'GALLEY_URL' });
  }
}
