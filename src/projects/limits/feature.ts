import type { Feature } from '../../core/context/index.ts';
import { rateCounters } from '../../core/counters/index.ts';

export const limitsFeature: Feature = {
  name: 'limits',
  collections: [{ collection: rateCounters, stays: 'figures of one minute', mayBeSharded: false }],
};
