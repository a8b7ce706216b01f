import { bearer, listOf, ownAddress, ownBody, partsOf } from './parts.ts';
import type { PurgeFormat } from './schema.ts';

/** 100 ids stay well below the 8 KiB that Varnish accepts in one header. */
const tagsMax = 100;

/** Varnish with xkey. VCL can't read bodies, so a header contains the tags, too. */
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
