import { Type, type Static } from '@sinclair/typebox';
import type { App } from '../../src/server/app.ts';
import { baseUrlOf, boundsOf } from '../../src/core/settings/config.ts';
import type { Actor } from '../../src/contract/events/actor.ts';
import { changeProject } from '../../src/projects/project/repository.ts';
import { writerOf } from '../../src/projects/write/transaction.ts';
import { isAllowedOrigin } from '../../src/accounts/keys/lookup/origins.ts';
import { changeKey } from '../../src/accounts/keys/changes.ts';
import { checkOrigin, createKey, keysOf } from '../../src/accounts/keys/service.ts';
import type { KeyPurpose } from '../../src/accounts/keys/lookup/token.ts';
import { randomBase62 } from '../../src/core/util/base62.ts';
import { compile } from '../../src/core/http/query/compile.ts';
import { readJson } from '../../src/core/util/json/json-file.ts';
import { hashOfToken } from '../../src/core/util/token-hash.ts';
import { createProject } from '../../src/accounts/new-project/store.ts';
import { progressBar } from '../../src/cli/support/terminal/progress-bar.ts';
import { loadSeeds, type Progress } from '../../src/seeds/service.ts';
import { setPassword } from '../../src/accounts/sign-in/operator-actions.ts';
import { addMember } from '../../src/accounts/users/membership.ts';
import { hashPassword } from '../../src/accounts/users/password/password.ts';
import { type DataFolder, writePrivateJson } from './data-folder.ts';

/** The author of the demo content. */
const developer: Actor = { kind: 'command', id: 'dev', name: '' };

/** The demo project, its API keys, which are printed at each start, and the content parts that are loaded. */
const Demo = Type.Object({
  project_id: Type.String(),
  secret_key: Type.String(),
  publishable_key: Type.String(),
  loaded: Type.Array(Type.String()),
  /** The owner of the demo in the dashboard. A password changed in the dashboard isn't stored here. */
  owner: Type.Optional(Type.Object({ email: Type.String(), password: Type.String() })),
});
export type Demo = Static<typeof Demo>;

const isDemo = compile(Demo, 'json');

/** The default dev server ports of common site builders. */
const sitePorts = [3000, 4321, 5173, 8080];

/** A part of the demo content, loaded once per data folder. A new version can add parts. */
export interface DemoPart {
  name: string;
  load(app: App, projectId: string, progress: Progress): Promise<void>;
}

/** The parts in the order in which they are loaded. */
const parts: readonly DemoPart[] = [
  {
    name: 'content',
    async load(app, id, progress) {
      const calls = app.contextsOf(developer);
      const doors = { project: () => calls.project(id), release: () => calls.release(id) };
      await loadSeeds(doors, 'all', { progress });
    },
  },
];

/**
 * Finds the demo of an earlier start, or creates the project "Demo" with one API key of each kind. The keys are stored
 * before content is loaded, so that an interrupted start continues where it ended.
 */
export async function keepDemo(app: App, folder: DataFolder): Promise<Demo> {
  const kept = await readJson(folder.keys, isDemo);
  let demo = await withWorkingKeys(app, kept);
  if (demo !== kept) await writePrivateJson(folder.keys, demo);
  if (demo.owner === undefined) {
    demo = { ...demo, owner: await newOwner(app, demo.project_id) };
    await writePrivateJson(folder.keys, demo);
  }
  for (const part of parts.filter(({ name }) => !demo.loaded.includes(name))) {
    await part.load(app, demo.project_id, progressBar(process.stderr));
    await changeProject(app.system.project(demo.project_id), { $set: { demo_loaded_at: app.clock.now() } });
    demo = { ...demo, loaded: [...demo.loaded, part.name] };
    await writePrivateJson(folder.keys, demo);
  }
  return demo;
}

/** Creates what is missing: the database may be a different one, and keys may have been revoked. */
async function withWorkingKeys(app: App, kept: Demo | null): Promise<Demo> {
  const records = kept === null ? [] : await keysOf(app.system.project(kept.project_id));
  const origins = siteOrigins(app);
  if (kept === null || records.length === 0) {
    const { project } = await createProject(
      app.system,
      { name: 'Demo', privateMedia: false },
      { now: app.clock.now(), actor: developer },
    );
    return {
      project_id: project._id,
      secret_key: await newKey(app, project._id, 'secret', []),
      publishable_key: await newKey(app, project._id, 'publishable', origins),
      loaded: [],
    };
  }
  const find = (token: string) =>
    records.find(({ _id, revoked_at }) => _id === hashOfToken(token) && revoked_at === null);
  const publishable = find(kept.publishable_key);
  if (publishable !== undefined) {
    const missing = origins.filter((origin) => !isAllowedOrigin(origin, publishable.origins));
    const db = app.system.project(kept.project_id);
    const all = [...publishable.origins, ...missing.map(checkOrigin)];
    if (missing.length > 0)
      await changeKey(db, publishable.key_id, { origins: all }, { now: app.clock.now(), actor: developer });
  }
  if (find(kept.secret_key) !== undefined && publishable !== undefined) return kept;
  return {
    ...kept,
    secret_key: find(kept.secret_key) ? kept.secret_key : await newKey(app, kept.project_id, 'secret', []),
    publishable_key: publishable
      ? kept.publishable_key
      : await newKey(app, kept.project_id, 'publishable', origins),
  };
}

async function newKey(
  app: App,
  projectId: string,
  purpose: KeyPurpose,
  origins: readonly string[],
): Promise<string> {
  const input = { purpose, name: `Development, ${purpose}`, origins, expiresInDays: null };
  const { token } = await createKey(app.system.project(projectId), input, {
    now: app.clock.now(),
    actor: developer,
    box: app.box,
    bounds: boundsOf(app.config),
  });
  return token;
}

/** Creates the owner of the demo, or sets a new password if the data folder has lost it. */
async function newOwner({ system, clock }: App, projectId: string): Promise<NonNullable<Demo['owner']>> {
  const email = 'owner@localhost';
  const password = randomBase62(18);
  const hash = await hashPassword(password);
  const owner = { email, role: 'owner', name: 'Owner', hash } as const;
  const writer = writerOf(system.project(projectId), { now: clock.now(), actor: developer });
  const { user } = await addMember(writer, owner);
  await setPassword(system, user, { hash, by: { now: clock.now(), actor: developer } });
  return { email, password };
}

function siteOrigins({ config }: App): string[] {
  const own = new URL(baseUrlOf(config)).origin;
  return [...new Set([own, ...sitePorts.map((port) => `http://localhost:${port}`)])];
}
