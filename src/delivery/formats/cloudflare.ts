import { bearer, listOf, partsOf } from './parts.ts';
import type { PurgeFormat } from './schema.ts';

/** Cloudflare's maximum tags per request, on every plan. */
const tagsMax = 30;

/** Cloudflare's purge by cache tag. Its plans limit requests per minute, hence the longer pause. */
export const cloudflare: PurgeFormat = {
  service: { form: /^[0-9a-f]{32}$/, words: 'the id of the Cloudflare zone, 32 digits and letters a to f' },
  needsToken: true,
  tagsMax,
  everySeconds: 10,
  isSigned: false,
  address: ({ service }, origin = 'https://api.cloudflare.com') =>
    `${origin}/client/v4/zones/${service ?? ''}/purge_cache`,
  requests: (batch) =>
    partsOf(batch, tagsMax).map((part) => ({ headers: {}, body: () => ({ tags: listOf(part) }) })),
  proof: bearer,
};
