import { checkProof, dashboardRoute } from '../../core/http/index.ts';
import { ChangeProjectSettings, ProjectSettings, StorageTest } from '../../projects/index.ts';
import { changeSettings, readSettings, testStorage } from './settings.ts';

const owner = { scope: 'project' } as const;

export const settingsRoutes = [
  dashboardRoute({
    scope: 'project',
    method: 'GET',
    path: '/settings',
    needs: 'read',
    area: 'any',
    summary: 'Reads the project’s settings.',
    input: {},
    output: ProjectSettings,
    run: readSettings,
  }),
  dashboardRoute({
    ...owner,
    method: 'PATCH',
    path: '/settings',
    needs: 'manage',
    area: 'project',
    audits: 'project.changed',
    summary:
      'Changes the project’s name, review interval, preview URL, link patterns, CDN mode, trash or approvals.',
    stepUp: ({ body }) => body.preview_url != null,
    input: { body: ChangeProjectSettings },
    output: ProjectSettings,
    run: (context, { body }) =>
      changeSettings(context, body, { confirm: () => checkProof(context.person, context.now) }),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/settings/storage-test',
    needs: 'manage',
    area: 'project',
    audits: { none: 'tests the storage and changes nothing' },
    summary: 'Tests the storage: writes, reads and removes a byte in both buckets.',
    timeLimitMs: 30_000,
    input: {},
    output: StorageTest,
    run: testStorage,
  }),
];
