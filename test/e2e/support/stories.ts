import type { Page } from 'playwright-core';
import type { TestProject } from '../../support/service.ts';
import { startMediaDashboard, type TestDashboard } from './dashboard.ts';
import { addEntry, defineEverything } from './entries.ts';

/** A dashboard with a store, and a project with a field of each kind. */
export interface Stories {
  dashboard: TestDashboard;
  project: TestProject;
  /** The editor of a new entry, with the keyboard in its text. */
  openStory: (values?: object, publish?: boolean) => Promise<{ page: Page; id: string }>;
  /** Publishes by the keyboard and reads what readers get. */
  published: (page: Page, id: string) => Promise<{ html: string; json: { content: any[] } }>;
}

export async function startStories(): Promise<Stories> {
  const dashboard = await startMediaDashboard();
  const project = await dashboard.service.newProject();
  await defineEverything(project);
  return {
    dashboard,
    project,
    async openStory(values = {}, publish = false) {
      const id = await addEntry(project, 'kite', { title: 'Story', ...values }, publish);
      const page = await dashboard.open(project, `/entries/kite/${id}`);
      await story(page).click();
      return { page, id };
    },
    async published(page, id) {
      await page.getByText(/^Saved/).waitFor();
      await page.keyboard.press('Control+Shift+P');
      await page.getByText('Published', { exact: true }).waitFor();
      const { body } = await project.secret.get(`/v1/content/kite/${id}`);
      return (body['values'] as { body: { html: string; json: { content: any[] } } }).body;
    },
  };
}

/** The text of the entry that a page shows. */
export const story = (page: Page) => page.getByRole('textbox', { name: 'Story' });
