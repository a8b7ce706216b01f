import { createEntry, defineType, expectDone, inMs, pluck, publishEntry } from '../content.ts';
import type { TestProject, TestService } from '../service.ts';

/** The address of the list. */
export const list = '/v1/content/page';
/** How many of its entries are published. */
export const count = 25;

/** A project with a list of published pages, a draft and a scheduled page. @returns the ids newest first, as lists answer */
export async function newPages(service: TestService): Promise<{ project: TestProject; ids: string[] }> {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string', n: 'number' });
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.unshift(await publishEntry(project, 'page', { title: n % 2 === 0 ? 'even' : 'odd', n }));
  await createEntry(project, 'page', { title: 'draft' });
  await createEntry(project, 'page', { title: 'coming' }, { publish: true, published_at: inMs(3_600_000) });
  await defineType(project, 'empty', { title: 'string' });
  return { project, ids };
}

/** The ids of one page of the list, and its meta. */
export async function pageOf({ publishable }: TestProject, query: string) {
  const { data, meta } = expectDone(await publishable.get(`${list}${query}`));
  return { ids: pluck(data, 'id'), meta };
}
