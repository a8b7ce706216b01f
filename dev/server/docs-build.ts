import { builtDocs } from '../../src/introspection/pages/service.ts';
import { type BuildPlan, root, stagedBuild } from './background-build.ts';
import { programOf } from './dashboard-build.ts';

/** The plan with which `npm run dev` builds the documentation. */
export function docsBuild(): BuildPlan {
  return stagedBuild({ folder: builtDocs, built: '404.html' }, (staged) => ({
    what: 'The documentation',
    sources: ['docs', 'package-lock.json'],
    command: [
      process.execPath,
      programOf('vitepress', 'bin/vitepress.js'),
      'build',
      'docs',
      '--outDir',
      staged,
    ],
    cwd: root,
  }));
}
