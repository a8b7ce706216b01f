import { expect } from 'vitest';
import type { CdnSettings } from '../../../src/contract/events/cdn.ts';
import { type DashboardClient, signedIn } from '../../support/dashboard.ts';
import type { TestProject, TestService } from '../../support/service.ts';

const owners = new WeakMap<TestProject, Promise<DashboardClient>>();

/** Changes CDN mode of a project as its owner does in the dashboard. */
export async function setMode(
  service: TestService,
  project: TestProject,
  cdn: Partial<CdnSettings>,
): Promise<void> {
  const owner = await (owners.get(project) ?? signedIn(service, project.id, 'owner'));
  owners.set(project, Promise.resolve(owner));
  const { status } = await owner.send('PATCH', `/projects/${project.id}/settings`, { cdn });
  expect(status).toBe(200);
}

/** A project in CDN mode. */
export async function newSharedProject(
  service: TestService,
  cdn: Partial<CdnSettings> = { profile: 'keyed' },
  options: { privateMedia?: boolean } = {},
): Promise<TestProject> {
  const project = await service.newProject(options);
  await setMode(service, project, cdn);
  return project;
}
