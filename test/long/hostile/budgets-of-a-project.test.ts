import { describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../../support/client.ts';
import { ApiClient } from '../../support/client.ts';
import { startService, type TestProject } from '../../support/service.ts';
import { clientOf } from '../../support/database.ts';

const small = { RATE_READ: '10', RATE_WRITE: '6' };
const one = await startService(small);
/** A second process on the same database. */
const two = await startService({ ...small, MONGODB_DB: one.app.config.MONGODB_DB });

/** Tokens of so many secret keys of one project. */
async function keysOf(project: TestProject, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => project.newKey({ purpose: 'secret' }));
  return (await Promise.all(made)).map(({ token }) => token);
}

const isRefused = ({ status }: ApiAnswer) => status === 429;

describe('the secret keys of a project', () => {
  it('together have twice the budget of one, whatever arrives at once at two processes', async () => {
    const project = await one.newProject();
    const tokens = await keysOf(project, 8);

    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => {
        const { url } = n % 2 === 0 ? one : two;
        return new ApiClient(url, tokens[Math.floor(n / 2) % 8] ?? '').get('/v1/ping');
      }),
    );

    expect(answers.filter((answer) => !isRefused(answer))).toHaveLength(20);
  });

  it('do not multiply the budget of writes: 40 keys write as much as two', async () => {
    const project = await one.newProject();
    const tokens = await keysOf(project, 40);

    const answers = await Promise.all(
      tokens.flatMap((token) =>
        [1, 2].map((n) => project.as(token).post('/v1/authors', { name: `Author ${n}` })),
      ),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
  });

  it('are told whose budget is used up: the key’s own, or that of all keys', async () => {
    const project = await one.newProject();
    const [first = '', second = '', third = ''] = await keysOf(project, 3);
    const ask = (token: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => project.as(token).get('/v1/ping')));

    const own = (await ask(first, 11)).find(isRefused);
    await ask(second, 4);
    const [shared] = (await ask(third, 7)).filter(isRefused);

    expect(own?.body.error.message).toMatch(/^Rate limit: 10 reads a minute for this key\./);
    expect(shared?.body.error.message).toMatch(
      /^Rate limit: \d+ reads a minute for all secret keys of this project\./,
    );
    expect(shared?.headers.get('X-RateLimit-Limit-read')).toBe('10');
    expect(shared?.headers.get('X-RateLimit-Remaining-read')).toBe('0');
    expect(shared?.headers.get('Retry-After')).toBe(shared?.headers.get('X-RateLimit-Reset-read'));
  });

  it('lose nothing of the common budget to requests that the budget of one key refused', async () => {
    const project = await one.newProject();
    const [greedy = '', modest = ''] = await keysOf(project, 2);
    await Promise.all(Array.from({ length: 40 }, () => project.as(greedy).get('/v1/ping')));

    const answers = await Promise.all(Array.from({ length: 10 }, () => project.as(modest).get('/v1/ping')));

    expect(answers.filter(isRefused)).toHaveLength(0);
  });

  it('are refused by the common budget from memory, without a question to the database', async () => {
    const project = await one.newProject();
    const tokens = await keysOf(project, 4);
    const askAll = () =>
      Promise.all(tokens.flatMap((token) => [1, 2, 3, 4, 5, 6].map(() => project.as(token).get('/v1/ping'))));
    await askAll();
    const updates: unknown[] = [];
    clientOf(one.app.system).on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'findAndModify') updates.push(command);
    });

    const refused = await askAll();

    expect(refused.every(isRefused)).toBe(true);
    expect(updates).toEqual([]);
  });

  it('take nothing from publishable keys, nor from other projects', async () => {
    const [project, other] = [await one.newProject(), await one.newProject()];
    const tokens = await keysOf(project, 3);
    await Promise.all(
      tokens.flatMap((token) => Array.from({ length: 10 }, () => project.as(token).get('/v1/ping'))),
    );

    const open = await Promise.all(Array.from({ length: 10 }, () => project.publishable.get('/v1/ping')));
    const others = await Promise.all(Array.from({ length: 10 }, () => other.secret.get('/v1/ping')));

    expect([...open, ...others].filter(isRefused)).toHaveLength(0);
  });
});

describe('RATE_PROJECT_FACTOR', () => {
  it('says how many times a key’s budget the keys of a project have together', async () => {
    const wide = await startService({ RATE_READ: '4', RATE_PROJECT_FACTOR: '3' });
    const project = await wide.newProject();
    const tokens = await keysOf(project, 5);

    const answers = await Promise.all(
      tokens.flatMap((token) => Array.from({ length: 4 }, () => project.as(token).get('/v1/ping'))),
    );

    expect(answers.filter((answer) => !isRefused(answer))).toHaveLength(12);
  });
});
