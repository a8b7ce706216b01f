import type { Feature } from '../../core/context/feature.ts';
import { rateCounters } from '../../core/counters/counters.ts';

export const limitsFeature: Feature = {
  name: 'limits',
  collections: [{ collection: rateCounters, stays: 'figures of one minute', mayBeSharded: false }],
};
