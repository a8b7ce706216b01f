import { mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { builtDashboard } from '../../src/dashboard/site/service.ts';
import { buildInBackground, type BuildPlan, root } from './background-build.ts';

/** How `npm run dev` builds the dashboard; the old build is there until the new one is whole. */
export function dashboardBuild(): BuildPlan {
  const staged = join(dirname(builtDashboard), `.dashboard-${process.pid}`);
  const cwd = join(root, 'dashboard');
  return {
    what: 'The dashboard',
    sources: ['dashboard/src', 'dashboard/index.html', 'dashboard/vite.config.ts', 'package-lock.json'],
    built: join(builtDashboard, 'index.html'),
    command: [process.execPath, viteOf(cwd), 'build', '--outDir', staged, '--logLevel', 'warn'],
    cwd,
    async takePlace() {
      await mkdir(dirname(builtDashboard), { recursive: true });
      await rm(builtDashboard, { recursive: true, force: true });
      await rename(staged, builtDashboard);
    },
    cleanUp: () => rm(staged, { recursive: true, force: true }),
  };
}

/** Builds the dashboard by itself, for tests and for pictures of it. */
export function buildDashboard(say: (line: string) => void): ReturnType<typeof buildInBackground> {
  return buildInBackground(dashboardBuild(), say);
}

/** Vite's program; an installed package comes without it and builds nothing. */
function viteOf(dashboard: string): string {
  try {
    const vite = createRequire(join(dashboard, 'package.json')).resolve('vite/package.json');
    return join(dirname(vite), 'bin/vite.js');
  } catch {
    return 'vite';
  }
}
