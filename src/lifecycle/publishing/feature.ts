import type { Feature } from '../../core/context/index.ts';
import { dueEveryMs, publishDue } from './due/due.ts';

export const publishingFeature: Feature = {
  name: 'publishing',
  jobs: (parts) => [
    { name: 'publishing.due', everySeconds: dueEveryMs / 1000, run: () => publishDue(parts) },
  ],
};
