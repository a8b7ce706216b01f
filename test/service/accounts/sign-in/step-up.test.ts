import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../../src/contract/time.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { dashboardPath } from '../../../../src/core/http/dashboard/dashboard-route.ts';
import { storeProof } from '../../../../src/accounts/users/session-repository.ts';
import { hashOfToken } from '../../../../src/core/util/index.ts';
import { dashboardRoutes } from '../../../support/assembly.ts';
import { defineType } from '../../../support/content.ts';
import { addPerson, type DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const start = Date.parse('2027-03-01T09:00:00.000Z');

async function ownerAt(now = start) {
  setClock(service, now);
  const project = await service.newProject();
  return { project, client: await signedIn(service, project.id, 'owner') };
}

/** Requests that give access; refused as asked, before anything of them is looked up. */
const giving = (id: string): [string, string, object?][] => [
  ['POST', `/projects/${id}/keys`, { name: 'Site', purpose: 'secret' }],
  ['POST', `/projects/${id}/webhooks`, { url: 'https://site.example/hook' }],
  ['PATCH', `/projects/${id}/webhooks/whe_1`, { url: 'https://site.example/hook' }],
  ['POST', `/projects/${id}/webhooks/whe_1/rotate`],
  ['POST', `/projects/${id}/purge-targets`, { format: 'signed', url: 'https://site.example/purge' }],
  ['PATCH', `/projects/${id}/purge-targets/pgt_1`, { url: 'https://site.example/purge' }],
  ['POST', `/projects/${id}/purge-targets/pgt_1/rotate`],
  ['POST', `/projects/${id}/invitations`, { role: 'editor' }],
  ['PUT', `/projects/${id}/sign-in`, {}],
  ['PATCH', `/projects/${id}/members/usr_1`, { role: 'owner' }],
  ['POST', `/projects/${id}/members/usr_1/link`, { kind: 'reset' }],
  ['POST', `/projects/${id}/members/usr_1/link`, { kind: 'recover' }],
  ['PATCH', `/projects/${id}/settings`, { preview_url: 'https://site.example/{slug}' }],
  ['DELETE', `/projects/${id}/content-types/kite`, { confirm: 'kite' }],
  ['POST', `/projects/${id}/audit/export`, {}],
  ['DELETE', '/account/identities/idn_1'],
  ['POST', '/account/passkeys/options', {}],
  ['DELETE', '/account/passkeys/psk_1'],
  ['DELETE', '/account/password'],
  ['POST', '/account/password', { current_password: password, new_password: 'another good phrase' }],
  ['POST', '/account/totp'],
  ['DELETE', '/account/totp'],
];

/** Requests beside them that give nothing, or take away. */
const taking = (id: string): [string, string, object?][] => [
  ['DELETE', `/projects/${id}/keys/key_1`],
  ['PATCH', `/projects/${id}/webhooks/whe_1`, { enabled: false }],
  ['PATCH', `/projects/${id}/members/usr_1`, { role: 'editor' }],
  ['PATCH', `/projects/${id}/settings`, { preview_url: null }],
  ['DELETE', '/account/sessions'],
];

const codeOf = async (client: DashboardClient, [method, path, body]: [string, string, object?]) =>
  (await client.send(method, path, body)).body?.error?.code as string | undefined;

describe('a step-up', () => {
  it('is asked for ten minutes after the last proof, of what gives access alone', async () => {
    const { project, client } = await ownerAt();
    setClock(service, start + 10 * minuteMs);
    for (const request of giving(project.id).slice(1, -3))
      expect([request, await codeOf(client, request)]).not.toEqual([request, 'step_up_required']);

    setClock(service, start + 10 * minuteMs + 1);

    for (const request of giving(project.id))
      expect([request, await codeOf(client, request)]).toEqual([request, 'step_up_required']);
    for (const request of taking(project.id))
      expect([request, await codeOf(client, request)]).not.toEqual([request, 'step_up_required']);
  });

  it('is asked for by each route that says so, and by none beside them', () => {
    const named = (path: string) =>
      path.replace(
        /\/(identities|passkeys(?!\/options)|projects|members|webhooks|purge-targets|content-types)\/[^/]+/g,
        '/$1/:x',
      );
    const asked = dashboardRoutes.filter(({ stepUp }) => stepUp !== undefined);

    const declared = asked.map((route) => `${route.method} ${dashboardPath(route).replace(/:\w+/g, ':x')}`);

    const tried = giving('p').map(([method, path]) => `${method} ${named(path)}`);
    expect([...new Set(tried)].sort()).toEqual(declared.sort());
  });

  it.each([
    ['a role that may do more', { role: 'author' }, { role: 'editor' }],
    ['an area more', { grant: { areas: ['blog'] } }, { grant: { areas: ['blog', 'kb'] } }],
    ['everything again', { grant: { types: ['page'] } }, { grant: null }],
  ])('is asked for by %s of a member, and not by the way back', async (_, narrow, wide) => {
    const { project, client } = await ownerAt();
    const email = `member-${project.id}@example.test`;
    const { _id } = await addPerson(service.app, project.id, { email, role: 'editor' });
    const change = (body: object) => client.send('PATCH', `/projects/${project.id}/members/${_id}`, body);
    await defineType(project, 'page', { title: 'string' });
    setClock(service, start + 11 * minuteMs);

    expect((await change(narrow)).status).toBe(200);
    expect((await change(wide)).body.error?.code).toBe('step_up_required');
  });

  it('takes the password of who has no second factor, and lasts ten minutes', async () => {
    const { project, client } = await ownerAt();
    const now = start + 60 * minuteMs;
    setClock(service, now);
    const key = { name: 'Site', purpose: 'secret' };
    const make = () => client.send('POST', `/projects/${project.id}/keys`, key);
    expect((await make()).body.error).toMatchObject({ code: 'step_up_required', methods: ['password'] });
    const wrong = await client.send('POST', '/session/step-up', { password: 'a wrong password' });
    expect(wrong.body.error.code).toBe('invalid_credentials');
    expect((await make()).status).toBe(403);
    expect((await client.send('POST', '/session/step-up', {})).body.error.param).toBe('password');

    expect((await client.send('POST', '/session/step-up', { password })).status).toBe(204);

    expect((await make()).status).toBe(201);
    setClock(service, now + 10 * minuteMs + 1);
    expect((await make()).status).toBe(403);
  });

  it('takes a code of who has an app, and no password', async () => {
    const { project, client } = await ownerAt();
    const { secret } = (await client.send('POST', '/account/totp')).body;
    const codeAt = (timestamp: number) =>
      new TOTP({ secret: Secret.fromBase32(secret as string) }).generate({ timestamp });
    await client.send('POST', '/account/totp/confirm', { code: codeAt(start) });
    const now = start + 60 * minuteMs;
    setClock(service, now);
    const make = () => client.send('POST', `/projects/${project.id}/invitations`, { role: 'editor' });
    expect((await make()).body.error.methods).toEqual(['totp', 'recovery_code']);
    expect((await client.send('POST', '/session/step-up', { password })).body.error.param).toBe('code');

    expect((await client.send('POST', '/session/step-up', { code: codeAt(now) })).status).toBe(204);

    expect((await make()).status).toBe(201);
  });

  it('is that of one session', async () => {
    const { project, client } = await ownerAt();
    const other = await signedIn(service, project.id, 'owner');
    setClock(service, start + 60 * minuteMs);

    await other.send('POST', '/session/step-up', { password });

    const key = { name: 'Site', purpose: 'secret' };
    expect((await client.send('POST', `/projects/${project.id}/keys`, key)).status).toBe(403);
    expect((await other.send('POST', `/projects/${project.id}/keys`, key)).status).toBe(201);
  });

  it('adds a proof to those that another request adds at once', async () => {
    const { client } = await ownerAt();
    const hash = hashOfToken(client.cookie?.split('=')[1] ?? '');
    const before = { proofs: ['password'], hadSecondFactor: false };
    const newProofs = ['totp', 'sso:corp', 'password'] as const;

    await Promise.all(
      newProofs.map((proof) =>
        storeProof(service.app.system, hash, { proof, hasSecondFactor: proof === 'totp' }, before),
      ),
    );

    const { current } = (await client.send('GET', '/session')).body;
    expect([...current.proofs].sort()).toEqual(['password', 'sso:corp', 'totp']);
    expect(current).toMatchObject({ method: 'password', second_factor: true });
  });
});
