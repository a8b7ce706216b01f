import type { Feature } from '../../core/context/index.ts';
import { activity } from './repository.ts';

export const activityFeature: Feature = {
  name: 'activity',
  collections: [{ collection: activity, stays: 'reports of changes, for five minutes', mayBeSharded: true }],
};
