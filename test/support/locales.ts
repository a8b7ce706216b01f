import { expect } from 'vitest';
import { signedIn } from './dashboard.ts';
import type { TestProject, TestService } from './service.ts';

/** A project in English, German, Austrian German (which falls back to German) and partial French. */
export async function newProjectInLocales(service: TestService): Promise<TestProject> {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  for (const body of [{ code: 'de' }, { code: 'de-AT', fallback: 'de' }, { code: 'fr', partial: true }])
    expect((await owner.send('POST', `/projects/${project.id}/locales`, body)).status).toBe(201);
  return project;
}
