import { describe, expect, it } from 'vitest';
import { installationLog } from '../../src/projects/index.ts';
import { storedRows } from '../support/audit/rows.ts';
import { type DashboardClient, signedIn } from '../support/dashboard.ts';
import { databaseOf } from '../support/database.ts';
import { tokenOf } from '../support/links.ts';
import {
  optionsFrom,
  passkeyOrigin,
  passkeyVariables,
  signInWithPasskey,
  Visitor,
} from '../support/sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '../support/sign-in/software-authenticator.ts';
import { killBeforeStatement, killsTimeoutMs } from './support/kill.ts';
import { newScene } from './support/scene.ts';

const scene = await newScene({ ROLE: 'api', ...passkeyVariables });
const { service } = scene;
const database = databaseOf(service.app.system);

const at = (url: string, { cookie, csrf }: DashboardClient) =>
  Object.assign(new Visitor(url), { cookie, csrf });

/** The stored passkeys of a person, and the audit rows that say so. */
async function passkeysOf(userId: string) {
  const rows = (await storedRows(service.app, installationLog)).filter(
    ({ action, subject }) => action === 'account.passkey_added' && subject.id === userId,
  );
  const passkeys = await database.collection('passkeys').countDocuments({ user_id: userId });
  return { passkeys, rows: rows.length };
}

describe('a process that dies while it adds a passkey', () => {
  it(
    'stores it with its row and proof, or not at all, and the next one is added',
    async () => {
      const project = await service.newProject();
      const outcomes: number[] = [];
      for (let nth = 1; ; nth += 1) {
        const owner = await signedIn(service, project.id, 'owner', `owner-${String(nth)}@example.test`);
        const userId = String((await owner.send('GET', '/session')).body.user.id);

        const isKilled = await killBeforeStatement(scene, nth, async (url) => {
          const person = at(url, owner);
          const authenticator = new SoftwareAuthenticator(passkeyOrigin);
          const response = authenticator.create(await optionsFrom(person, '/account/passkeys/options'));
          return () => person.send('POST', '/account/passkeys', { response });
        });

        const { passkeys, rows } = await passkeysOf(userId);
        const { proofs } = (await owner.send('GET', '/session')).body.current as { proofs: string[] };
        const where = `before statement ${String(nth)}`;
        expect([rows, proofs.filter((proof) => proof === 'passkey').length], where).toEqual([
          passkeys,
          passkeys,
        ]);
        outcomes.push(passkeys);
        const next = new SoftwareAuthenticator(passkeyOrigin);
        const response = next.create(await optionsFrom(owner, '/account/passkeys/options'));
        expect((await owner.send('POST', '/account/passkeys', { response })).status).toBe(201);
        expect((await signInWithPasskey(new Visitor(service.url), next)).status).toBe(200);
        if (!isKilled) break;
      }
      expect(new Set(outcomes)).toEqual(new Set([0, 1]));
    },
    killsTimeoutMs,
  );

  it(
    'creates an account with its passkey and membership, or leaves the invitation usable',
    async () => {
      const project = await service.newProject();
      const owner = await signedIn(service, project.id, 'owner');
      const outcomes: boolean[] = [];
      for (let nth = 1; ; nth += 1) {
        const { body } = await owner.send('POST', `/projects/${project.id}/invitations`, { role: 'editor' });
        const account = {
          token: tokenOf(String(body.url)),
          email: `new-${String(nth)}@example.test`,
          name: 'Nora',
        };
        const join = async (url: string) => {
          const person = new Visitor(url);
          const authenticator = new SoftwareAuthenticator(passkeyOrigin);
          const passkey = authenticator.create(await optionsFrom(person, '/links/passkey-options', account));
          return () => person.send('POST', '/links/use', { ...account, passkey });
        };

        const isKilled = await killBeforeStatement(scene, nth, join);

        const user = await database.collection('users').findOne({ email: account.email });
        const isCreated = user !== null;
        const { passkeys, rows } = await passkeysOf(String(user?._id));
        const members = await database.collection('members').countDocuments({ user_id: user?._id ?? 'none' });
        expect([passkeys, rows, members], `before statement ${String(nth)}`).toEqual(
          isCreated ? [1, 1, 1] : [0, 0, 0],
        );
        outcomes.push(isCreated);
        if (!isCreated) expect(await (await join(service.url))()).toMatchObject({ status: 200 });
        if (!isKilled) break;
      }
      expect(new Set(outcomes)).toEqual(new Set([true, false]));
    },
    killsTimeoutMs,
  );
});
