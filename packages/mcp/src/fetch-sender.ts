import { type Send, urlPath } from './api.ts';
import { serviceUnavailable } from './errors.ts';

/** The time limit of one request, in milliseconds. */
const requestMs = 60_000;

/** Sends requests with `fetch` to the service at a URL. @throws temporarily_unavailable if it doesn't respond with JSON */
export function fetchSender({ url, key }: { url: string; key: string }): Send {
  const base = url.replace(/\/+$/, '');
  return async (request) => {
    const response = await fetch(base + urlPath(request), {
      method: request.method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      redirect: 'error', // the API key is for this URL only
      signal: AbortSignal.timeout(requestMs),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    }).catch(() => {
      throw serviceUnavailable('GALLEY_URL');
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : parseJson(text),
      retryAfter: Number(response.headers.get('Retry-After')) || null,
      previewState: response.headers.get('X-Preview-State') ?? undefined,
    };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw serviceUnavailable('GALLEY_URL');
  }
}
