import { randomBytes } from 'node:crypto';
import type { CdnProfile } from '../../contract/events/cdn.ts';

/** What one request through the cache came to. */
export interface CdnResponse {
  status: number;
  /** The request that made the answer: a stored one has that of an earlier request. */
  requestId: string;
  allowOrigin: string | null;
}

/** What a cache answered to the same read, asked in several ways. */
export interface SeenThroughCache {
  /** The first answer, and the same again until one of them was a stored one. */
  first: CdnResponse;
  again: CdnResponse[];
  wrongKey: CdnResponse;
  /** With the other publishable key of the project; null where there is one alone. */
  otherKey: CdnResponse | null;
  /** From a page that no key lists. */
  strangeOrigin: CdnResponse;
  /** From a page that the key lists, where it lists any. */
  listedOrigin: { origin: string; answer: CdnResponse } | null;
}

/** What is asked with: publishable keys of one project, and origins that the first lists. */
export interface Questions {
  url: string;
  profile: CdnProfile;
  keys: readonly { token: string; origins: readonly string[] }[];
  /** Well formed, and of no person. */
  wrongToken: string;
}

const answerTimeMs = 10_000;
/** A cache of many machines may store an answer on another one first. */
const triesMax = 4;
/** A name under `.invalid`, which can be registered by no person. */
const strangeOrigin = 'https://galley-doctor.invalid';

/**
 * Sends a read that is new to every cache, in all ways that decide what a cache does. It is a list that finds nothing,
 * so that a wrong cache gives away no content. @throws Error in words when the address does not respond
 */
export async function seeThroughCache({
  url,
  profile,
  keys,
  wrongToken,
}: Questions): Promise<SeenThroughCache> {
  const address = newRead(url);
  const [key, other] = keys;
  // The edge brings the key itself: clients send none.
  const own = profile === 'edge' ? null : (key?.token ?? null);
  const first = await ask(address, { token: own });
  const again: CdnResponse[] = [];
  while (again.length < triesMax && again.at(-1)?.requestId !== first.requestId)
    again.push(await ask(address, { token: own }));
  const listed = key?.origins[0];
  return {
    first,
    again,
    wrongKey: await ask(address, { token: wrongToken }),
    otherKey: other === undefined ? null : await ask(address, { token: other.token }),
    // With `edge` what is stored is for all pages: only a new answer tells what reached the service.
    strangeOrigin: await ask(profile === 'edge' ? newRead(url) : address, {
      token: own,
      origin: strangeOrigin,
    }),
    listedOrigin:
      listed === undefined
        ? null
        : { origin: listed, answer: await ask(address, { token: own, origin: listed }) },
  };
}

function newRead(url: string): URL {
  return new URL(`/v1/blog/articles?limit=1&tag=doctor-${randomBytes(6).toString('hex')}`, url);
}

async function ask(
  address: URL,
  { token, origin }: { token: string | null; origin?: string },
): Promise<CdnResponse> {
  const headers = {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(origin === undefined ? {} : { Origin: origin }),
  };
  const signal = AbortSignal.timeout(answerTimeMs);
  const answer = await fetch(address, { headers, signal, redirect: 'manual' }).catch((fault: unknown) => {
    const why = fault instanceof Error ? (fault.cause instanceof Error ? fault.cause : fault).message : '';
    throw new Error(`${address.origin} does not respond: ${why}.`);
  });
  await answer.arrayBuffer();
  return {
    status: answer.status,
    requestId: answer.headers.get('X-Request-Id') ?? '',
    allowOrigin: answer.headers.get('Access-Control-Allow-Origin'),
  };
}
