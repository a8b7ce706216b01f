import type { Locator, Page } from 'playwright-core';
import { expectDone } from '../../support/content.ts';
import type { TestProject } from '../../support/service.ts';

/** Pages put together from a hero, a group that holds others, and a divider. */
export async function definePages(project: TestProject): Promise<void> {
  const put = async (slug: string, body: object) =>
    expectDone(await project.secret.put(`/v1/schema/blocks/${slug}`, body));
  await put('hero', {
    description: 'The first thing that visitors see',
    fields: [
      { key: 'title', label: 'Title', type: 'string', options: { required: true } },
      { key: 'link', label: 'Link', type: 'url' },
      { key: 'text', label: 'Text', type: 'richtext' },
      {
        key: 'tone',
        label: 'Tone',
        type: 'select',
        options: { choices: ['light', 'dark'], default: 'light' },
      },
    ],
  });
  await put('divider', { description: 'A line between two parts', fields: [] });
  await put('group', {
    fields: [
      { key: 'heading', label: 'Heading', type: 'string' },
      { key: 'items', label: 'Items', type: 'blocks', options: { blocks: ['hero', 'group'], max_items: 3 } },
    ],
  });
  expectDone(
    await project.secret.put('/v1/schema/content-types/page', {
      name: 'Page',
      fields: [
        { key: 'title', label: 'Name', type: 'string' },
        {
          key: 'sections',
          label: 'Sections',
          type: 'blocks',
          options: { blocks: ['hero', 'group', 'divider'], max_of: { divider: 1 } },
        },
      ],
    }),
  );
}

export interface SentBlock {
  id?: string;
  block: string;
  values?: Record<string, unknown>;
}

export const hero = (title: string, more: object = {}): SentBlock => ({
  block: 'hero',
  values: { title, ...more },
});

export async function addPage(
  project: TestProject,
  sections: readonly SentBlock[],
  publish = false,
): Promise<string> {
  const values = { title: 'Spring', sections };
  return expectDone(await project.secret.post('/v1/content/page/entries', { values, publish })).id as string;
}

/** The draft of a page as it is stored. */
export async function draftOf(page: Page, project: TestProject, id: string): Promise<any> {
  const answer = await page.request.get(`/dashboard/api/projects/${project.id}/content/page/entries/${id}`);
  return ((await answer.json()) as { draft: unknown }).draft;
}

/** The titles of the blocks of a draft, those inside others in brackets. */
export function titlesOf(list: readonly SentBlock[] | undefined): string {
  return (list ?? [])
    .map(({ block, values = {} }) => {
      const inside = values['items'] as SentBlock[] | undefined;
      const name = (values['title'] ?? values['heading'] ?? block) as string;
      return inside === undefined || inside.length === 0 ? name : `${name}(${titlesOf(inside)})`;
    })
    .join(' ');
}

/** The row of a block by its name and label. */
export const row = (page: Page, name: RegExp | string): Locator =>
  page.locator('.block-toggle').filter({ hasText: name });

export const saved = (page: Page) => page.getByText(/^Saved/).waitFor();
