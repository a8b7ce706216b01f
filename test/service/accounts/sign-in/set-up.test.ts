import { describe, expect, it } from 'vitest';
import { createSetUpToken } from '../../../../src/accounts/sign-in/set-up/set-up-token-repository.ts';
import { DashboardClient, password } from '../../../support/dashboard.ts';
import { startOwnService, type TestService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const form = { project: 'Site', email: 'Owner@Example.test', password };

async function rowsOf({ app }: TestService) {
  const count = (name: string) => databaseOf(app.system).collection(name).countDocuments();
  return Promise.all(['users', 'projects', 'members', 'releases', 'sessions'].map(count));
}

function setUp(service: TestService, body: object) {
  return new DashboardClient(service.url).send('POST', '/set-up', body);
}

describe('POST /dashboard/api/set-up', async () => {
  const service = await startOwnService();
  const crowd = await startOwnService();

  it('makes the first project and its owner once, with a token of the log', async () => {
    const { system } = service.app;
    const tokens = [];
    for (let i = 0; i < 6; i += 1) tokens.push((await createSetUpToken(system)) ?? '');
    const [first = '', second = ''] = tokens;
    expect((await new DashboardClient(service.url).send('GET', '/session')).body.needs_set_up).toBe(true);

    const refused = [
      await setUp(service, { ...form, token: 'guess' }),
      await setUp(service, { ...form, token: first }), // the five newest are good
      await setUp(service, { ...form, token: second, password: 'short' }),
      await setUp(service, { ...form, token: second, password: 'Password-1234' }),
      await setUp(service, { ...form, token: second, email: 'nobody' }),
      await setUp(service, { ...form, token: second, project: '  ' }),
    ];

    expect(refused.map(({ body }) => body.error.param ?? body.error.code)).toEqual([
      'invalid_set_up_token',
      'invalid_set_up_token',
      'password',
      'password',
      'email',
      'project',
    ]);
    expect(await rowsOf(service)).toEqual([0, 0, 0, 0, 0]);
    const done = await setUp(service, { ...form, token: second });
    expect(done).toMatchObject({
      status: 201,
      body: { user: { email: 'owner@example.test' }, projects: [{ name: 'Site', role: 'owner' }] },
    });
    expect((await setUp(service, { ...form, token: second })).body.error.code).toBe('set_up_done');
    expect((await setUp(service, { ...form, token: tokens[5] })).body.error.code).toBe('set_up_done');
    expect(await createSetUpToken(system)).toBeNull();
    expect(await rowsOf(service)).toEqual([1, 1, 1, 1, 1]);
  });

  it('has one winner when several are sent at once, with different tokens too', async () => {
    const { system } = crowd.app;
    const tokens = [
      await createSetUpToken(system),
      await createSetUpToken(system),
      await createSetUpToken(system),
    ];

    const answers = await Promise.all(
      tokens.map((token, i) => setUp(crowd, { ...form, email: `owner-${i}@example.test`, token })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error.code)).toEqual(['set_up_done', 'set_up_done']);
    expect(await rowsOf(crowd)).toEqual([1, 1, 1, 1, 1]);
  });
});
