import type { Feature } from '../../core/context/index.ts';
import { projects } from './repository.ts';

export const projectsFeature: Feature = {
  name: 'projects',
  collections: [{ collection: projects, stays: 'carried by itself', mayBeSharded: false }],
};
