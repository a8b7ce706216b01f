import { listOf, partsOf } from './parts.ts';
import type { PurgeFormat } from './schema.ts';

/** Fastly's maximum surrogate keys per request. */
const tagsMax = 256;

/** Fastly's purge of several surrogate keys. */
export const fastly: PurgeFormat = {
  service: { form: /^[A-Za-z0-9]{1,64}$/, words: 'the id of the Fastly service, letters and digits' },
  needsToken: true,
  tagsMax,
  everySeconds: 1,
  isSigned: false,
  address: ({ service }, origin = 'https://api.fastly.com') => `${origin}/service/${service ?? ''}/purge`,
  requests: (batch) =>
    partsOf(batch, tagsMax).map((part) => ({ headers: {}, body: () => ({ surrogate_keys: listOf(part) }) })),
  proof: (token) => ({ 'Fastly-Key': token }),
};
