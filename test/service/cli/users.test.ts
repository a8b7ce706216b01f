import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { startCommands } from '../../support/command-line.ts';
import { DashboardClient } from '../../support/dashboard.ts';
import { inRepository, run } from '../../support/program.ts';
import { databaseOf } from '../../support/database.ts';

vi.setConfig({ testTimeout: 60_000 }); // processes start slowly on a busy machine

const { service, galley, env } = await startCommands();
const terminal = '/usr/bin/script'; // util-linux: runs a command at a terminal of its own
const password = 'a horse that is correct';

function newEmail(): string {
  return `${randomUUID()}@example.test`;
}

async function rolesOf(email: string, secret: string) {
  const client = new DashboardClient(service.url);
  const { status, body } = await client.signIn(email, secret);
  const { projects = [] } = (body ?? {}) as { projects?: { id: string; role: string }[] };
  return { status, roles: Object.fromEntries(projects.map(({ id, role }) => [id, role])) };
}

/** Starts `galley user create` as a process of its own, at a terminal when it is told so. */
function start(args: readonly string[], { atTerminal }: { atTerminal: boolean }) {
  const command = [process.execPath, inRepository('bin/galley.js'), 'user', 'create', ...args];
  return atTerminal
    ? run(terminal, ['-qec', command.join(' '), '/dev/null'], { env, input: 'pipe' })
    : run(process.execPath, command.slice(1), { env, input: 'pipe' });
}

describe('galley user create', () => {
  it('takes the password from GALLEY_PASSWORD, and the person signs in with it', async () => {
    const project = await service.newProject();
    const email = newEmail();

    const made = await galley(
      ['user', 'create', '--project', project.id, '--email', email, '--role', 'owner', '--name', 'Ada'],
      { GALLEY_PASSWORD: password },
    );

    expect(made).toEqual({
      exitCode: 0,
      body: {
        user: { id: expect.stringMatching(/^usr_/), email, name: 'Ada', role: 'owner' },
        project: project.id,
        password: null,
      },
    });
    expect(await rolesOf(email, password)).toEqual({ status: 200, roles: { [project.id]: 'owner' } });
  });

  it('makes nobody without a password, since it would be one that somebody else knows', async () => {
    const project = await service.newProject();
    const email = newEmail();

    const refused = await galley(['user', 'create', '--project', project.id, '--email', email]);

    expect(refused).toMatchObject({
      exitCode: 1,
      body: { error: { code: 'invalid_parameter', param: '--password-stdin' } },
    });
    expect(refused.body.error.message).toContain('galley user invite');
    expect(await databaseOf(service.app.system).collection('users').countDocuments({ email })).toBe(0);
  });

  it('gives a person who is known the role and leaves the password alone', async () => {
    const [one, two] = [await service.newProject(), await service.newProject()];
    const email = newEmail();
    const create = (projectId: string, role: string, secret: string) =>
      galley(['user', 'create', '--project', projectId, '--email', email.toUpperCase(), '--role', role], {
        GALLEY_PASSWORD: secret,
      });
    const first = await create(one.id, 'owner', password);

    const second = await create(two.id, 'editor', 'another one, longer');
    const lowered = await create(one.id, 'editor', 'another one, longer');

    expect(lowered.body.error.code).toBe('last_owner');
    expect(second.body.user.id).toBe(first.body.user.id);
    expect(second.body.password).toBeNull();
    expect(await rolesOf(email, password)).toEqual({
      status: 200,
      roles: { [one.id]: 'owner', [two.id]: 'editor' },
    });
  });

  it('narrows a member to areas and types, and an owner to nothing', async () => {
    const project = await service.newProject();
    const email = newEmail();
    const create = ['user', 'create', '--project', project.id, '--email', email, '--role', 'editor'];
    await galley([...create, '--area', 'blog', 'authors'], { GALLEY_PASSWORD: password });
    const client = new DashboardClient(service.url);
    client.csrf = String((await client.signIn(email, password)).body.csrf);
    const read = async (path: string) => (await client.send('GET', `/projects/${project.id}${path}`)).status;

    expect([await read('/v1/blog/articles'), await read('/v1/kb/articles')]).toEqual([200, 403]);
    const role = ['user', 'role', '--project', project.id, '--email', email, '--role'];
    const refused = await galley([...role, 'owner', '--area', 'blog']);
    expect(refused.body.error).toMatchObject({ code: 'invalid_scope', param: 'grant' });
    await galley([...role, 'viewer']);
    expect([await read('/v1/blog/articles'), await read('/v1/kb/articles')]).toEqual([200, 200]);
  });

  it('reads the first line of standard input with --password-stdin', async () => {
    const project = await service.newProject();
    const email = newEmail();

    const command = start(['--project', project.id, '--email', email, '--password-stdin', '--json'], {
      atTerminal: false,
    });
    command.process.stdin?.end(`${password}\nsomething else\n`);

    expect([await command.ended(), command.err]).toEqual([0, '']);
    expect(command.out).not.toContain(password);
    expect((await rolesOf(email, password)).status).toBe(200);
  });

  it.skipIf(!existsSync(terminal))('asks at a terminal and shows nothing of what is typed', async () => {
    const project = await service.newProject();
    const email = newEmail();

    const command = start(['--project', project.id, '--email', email], { atTerminal: true });
    await command.printed(/Password for .*: /);
    command.process.stdin?.write(`${password}\r`);

    expect(await command.ended()).toBe(0);
    expect(command.out).toContain(`${email} is editor of project`);
    expect(command.out).not.toContain(password.slice(0, 5));
    expect((await rolesOf(email, password)).status).toBe(200);
  });

  it.skipIf(!existsSync(terminal))('changes nothing when the question is broken off', async () => {
    const project = await service.newProject();
    const email = newEmail();

    const command = start(['--project', project.id, '--email', email], { atTerminal: true });
    await command.printed(/Password for .*: /);
    command.process.stdin?.write('\x03');

    expect(await command.ended()).toBe(1);
    expect(await databaseOf(service.app.system).collection('users').countDocuments({ email })).toBe(0);
  });

  it('knows no option that would show the password to the machine', async () => {
    const { out } = await runCommand(['user', 'create', '--help'], env, tmpdir());

    expect(out.match(/--\S*password\S*/g)).toEqual(['--password-stdin']);
  });

  it.each([
    ['--email EMAIL --role admin', 'x'.repeat(12), 'invalid_parameter', '--role'],
    ['--email nobody', 'x'.repeat(12), 'invalid_field_value', 'email'],
    ['--email EMAIL', 'short', 'invalid_field_value', 'password'],
  ])('refuses %s with password %s as %s and names %s', async (line, secret, code, param) => {
    const project = await service.newProject();
    const args = line.replace('EMAIL', newEmail()).split(' ');

    const answer = await galley(['user', 'create', '--project', project.id, ...args], {
      GALLEY_PASSWORD: secret,
    });

    expect(answer).toMatchObject({ exitCode: 1, body: { error: { code, param } } });
  });
});
