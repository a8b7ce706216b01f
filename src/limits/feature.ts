import type { Feature } from '../platform/feature.ts';
import { rateCounters } from '../platform/mongo/counters.ts';

export const limitsFeature: Feature = {
  name: 'limits',
  collections: [{ collection: rateCounters, stays: 'figures of one minute', mayBeSharded: false }],
};
