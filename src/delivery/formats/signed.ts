import { ownAddress, ownBody, partsOf } from './parts.ts';
import type { PurgeFormat } from './schema.ts';

const tagsMax = 256;

/** For custom receivers: body and signature have the form of webhooks. */
export const signed: PurgeFormat = {
  service: null,
  needsToken: false,
  tagsMax,
  everySeconds: 1,
  isSigned: true,
  address: ownAddress,
  requests: (batch) => partsOf(batch, tagsMax).map((part) => ({ headers: {}, body: ownBody(part) })),
  proof: () => ({}),
};
