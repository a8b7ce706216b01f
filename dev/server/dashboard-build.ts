import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { builtDashboard } from '../../src/dashboard/site/service.ts';
import { buildInBackground, type BuildPlan, root, stagedBuild } from './background-build.ts';

/** The plan with which `npm run dev` builds the dashboard. */
export function dashboardBuild(): BuildPlan {
  const cwd = join(root, 'dashboard');
  return stagedBuild({ folder: builtDashboard, built: 'index.html' }, (staged) => ({
    what: 'The dashboard',
    sources: ['dashboard/src', 'dashboard/index.html', 'dashboard/vite.config.ts', 'package-lock.json'],
    command: [
      process.execPath,
      programOf('vite', 'bin/vite.js', cwd),
      'build',
      '--outDir',
      staged,
      '--logLevel',
      'warn',
    ],
    cwd,
  }));
}

/** Builds only the dashboard, for tests and screenshots. */
export function buildDashboard(say: (line: string) => void): ReturnType<typeof buildInBackground> {
  return buildInBackground(dashboardBuild(), say);
}

/** Returns the path of a program of a development dependency. An installed package lacks it and builds nothing. */
export function programOf(name: string, path: string, folder = root): string {
  try {
    const found = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
    return join(dirname(found), path);
  } catch {
    return name;
  }
}
