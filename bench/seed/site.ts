import { nobody } from '../../src/contract/events/actor.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/core/settings/config.ts';
import { createKey, type NewKey } from '../../src/accounts/keys/service.ts';
import { createProject } from '../../src/accounts/new-project/store.ts';
import { tester } from '../../test/support/actor.ts';

/** A project with its API key. */
export interface Site {
  projectId: string;
  releaseId: string;
  token: string;
  /** Number of kites, and of blog articles. */
  size: number;
}

/** The parts of the service in this process, used for seeding. It serves no requests. */
export function openApp(variables: Readonly<Record<string, string>>): Promise<App> {
  return createApp(readConfig(variables));
}

export async function newSite(app: App, size: number): Promise<Site> {
  const now = app.clock.now();
  const { project, release } = await createProject(
    app.system,
    { name: `${size}`, privateMedia: false },
    { now, actor: nobody },
  );
  const { token } = await newKey(app, project._id);
  return { projectId: project._id, releaseId: release.id, token, size };
}

export async function newKey(
  app: App,
  projectId: string,
  purpose: NewKey['purpose'] = 'secret',
  scopes?: NewKey['scopes'],
) {
  const plain = { purpose, name: 'bench', origins: [], expiresInDays: null };
  const input: NewKey = { ...plain, ...(scopes === undefined ? {} : { scopes }) };
  const made = await createKey(app.system.project(projectId), input, {
    now: app.clock.now(),
    actor: tester,
    box: app.box,
  });
  return { token: made.token, keyId: made.record.key_id };
}
