import type { KeptAnswer } from './answer.ts';
import type { Settings } from './settings.ts';
import { unkept } from './unkept.ts';

/** How a site reads, by the request that it answers. */
export interface Ways {
  /** What Next keeps of a path of the API, or reads for it. */
  kept: (path: string) => Promise<KeptAnswer>;
  /** The token of the preview that the request belongs to; null for readers. */
  previewToken: () => Promise<string | null>;
  fetch: typeof fetch;
}

/** What previews show drafts of. */
const drafted = /^\/v1\/(content|blog|kb|authors)(\/|\?|$)/;
/** What is true for this moment alone. */
const momentary = /^\/v1\/(changes|ping)(\/|\?|$)/;

/** A fetch whose reads are kept by Next, or are those of drafts in a preview; writes go to the service as they are. */
export function siteFetch({ url }: Settings, { kept, previewToken, fetch: send }: Ways): typeof fetch {
  return async (input, init = {}) => {
    const path = addressOf(input).slice(url.length);
    if (init.method !== 'GET' || momentary.test(path)) return send(input, unkept(init));
    const token = drafted.test(path) ? await previewToken() : null;
    if (token !== null) {
      const headers = { ...(init.headers as Record<string, string>), Authorization: `Bearer ${token}` };
      return send(`${url}/preview${path}`, unkept({ ...init, headers }));
    }
    const { status, body } = await kept(path);
    return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
  };
}

function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}
