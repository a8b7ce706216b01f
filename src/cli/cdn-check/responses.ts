import { randomBytes } from 'node:crypto';
import type { CdnProfile } from '../../contract/events/cdn.ts';

/** The response to one request through the cache. */
export interface CdnResponse {
  status: number;
  /** The id of the request that built the response. A stored response has that of an earlier request. */
  requestId: string;
  allowOrigin: string | null;
}

/** The responses of a cache to one read, requested in several ways. */
export interface CdnResponses {
  /** The first response, and repetitions until one was a stored response. */
  first: CdnResponse;
  again: CdnResponse[];
  wrongKey: CdnResponse;
  /** With another publishable key of the project; null if there is none. */
  otherKey: CdnResponse | null;
  /** From a page that no key lists. */
  strangeOrigin: CdnResponse;
  /** From a page that the key lists; null if it lists none. */
  listedOrigin: { origin: string; response: CdnResponse } | null;
}

/** The input of the requests: publishable keys of one project, and the origins of the first key. */
export interface CdnRequests {
  url: string;
  profile: CdnProfile;
  keys: readonly { token: string; origins: readonly string[] }[];
  /** A well-formed key that doesn't exist. */
  wrongToken: string;
}

const timeoutMs = 10_000;
/** A cache of several machines may store a response on another machine first. */
const triesMax = 4;
/** A name under `.invalid`, which nobody can register. */
const strangeOrigin = 'https://galley-doctor.invalid';

/**
 * Sends a read that no cache has stored, in all ways that matter for a cache. It is a list without results, so a
 * misconfigured cache reveals no content.
 * @throws Error with a sentence if the URL doesn't respond
 */
export async function requestThroughCache({
  url,
  profile,
  keys,
  wrongToken,
}: CdnRequests): Promise<CdnResponses> {
  const readUrl = newRead(url);
  const [key, other] = keys;
  // the edge adds the key itself, and clients send none
  const ownToken = profile === 'edge' ? null : (key?.token ?? null);
  const first = await send(readUrl, { token: ownToken });
  const again: CdnResponse[] = [];
  while (again.length < triesMax && again.at(-1)?.requestId !== first.requestId)
    again.push(await send(readUrl, { token: ownToken }));
  const listed = key?.origins[0];
  return {
    first,
    again,
    wrongKey: await send(readUrl, { token: wrongToken }),
    otherKey: other === undefined ? null : await send(readUrl, { token: other.token }),
    // With `edge` a stored response is for all pages, so only a new read shows which headers reach the service.
    strangeOrigin: await send(profile === 'edge' ? newRead(url) : readUrl, {
      token: ownToken,
      origin: strangeOrigin,
    }),
    listedOrigin:
      listed === undefined
        ? null
        : { origin: listed, response: await send(readUrl, { token: ownToken, origin: listed }) },
  };
}

function newRead(url: string): URL {
  return new URL(`/v1/blog/articles?limit=1&tag=doctor-${randomBytes(6).toString('hex')}`, url);
}

async function send(
  url: URL,
  { token, origin }: { token: string | null; origin?: string },
): Promise<CdnResponse> {
  const headers = {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(origin === undefined ? {} : { Origin: origin }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { headers, signal, redirect: 'manual' }).catch((error: unknown) => {
    const why = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : '';
    throw new Error(`${url.origin} does not respond: ${why}.`);
  });
  await response.arrayBuffer();
  return {
    status: response.status,
    requestId: response.headers.get('X-Request-Id') ?? '',
    allowOrigin: response.headers.get('Access-Control-Allow-Origin'),
  };
}
