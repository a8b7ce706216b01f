import { beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { addPage, definePages, draftOf, hero, type SentBlock } from './support/blocks.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await definePages(project);
});

const path = (id: string) => `/v1/content/page/${id}`;

describe('a difference', () => {
  it('is told by block before publishing and in the history: came, went, moved, and the words that changed', async () => {
    const id = await addPage(
      project,
      [hero('First words'), hero('Goes'), hero('Stays'), hero('Moves')],
      true,
    );
    const page = await dashboard.open(project, `/entries/page/${id}`);
    const [first, , stays, moves] = (await draftOf(page, project, id)).sections as SentBlock[];
    const sections = [
      moves?.id,
      { id: first?.id, values: { title: 'First other words' } },
      hero('Comes'),
      stays?.id,
    ];
    const editor = await signedIn(dashboard.service, project.id, 'editor');
    const draft = `/projects/${project.id}/content/page/entries/${id}`;
    const answer = await editor.send('PATCH', draft, { values: { sections } });
    expect(answer.status).toBe(200);
    await page.reload();

    await page
      .getByRole('region', { name: 'Status' })
      .getByRole('button', { name: 'Publish changes' })
      .click();
    const changes = page.getByRole('region', { name: 'What changes for readers' });
    await changes.getByText('Moved Hero “Moves”').waitFor();
    await changes.getByText('Added Hero “Comes”').waitFor();
    await changes.getByText('Removed Hero “Goes”').waitFor();
    await changes.getByText('Changed Hero “First other words”').waitFor();
    expect(await changes.locator('ins').filter({ hasText: 'other' }).count()).toBe(1);
    expect(await changes.getByText('Stays').count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.version').last().click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByText('Removed Hero “Comes”').waitFor();
    await history.getByRole('button', { name: 'Restore this version' }).click();
    await expect
      .poll(async () =>
        ((await draftOf(page, project, id)).sections as SentBlock[]).map((one) => one.values?.['title']),
      )
      .toEqual(['First words', 'Goes', 'Stays', 'Moves']);
    expect((await project.publishable.get(path(id))).body.values.sections).toHaveLength(4);
  });

  it('is told by block in what a release would change', async () => {
    const id = await addPage(project, [hero('Here')], true);
    const release = await project.secret.post('/v1/releases', { name: 'Spring' });
    const [here] = (await project.secret.get(path(id))).body.values.sections;
    await project.secret.patch(`${path(id)}?release=${release.body.id}`, {
      values: { sections: [hero('New'), here.id] },
      publish: true,
    });
    const page = await dashboard.open(project, `/releases/${release.body.id}`);

    await page
      .getByRole('button', { name: /^Show what differs/ })
      .first()
      .click();
    await page.getByText('Added Hero “New”').waitFor();
  });
});
