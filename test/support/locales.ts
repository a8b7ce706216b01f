import { expect } from 'vitest';
import { signedIn } from './dashboard.ts';
import type { TestProject, TestService } from './service.ts';

/** A project in English, German, Austrian German (which falls back to German) and partial French, or in other locales. */
export async function newProjectInLocales(
  service: TestService,
  locales: readonly object[] = [
    { code: 'de' },
    { code: 'de-AT', fallback: 'de' },
    { code: 'fr', partial: true },
  ],
): Promise<TestProject> {
  const project = await service.newProject({ oneLocale: true });
  for (const locale of locales) await addLocale(service, project, locale);
  return project;
}

export async function addLocale(service: TestService, { id }: TestProject, locale: object): Promise<void> {
  const owner = await signedIn(service, id, 'owner');
  expect((await owner.send('POST', `/projects/${id}/locales`, locale)).status).toBe(201);
}
