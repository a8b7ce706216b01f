import { Type } from '@sinclair/typebox';
import { route } from '../../core/http/index.ts';
import { ChangeRelease, CreateRelease, PromoteRelease, Release, ReleaseDiff, ReleaseList } from './schema.ts';
import { createRelease, deleteRelease, diffRelease, listReleases, readRelease } from './service.ts';
import { changeRelease } from './change-release.ts';
import { promoteRelease } from './promote/promote.ts';

const ReleasePath = Type.Object({ releaseId: Type.String() });
const access = { needs: 'read', area: 'project' } as const;
const read = { ...access, method: 'GET', scope: 'project', key: 'secret', budget: 'read' } as const;
const write = { scope: 'project', key: 'secret', budget: 'write' } as const;

export const releaseRoutes = [
  route({
    ...read,
    path: '/v1/releases',
    summary: 'Lists the releases of the project.',
    errors: [],
    input: {},
    output: ReleaseList,
    run: listReleases,
  }),
  route({
    ...read,
    path: '/v1/releases/:releaseId',
    summary: 'Reads one release, with its progress while it is being cloned.',
    errors: ['unknown_release'],
    input: { path: ReleasePath },
    output: Release,
    run: (context, { path }) => readRelease(context, path.releaseId),
  }),
  route({
    ...read,
    path: '/v1/releases/:releaseId/diff',
    summary:
      'Lists the changes that promoting a release would make, and the conflicts with changes of the default release.',
    timeLimitMs: 15_000,
    errors: ['unknown_release', 'release_not_ready'],
    input: { path: ReleasePath },
    output: ReleaseDiff,
    run: (context, { path }) => diffRelease(context, path.releaseId),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/releases',
    needs: 'releases',
    area: 'project',
    audits: 'release.created',
    summary: 'Clones a release: a complete copy of its types and entries, drafts included.',
    status: 201,
    timeLimitMs: 15_000,
    errors: ['unknown_release', 'release_not_ready', 'limit_reached'],
    input: { body: CreateRelease },
    output: Release,
    run: (context, { body }) => createRelease(context, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/releases/:releaseId',
    needs: 'releases',
    area: 'project',
    audits: ['release.renamed', 'release.scheduled'],
    summary: 'Renames a release, or sets or removes the date at which it is promoted.',
    errors: ['unknown_release', 'release_is_default', 'release_not_ready', 'approval_required'],
    input: { path: ReleasePath, body: ChangeRelease },
    output: Release,
    run: (context, { path, body }) => changeRelease(context, path.releaseId, body),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/releases/:releaseId/promote',
    needs: 'releases',
    area: 'project',
    audits: 'release.promoted',
    summary: 'Makes a release the default. The previous default stays and can be promoted again.',
    bodyOptional: true,
    timeLimitMs: 15_000,
    errors: ['unknown_release', 'release_not_ready', 'release_diverged', 'approval_required'],
    input: { path: ReleasePath, body: PromoteRelease },
    output: Release,
    run: (context, { path, body }) => promoteRelease(context, path.releaseId, body),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/v1/releases/:releaseId',
    needs: 'releases',
    area: 'project',
    audits: 'release.deleted',
    summary: 'Deletes a release that is not the default.',
    status: 204,
    errors: ['unknown_release', 'release_is_default'],
    input: { path: ReleasePath },
    output: null,
    run: (context, { path }) => deleteRelease(context, path.releaseId),
  }),
];
