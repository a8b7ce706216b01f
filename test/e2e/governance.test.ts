import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { password } from '../support/dashboard.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';
import { pressTogether } from './support/keyboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

describe('who did what, and who may', () => {
  it('goes by keyboard from an invitation to a session that ends', { timeout: 120_000 }, async () => {
    const project = await dashboard.service.newProject();
    await defineEverything(project);
    const id = await addEntry(project, 'kite', { title: 'Delta' });
    expectDone(await project.secret.patch(`/v1/content/kite/${id}`, { publish: true }));
    const live = async () =>
      (expectDone(await project.publishable.get(`/v1/content/kite/${id}`)).values as { title: string }).title;

    // An owner invites an author.
    const owner = await dashboard.open(project, '/members');
    await owner.getByRole('row').nth(1).waitFor();
    await owner.keyboard.press('c');
    await owner.keyboard.type('Nina');
    await owner.getByLabel('Role').press('a');
    expect(await owner.getByLabel('Role').inputValue()).toBe('author');
    await owner.keyboard.press('Control+Enter');
    const link = new URL(await owner.getByRole('dialog').locator('code').innerText());
    await owner.keyboard.press('Escape');

    // Who has the link joins.
    const author = await dashboard.newPage({ expectedErrors: [/404/] });
    await author.goto(link.pathname + link.hash);
    await author.getByRole('heading', { name: 'Join Test' }).waitFor();
    for (const text of ['Nina New', `nina-${project.id}@example.test`, password]) {
      await author.keyboard.type(text);
      await author.keyboard.press('Tab');
    }
    await author.keyboard.press('Enter');
    await author.getByRole('heading', { level: 1, name: 'Test', exact: true }).waitFor();

    // The owner narrows them to entries.
    await owner.reload();
    await owner.getByRole('button', { name: /^Actions for Nina/ }).press('Enter');
    await owner.getByRole('menuitem', { name: 'Choose areas' }).press('Enter');
    await owner.getByRole('radio', { name: 'Selected areas only' }).press('Space');
    const areas = owner.getByRole('group', { name: 'Areas' });
    for (const area of ['Blog', 'Knowledge base', 'Authors', 'Media', 'Releases'])
      await areas.getByRole('checkbox', { name: area }).press('Space');
    await owner.getByRole('button', { name: 'Save' }).press('Enter');
    await owner.getByRole('row', { name: /Nina New.*Entries/ }).waitFor();

    // They write a draft, and cannot publish it.
    await author.goto(`/dashboard/p/${project.id}/entries/kite/${id}`);
    await author.getByLabel(/^Title/).press('End');
    await author.keyboard.type(', by Nina');
    await author.getByText('Saved', { exact: true }).waitFor();
    await author.keyboard.press('Control+Shift+p');
    expect(await author.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
    expect(await live()).toBe('Delta');

    // An editor publishes it.
    const editor = await dashboard.open(project, `/entries/kite/${id}`, { role: 'editor' });
    await editor.keyboard.press('Control+Shift+p');
    await expect.poll(live).toBe('Delta, by Nina');

    // The owner reads all of it, and takes it along.
    await pressTogether(owner, 'g', 'o');
    await owner.getByRole('heading', { name: 'Audit log' }).waitFor();
    for (const row of [
      /Nina New.*saved a draft of/,
      /editor-.*changed the entry/,
      /owner-.*changed the member/,
    ])
      await owner.getByRole('row', { name: row }).first().waitFor();
    await expectAccessible(owner);
    const [file] = await Promise.all([
      owner.waitForEvent('download'),
      owner.getByRole('button', { name: 'Export' }).press('Enter'),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(
      expect.arrayContaining([
        'invitation.created',
        'member.joined',
        'draft.saved',
        'entry.changed',
        'log.exported',
      ]),
    );

    // And ends their session of another browser.
    const other = await dashboard.open(project, '/', { role: 'owner', expectedErrors: [/401/] });
    await owner.goto(`/dashboard/p/${project.id}/account`);
    await owner.getByRole('cell', { name: /this one/ }).waitFor();
    await owner
      .getByRole('button', { name: /^End (?!all)/ })
      .first()
      .press('Enter');
    await owner.getByText('The session ended').waitFor();
    await other.reload();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
