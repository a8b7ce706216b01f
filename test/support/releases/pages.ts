import { defineType, expectDone, publishEntry } from '../content.ts';
import type { TestProject, TestService } from '../service.ts';

/** A project with published pages, and the moves on its releases. */
export async function newPages(service: TestService, titles: readonly string[]) {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const ids: string[] = [];
  for (const title of titles) ids.push(await publishEntry(project, 'page', { title }));
  return { project, ids, ...movesOn(project), main: project.releaseId };
}

function movesOn({ secret, publishable }: TestProject) {
  const at = (id: string, release?: string) =>
    `/v1/content/page/${id}${release === undefined ? '' : `?release=${release}`}`;
  return {
    clone: async (name = 'Spring', from?: string) =>
      expectDone(await secret.post('/v1/releases', { name, from })).id as string,
    promote: (release: string, body?: object) => secret.post(`/v1/releases/${release}/promote`, body),
    diff: async (release: string) => expectDone(await secret.get(`/v1/releases/${release}/diff`)),
    edit: async (id: string, title: string, release?: string) =>
      expectDone(await secret.patch(at(id, release), { values: { title } })),
    remove: (id: string, release?: string) => secret.delete(at(id, release)),
    title: async (id: string, release?: string) =>
      (await publishable.get(at(id, release))).body.values?.title as string | undefined,
  };
}

/** What a difference counts of what was not touched. */
export const untouched = { added: 0, changed: 0, removed: 0, conflicts: 0 };
