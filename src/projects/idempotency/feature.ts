import type { Feature } from '../../core/context/index.ts';
import { idempotency } from './repository.ts';

export const idempotencyFeature: Feature = {
  name: 'idempotency',
  collections: [{ collection: idempotency, stays: 'answers of one day', mayBeSharded: true }],
};
