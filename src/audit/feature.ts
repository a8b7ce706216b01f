import type { Feature } from '../platform/feature.ts';
import { audit, auditHeads } from './repository.ts';

export const auditFeature: Feature = {
  name: 'audit',
  collections: [
    { collection: audit, stays: 'who did what in one installation', mayBeSharded: true },
    { collection: auditHeads, stays: 'who did what in one installation', mayBeSharded: false },
  ],
};
