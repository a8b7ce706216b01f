import type { Feature } from '../../core/context/index.ts';
import { dueEveryMs, publishDue } from './due/due.ts';
import { rowsDueWithin } from './due/due-query.ts';

export const publishingFeature: Feature = {
  name: 'publishing',
  jobs: (parts) => [
    {
      name: 'publishing.due',
      everySeconds: 600,
      dueRows: rowsDueWithin(parts.kinds, dueEveryMs),
      run: () => publishDue(parts),
    },
  ],
};
