import { randomBytes, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkNewPassword } from '../../../../src/accounts/users/password/password-rules.ts';
import { hashPassword, verifyPassword } from '../../../../src/accounts/users/password/password.ts';
import { DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startOwnService();
const owner = { email: 'nora.lindqvist@example.test', projects: ['The Harbour Gazette'] };

describe('a new password', () => {
  it.each([
    ['nine chars', 'short one'],
    ['a common one', 'qwertyuiop'],
    ['a common one with digits at its end', 'Password-2024!'],
    ['the e-mail', 'Nora.Lindqvist@Example.test'],
    ['the first part of the e-mail', 'nora.lindqvist'],
    ['the same with digits', 'NoraLindqvist99'],
    ['the project’s name', 'the harbour gazette'],
    ['one character again and again', 'aaaaaaaaaaaa'],
    ['four characters again and again', 'xy7!xy7!xy7!x'],
    ['a common one in wide letters', 'ｑｗｅｒｔｙｕｉｏｐ'],
    ['1,001 characters', randomBytes(501).toString('hex').slice(0, 1_001)],
  ])('is refused when it is %s', (_what, text) => {
    expect(() => checkNewPassword(text, owner)).toThrow(/password/);
  });

  it.each(['correct horse battery', 'nora sails at dawn', 'хороший день у моря', '🐙🐙🐠🐟🦀🐳🐚🌊🏝⛵'])(
    'may be %s',
    (text) => {
      expect(() => checkNewPassword(text, owner)).not.toThrow();
    },
  );
});

describe('a stored password', () => {
  it('says what it cost, and is the same however the text is composed', async () => {
    const stored = await hashPassword('Cafe\u0301 at the pier');

    expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('Caf\u00e9 at the pier', stored)).toBe(true);
    expect(await verifyPassword('Cafe at the pier', stored)).toBe(false);
  });

  it('of an older version still signs in, and stays as it is', async () => {
    const project = await service.newProject();
    await signedIn(service, project.id, 'owner');
    const email = `owner-${project.id}@example.test`;
    const salt = randomBytes(16);
    const key = scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
    const former = `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
    const users = databaseOf(service.app.system).collection('users');
    await users.updateOne({ email }, { $set: { password: former } });

    expect((await new DashboardClient(service.url).signIn(email)).status).toBe(200);
    expect((await new DashboardClient(service.url).signIn(email, 'not the password')).status).toBe(401);
    expect((await users.findOne({ email }))?.['password']).toBe(former);
  });

  it('is looked at by two at once; above twenty that wait others are refused before any work', async () => {
    const stored = await hashPassword(password);

    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () => verifyPassword('not the password', stored)),
    );

    const refused = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(8);
    expect(
      refused.every(({ reason }) => (reason as { code?: string }).code === 'temporarily_unavailable'),
    ).toBe(true);
    expect(await verifyPassword(password, stored)).toBe(true);
  });

  it('of somebody known, or of another account, does not wait for those who guess at one account', async () => {
    const stored = await hashPassword(password);
    const order: string[] = [];
    const looks = (account: string | null, times: number) =>
      Array.from({ length: times }, () =>
        verifyPassword('a guess', stored, { account }).then(
          () => order.push(account ?? 'known'),
          () => order.push(`${account} refused`),
        ),
      );

    await Promise.all([...looks('victim', 14), ...looks('other', 2), ...looks(null, 2)]);

    expect(order.slice(0, 2)).toEqual(['victim refused', 'victim refused']); // two at work and ten that wait
    const worked = order.slice(2);
    expect(worked.lastIndexOf('known')).toBeLessThan(5);
    expect(worked.lastIndexOf('other')).toBeLessThan(9);
    expect(worked).toHaveLength(16);
  });
});
