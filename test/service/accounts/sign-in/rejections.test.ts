import { expect, it, vi } from 'vitest';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';
import {
  addPasskey,
  passkeyVariables,
  signInWithPasskey,
  Visitor,
} from '../../../support/sign-in/passkeys.ts';
import { comeBack, passThrough, start } from '../../../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const service = await startOwnService({ ...passkeyVariables, ...issuerVariables(issuer) });
const database = databaseOf(service.app.system);

it('counts rejected passkeys, issuer sign-ins and sessions, without a group or an address', async () => {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const { authenticator } = await addPasskey(owner);
  await signInWithPasskey(new Visitor(service.url), authenticator, { origin: 'https://evil.example' });

  issuer.behavior.claims = { sub: 'eve', email: 'eve@secretive.example', groups: ['secretive'] };
  await passThrough(service, issuer, new DashboardClient(service.url));
  const browser = new DashboardClient(service.url);
  const { flow } = await start(browser);
  await comeBack(service, browser, { query: 'code=secretive&state=secretive', flow });

  const member = await signedIn(service, project.id, 'editor');
  const projects = database.collection<{ _id: string }>('projects');
  const policy = { second_factor: 'optional', methods: null, max_age_hours: null, group_roles: [] };
  for (const rule of [{ methods: ['sso:corp'] }, { second_factor: 'required' }]) {
    const sign_in = { ...policy, ...rule };
    await projects.updateOne({ _id: project.id }, { $set: { 'settings.sign_in': sign_in } });
    expect((await member.send('GET', `/projects/${project.id}/home`)).status).toBe(403);
  }

  const rows = () => database.collection('sign_in_refusals').find().toArray();
  await vi.waitFor(async () => {
    const codes = (await rows()).flatMap((row) => Object.keys((row['counts'] as object | undefined) ?? {}));
    expect(new Set(codes)).toEqual(
      new Set([
        ...['passkey_rejected', 'not_invited', 'sso_rejected'],
        ...['sign_in_method_required', 'second_factor_setup_required'],
      ]),
    );
  }, 30_000);
  expect(JSON.stringify(await rows())).not.toContain('secretive');
});
