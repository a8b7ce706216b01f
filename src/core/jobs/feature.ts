import type { Feature } from '../context/feature.ts';
import { jobRows } from './collection.ts';

export const jobsFeature: Feature = {
  name: 'platform/jobs',
  collections: [{ collection: jobRows, stays: 'timers, rebuilt from the dates', mayBeSharded: false }],
};
