import type { Feature } from '../core/context/index.ts';
import { removeUnfinishedCopies } from './copy.ts';

export const transferFeature: Feature = {
  name: 'transfer',
  jobs: (parts) => [
    { name: 'project-copies.sweep', everySeconds: 3_600, run: () => removeUnfinishedCopies(parts) },
  ],
};
