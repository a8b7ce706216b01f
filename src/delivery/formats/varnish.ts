import { bearer, listOf, ownAddress, ownBody, partsOf } from './parts.ts';
import type { PurgeFormat } from './schema.ts';

/** So many ids stay well below the 8 KiB that Varnish takes of one header. */
const tagsMax = 100;

/** Varnish with xkey: VCL reads no bodies, so the tags stand in a header, too. */
export const varnish: PurgeFormat = {
  service: null,
  needsToken: true,
  tagsMax,
  everySeconds: 1,
  isSigned: true,
  address: ownAddress,
  requests: (batch) =>
    partsOf(batch, tagsMax).map((part) => ({
      headers: { 'X-Galley-Purge': listOf(part).join(' ') },
      body: ownBody(part),
    })),
  proof: bearer,
};
