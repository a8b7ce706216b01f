import { expect, it } from 'vitest';
import { startCommands } from '../../../support/command-line.ts';
import { DashboardClient, password } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { joinAsNewMember, newEmail, ownedProject, tokenOf } from '../../../support/links.ts';
import { startOwnService } from '../../../support/service.ts';

const { service, galley } = await startCommands();
const withoutPasswords = await startOwnService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  ...{ SIGN_IN: 'sso', OIDC_ISSUERS: 'corp', OIDC_CORP_ISSUER: 'https://login.acme.example' },
  ...{ OIDC_CORP_CLIENT_ID: 'galley', OIDC_CORP_CLIENT_SECRET: 'hidden' },
});
const users = databaseOf(service.app.system).collection('users');
const sessions = databaseOf(service.app.system).collection('sessions');

it('without passwords, each request with one is rejected and stores nothing', async () => {
  const { project, invite, send, idOf } = await ownedProject(service);
  const [email, newcomer] = [newEmail(project), newEmail(project)];
  const { client } = await joinAsNewMember(service, await invite(), email);
  const userId = await idOf(email);
  const invitation = tokenOf(await invite());
  const reset = tokenOf(
    (await send('POST', `/members/${userId}/link`, { kind: 'reset' })).body.url as string,
  );
  const stored = async () => [await users.find().toArray(), await sessions.countDocuments()];
  const before = await stored();
  const stranger = new DashboardClient(withoutPasswords.url);

  const rejected = [
    await stranger.send('POST', '/session', { email, password }),
    await stranger.send('POST', '/session', { email, password: 'a wrong password' }),
    await stranger.send('POST', '/links/use', { token: invitation, email, password }),
    await stranger.send('POST', '/links/use', { token: invitation, email: newcomer, password, name: 'N' }),
    await stranger.send('POST', '/links/use', { token: reset, password: 'a second long password' }),
  ];

  for (const { status, body } of rejected)
    expect([status, body.error.code, body.error.methods]).toEqual([
      403,
      'sign_in_method_required',
      ['sso:corp'],
    ]);
  expect(await stored()).toEqual(before);

  await sessions.updateMany({ user_id: userId }, { $set: { proofs: ['password', 'sso:corp'] } });
  const member = new DashboardClient(withoutPasswords.url);
  Object.assign(member, { cookie: client.cookie, browser: client.browser, csrf: client.csrf });
  const passwords = { current_password: password, new_password: 'a second long password' };
  expect((await member.send('GET', '/session')).body.user).toMatchObject({ email });
  expect((await member.send('POST', '/account/password', passwords)).body.error.code).toBe(
    'sign_in_method_required',
  );
});

it('without passwords, the link of an operator signs in', async () => {
  const { project, invite } = await ownedProject(service);
  const email = newEmail(project);
  await joinAsNewMember(service, await invite(), email);
  const { body } = await galley(['user', 'link', '--email', email, '--kind', 'sign-in']);
  const client = new DashboardClient(withoutPasswords.url);

  const used = await client.send('POST', '/links/use', { token: tokenOf(String(body.url)) });

  expect(used.body.user).toMatchObject({ email });
  expect((await client.send('GET', '/session')).body.user).toMatchObject({ email });
});
