import type { Feature } from '../platform/feature.ts';
import { versions } from './repository.ts';

export const versionsFeature: Feature = {
  name: 'versions',
  collections: [{ collection: versions, stays: 'history of people of one installation', mayBeSharded: true }],
};
