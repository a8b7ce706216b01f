import { describe, expect, it } from 'vitest';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ BASE_URL: 'https://galley.test' });

describe('POST /dashboard/api/session', () => {
  it('signs a member in with a cookie that scripts and other sites cannot use', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');

    const answer = await owner.signIn(`owner-${project.id}@example.test`);

    expect(answer.body).toMatchObject({ projects: [{ id: project.id, role: 'owner' }], needs_set_up: false });
    const cookie = answer.headers.get('Set-Cookie') ?? '';
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Secure', 'path=/dashboard'])
      expect(cookie.toLowerCase()).toContain(flag.toLowerCase());
    expect(cookie).toMatch(/^__Secure-galley_session=/); // a name that browsers take over https alone
  });

  it('answers the same for an unknown e-mail and a wrong password', async () => {
    const project = await service.newProject();
    await signedIn(service, project.id, 'owner');
    const stranger = new DashboardClient(service.url);

    const unknown = await stranger.signIn('nobody@example.test');
    const wrong = await stranger.signIn(`owner-${project.id}@example.test`, 'wrong password');

    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.body.error.message).toBe(wrong.body.error.message);
  });

  it('never takes a token that the browser brought, and ends the session that it stood for', async () => {
    const project = await service.newProject();
    const attacker = await signedIn(service, project.id, 'editor');
    const victim = await signedIn(service, project.id, 'owner');
    const known = [`__Secure-galley_session=made-up`, attacker.cookie ?? ''];
    for (const cookie of known) {
      victim.cookie = cookie;
      victim.csrf = cookie === attacker.cookie ? attacker.csrf : null;
      expect((await victim.signIn(`owner-${project.id}@example.test`)).status).toBe(200);
      expect(known).not.toContain(victim.cookie);
    }

    for (const cookie of known) {
      attacker.cookie = cookie;
      expect((await attacker.send('GET', '/session')).body.user).toBeNull();
    }
  });

  it('makes a new token at every sign-in and ends the old one', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    const before = owner.cookie;

    await owner.signIn(`owner-${project.id}@example.test`);

    expect(owner.cookie).not.toBe(before);
    const old = new DashboardClient(service.url);
    old.cookie = before;
    expect((await old.send('GET', '/session')).body.user).toBeNull();
  });
});

describe('the protection of changes', () => {
  it.each([
    ['without the token of the session', { 'X-CSRF-Token': '' }],
    ['from a foreign origin', { Origin: 'https://evil.example' }],
    ['from a foreign site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('refuses a change %s', async (_name, headers) => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');

    const answer = await owner.send('DELETE', '/session', undefined, headers);

    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'csrf_token_invalid' } } });
  });

  it.each([
    ['of BASE_URL, when a proxy rewrote Host', 'https://galley.test'],
    ['of the host that was asked', service.url],
  ])('takes a change from the origin %s', async (_name, Origin) => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');

    const answer = await owner.send('PATCH', '/account', { name: 'Olga' }, { Origin });

    expect(answer.status).toBe(200);
  });

  it('gives a cookie no right on /v1 and a key none on the dashboard', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');

    const api = await fetch(`${service.url}/v1/ping`, { headers: { Cookie: owner.cookie ?? '' } });
    const dashboard = await project.secret.get('/dashboard/api/session');

    expect(api.status).toBe(401);
    expect(dashboard.body.user).toBeNull();
  });
});

describe('DELETE /dashboard/api/session', () => {
  it('ends the session on the server', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    const cookie = owner.cookie;

    expect((await owner.send('DELETE', '/session')).status).toBe(204);

    owner.cookie = cookie;
    expect((await owner.send('GET', '/session')).body.user).toBeNull();
  });
});
