import { defineType, expectDone } from '../content.ts';
import type { TestProject } from '../service.ts';

/** A project whose pages are put together: a block that names itself, a reference, pictures and rich text inside. */
export async function defineLandingPage(project: TestProject): Promise<void> {
  const put = async (slug: string, fields: object[]) =>
    expectDone(await project.secret.put(`/v1/schema/blocks/${slug}`, { fields }));
  await defineType(project, 'maker', { name: 'string', next: 'text' });
  await put('hero', [
    { key: 'title', type: 'string', options: { required: true } },
    { key: 'text', type: 'richtext' },
    { key: 'image', type: 'image' },
    { key: 'maker', type: 'reference', options: { content_type: 'maker' } },
  ]);
  await put('divider', []);
  await put('group', [{ key: 'items', type: 'blocks', options: { blocks: ['hero', 'group'] } }]);
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'sections', type: 'blocks', options: { blocks: ['hero', 'group', 'divider'] } },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
  ]);
}

/** A block as it is sent; groups hold others. */
export const hero = (title: string, more: object = {}) => ({ block: 'hero', values: { title, ...more } });
export const group = (...items: unknown[]) => ({ block: 'group', values: { items } });
