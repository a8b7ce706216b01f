import { join } from 'node:path';
import { packedClient } from '../../src/introspection/client-package/service.ts';
import { type BuildPlan, root } from './background-build.ts';

/** The plan with which `npm run dev` packs the client. The pack script moves the tarball to its final location. */
export function clientBuild(): BuildPlan {
  return {
    what: 'The client',
    sources: ['packages/client/src', 'packages/client/package.json', 'packages/client/tsconfig.json'],
    built: packedClient,
    command: [process.execPath, join(root, 'tools/pack-client.mjs')],
    cwd: root,
    takePlace: () => Promise.resolve(),
    cleanUp: () => Promise.resolve(),
  };
}
