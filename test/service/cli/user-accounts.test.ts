import { describe, expect, it, vi } from 'vitest';
import { startCommands } from '../../support/command-line.ts';
import { DashboardClient, password } from '../../support/dashboard.ts';
import { databaseOf } from '../../support/database.ts';
import { joinAsNewMember, newEmail, ownedProject } from '../../support/links.ts';

vi.setConfig({ testTimeout: 60_000 }); // passwords are dear on a busy machine

const { service, galley } = await startCommands();

/** An owner and an editor, whom the operator looks after. */
async function people() {
  const owned = await ownedProject(service);
  const email = newEmail(owned.project);
  const { client } = await joinAsNewMember(service, await owned.invite(), email);
  const ownerEmail = `owner-${owned.project.id}@example.test`;
  return { ...owned, email, ownerEmail, client, id: owned.project.id };
}

const userOf = async (client: DashboardClient) => (await client.send('GET', '/session')).body.user;

describe('galley user', () => {
  it('lists people with their projects, and invites', async () => {
    const { id, email } = await people();

    const listed = await galley(['user', 'list', '--project', id]);
    const invited = await galley(['user', 'invite', '--project', id, '--role', 'owner']);
    const guest = await joinAsNewMember(service, String(invited.body.url), `guest-${id}@example.test`);

    expect(listed.body.users).toHaveLength(2);
    expect(listed.body.users[1]).toMatchObject({
      email,
      disabled: false,
      methods: ['password'],
      projects: [{ id, role: 'editor' }],
    });
    expect(Object.keys(invited.body)).toEqual(['url', 'expires_at']);
    expect(guest.answer.body.projects).toMatchObject([{ id, role: 'owner' }]);
  });

  it('lists how each person can sign in, also at an issuer that is no longer configured', async () => {
    const { id, email, idOf } = await people();
    const userId = await idOf(email);
    const collection = (name: string) =>
      databaseOf(service.app.system).collection<{ _id: string } & Record<string, unknown>>(name);
    await collection('users').updateOne({ _id: userId }, { $set: { totp: { secret: 'x' } } });
    await collection('passkeys').insertOne({ _id: `psk_${id}`, user_id: userId, credential_id: id });
    const identity = { user_id: userId, sub: id, issuer: 'https://login.example', name: 'former' };
    await collection('identities').insertOne({ _id: `idn_${id}`, ...identity });

    const { body } = await galley(['user', 'list', '--project', id]);

    expect(body.users[1].methods).toEqual(['password', 'totp', 'passkey', 'sso:former']);
  });

  it('disables an account at once, says so after the right password alone, and enables it', async () => {
    const { email, client } = await people();
    const signIn = (secret: string) => new DashboardClient(service.url).signIn(email, secret);

    const disabled = await galley(['user', 'disable', '--email', email]);

    expect(disabled.body.user.disabled).toBe(true);
    expect(await userOf(client)).toBeNull();
    expect((await signIn(password)).body.error.code).toBe('account_disabled');
    expect((await signIn('not the password')).body.error.code).toBe('invalid_credentials');
    await galley(['user', 'enable', '--email', email]);
    expect((await signIn(password)).status).toBe(200);
  });

  it('sets a password and ends sessions', async () => {
    const { email, client } = await people();
    const set = await galley(['user', 'set-password', '--email', email], {
      GALLEY_PASSWORD: 'a second long password',
    });
    const weak = await galley(['user', 'set-password', '--email', email], { GALLEY_PASSWORD: email });

    expect(set).toMatchObject({ exitCode: 0, body: { user: { email } } });
    expect(weak.body.error).toMatchObject({ code: 'invalid_field_value', param: 'password' });
    expect(await userOf(client)).toBeNull();
    expect((await client.signIn(email, 'a second long password')).status).toBe(200);
    await galley(['user', 'end-sessions', '--email', email]);
    expect(await userOf(client)).toBeNull();
  });

  it('keeps an owner on every way', async () => {
    const { id, email, ownerEmail } = await people();
    const member = ['--project', id, '--email', ownerEmail];

    const refused = [
      await galley(['user', 'role', ...member, '--role', 'editor']),
      await galley(['user', 'create', ...member, '--role', 'editor']),
      await galley(['user', 'remove', ...member]),
      await galley(['user', 'forget', '--email', ownerEmail]),
    ];
    await galley(['user', 'role', '--project', id, '--email', email, '--role', 'owner']);
    const removed = await galley(['user', 'remove', ...member]);

    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(4).fill('last_owner'));
    expect(removed.exitCode).toBe(0);
  });

  it('changes an e-mail, but not to one that is taken', async () => {
    const { email, ownerEmail, client } = await people();

    const taken = await galley(['user', 'email', '--email', email, '--to', ownerEmail]);
    const changed = await galley(['user', 'email', '--email', email, '--to', `New-${email}`]);

    expect(taken.body.error.code).toBe('email_taken');
    expect(changed.body.user.email).toBe(`new-${email}`);
    expect((await userOf(client)).email).toBe(`new-${email}`);
  });

  it('forgets a person: no name, no e-mail, no way in', async () => {
    const { email, client, send, id } = await people();
    const author = await client.send('POST', `/projects/${id}/v1/authors`, { name: 'Ada' });
    await client.send('DELETE', `/projects/${id}/v1/authors/${author.body.id}`);

    const { id: user_id } = await userOf(client);
    const database = databaseOf(service.app.system);
    await database.collection('passkeys').insertOne({ credential_id: id, user_id });
    await database.collection('identities').insertOne({ issuer: 'https://issuer.example', sub: id, user_id });

    const forgotten = await galley(['user', 'forget', '--email', email]);

    for (const name of ['passkeys', 'identities'])
      expect(await database.collection(name).countDocuments({ user_id }), name).toBe(0);
    expect(forgotten.body.user).toMatchObject({ email: '', name: 'Former member' });
    expect(await userOf(client)).toBeNull();
    expect((await client.signIn(email)).body.error.code).toBe('invalid_credentials');
    expect((await send('GET', '/members')).body.data).toHaveLength(1);
    const [deleted] = (await send('GET', '/trash')).body.data;
    expect(deleted).toMatchObject({ title: 'Ada', deleted_by: { name: 'Former member' } });
    expect((await galley(['user', 'disable', '--email', email])).body.error.param).toBe('--email');
  });
});
