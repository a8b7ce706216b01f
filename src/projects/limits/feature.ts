import type { Feature } from '../../core/context/index.ts';
import { counterRows } from '../../core/counters/index.ts';

export const limitsFeature: Feature = {
  name: 'limits',
  collections: [{ collection: counterRows, stays: 'counts of the current minutes', mayBeSharded: false }],
};
