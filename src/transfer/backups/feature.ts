import type { Feature } from '../../core/context/index.ts';
import { backups } from './repository.ts';

export const backupsFeature: Feature = {
  name: 'backups',
  collections: [
    { collection: backups, stays: 'describes objects of the backup storage', mayBeSharded: true },
  ],
};
