import { defineType } from '../content.ts';
import type { TestProject, TestService } from '../service.ts';

/** Values of so many bytes, in texts of 50,000. */
export const wide = (bytes: number) =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(bytes / 50_000) }, (_, i) => [`t${i}`, 'wide '.repeat(10_000)]),
  );
const textFields = Array.from({ length: 80 }, (_, i) => ({ key: `t${i}`, type: 'text' }));

/** A project with a type that is wide, and refers to itself. */
export async function newWidePages(from: TestService): Promise<TestProject> {
  const project = await from.newProject();
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    ...textFields,
    { key: 'body', type: 'richtext' },
    { key: 'one', type: 'reference', options: { content_type: 'page' } },
    { key: 'others', type: 'reference_list', options: { content_type: 'page' } },
  ]);
  return project;
}

/** Every page of a list, by the ways that its answers name. */
export async function pagesOf(project: TestProject, path: string) {
  const pages: { ids: string[]; bytes: number }[] = [];
  for (let next = ''; ;) {
    const { body, text } = await project.publishable.get(path + next);
    const data = body.data as { id: string }[];
    pages.push({ ids: data.map(({ id }) => id), bytes: Buffer.byteLength(text) });
    const { has_more: hasMore, next_cursor: cursor, next_offset: offset } = body.meta;
    if (hasMore !== true) return pages;
    if (pages.length > 50) throw new Error('endless');
    next = cursor === null ? `&offset=${offset}` : `&cursor=${cursor}`;
  }
}
