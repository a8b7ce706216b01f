import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { minuteMs } from '../../../../src/contract/time.ts';
import { storedRows } from '../../../support/audit/rows.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { startOwnService, testVariables } from '../../../support/service.ts';
import { addPasskey, passkeyVariables } from '../../../support/sign-in/passkeys.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const variables = { ...passkeyVariables, ...issuerVariables(issuer) };
const service = await startOwnService(variables);
const database = databaseOf(service.app.system);
const start = Date.parse('2027-03-01T09:00:00.000Z');
const defaults = { second_factor: 'optional', methods: null, max_age_hours: null, group_roles: [] };

beforeEach(() => setClock(service, start));

/** A project with an owner whose session proved a password and a passkey. */
async function newProject() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  await addPasskey(owner);
  const path = `/projects/${project.id}/sign-in`;
  return { project, owner, path, put: (body: object) => owner.send('PUT', path, body) };
}

/** Runs the command and parses its output. */
async function signIn(projectId: string, ...args: string[]) {
  const all = ['project', 'sign-in', '--project', projectId, ...args, '--json'];
  const env = testVariables({ ...variables, MONGODB_DB: service.app.config.MONGODB_DB });
  const { out, exitCode } = await runCommand(all, env, tmpdir());
  return {
    exitCode,
    body: JSON.parse(out) as { sign_in?: object; error?: { code: string; param?: string } },
  };
}

function policyFile(content: unknown): string {
  const path = join(tmpdir(), `policy-${String(Math.random()).slice(2)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const storedPolicy = async (id: string) => {
  const projects = database.collection<{ _id: string; settings: { sign_in?: unknown } }>('projects');
  return (await projects.findOne({ _id: id }))?.settings.sign_in;
};

describe('the rules of a project', () => {
  it('are replaced as a whole, with defaults and a row of the changed keys', async () => {
    const { project, owner, path, put } = await newProject();
    expect((await owner.send('GET', path)).body).toEqual(defaults);
    const rules = { second_factor: 'required', methods: ['passkey', 'sso:corp'], max_age_hours: 12 };
    expect((await put(rules)).body).toEqual({ ...rules, group_roles: [] });
    expect((await owner.send('GET', path)).body).toEqual({ ...rules, group_roles: [] });
    await put({ max_age_hours: 12 });
    await put({ max_age_hours: 12 });
    expect((await put({})).body).toEqual(defaults);
    expect(await storedPolicy(project.id)).toBeUndefined();
    const rows = (await storedRows(service.app, project.id)).filter(
      ({ action }) => action === 'project.changed',
    );
    expect(rows.map(({ changed }) => changed)).toEqual([
      ['second_factor', 'methods', 'max_age_hours'],
      ['second_factor', 'methods'],
      ['max_age_hours'],
    ]);
  });

  it('of a version that stored group roles alone are read with defaults', async () => {
    const { project, owner, path } = await newProject();
    const group_roles = [{ issuer: 'corp', group: 'web-team', role: 'editor' }];
    const projects = database.collection<{ _id: string }>('projects');
    await projects.updateOne({ _id: project.id }, { $set: { 'settings.sign_in': { group_roles } } });
    expect((await owner.send('GET', path)).body).toMatchObject({ ...defaults, group_roles });
  });

  it.each<[object, string]>([
    [{ second_factor: 'always' }, 'second_factor'],
    [{ methods: [] }, 'methods'],
    [{ methods: 'passkey' }, 'methods'],
    [{ methods: ['passkey', 'passkey'] }, 'methods[1]'],
    [{ methods: ['passkey', 'sso:none'] }, 'methods[1]'],
    [{ methods: ['totp'] }, 'methods[0]'],
    [{ methods: Array.from({ length: 13 }, () => 'passkey') }, 'methods'],
    [{ max_age_hours: 0 }, 'max_age_hours'],
    [{ max_age_hours: 337 }, 'max_age_hours'],
    [{ max_age_hours: 1.5 }, 'max_age_hours'],
  ])('reject %j', async (body, param) => {
    const { project, put } = await newProject();
    const { status, body: answer } = await put(body);
    expect([status, answer.error]).toMatchObject([400, { param }]);
    if (
      !('max_age_hours' in body) &&
      !('second_factor' in body) &&
      JSON.stringify(body) !== '{"methods":"passkey"}'
    )
      expect(answer.error.code).toBe('invalid_field_value');
    expect(await storedPolicy(project.id)).toBeUndefined();
  });

  it('take all accepted methods, and 336 hours at most', async () => {
    const { put } = await newProject();
    expect((await put({ max_age_hours: 336 })).status).toBe(200);
    expect((await put({ max_age_hours: 1, methods: ['password', 'passkey', 'sso:corp'] })).status).toBe(200);
  });

  it('take only methods that the installation accepts', async () => {
    const { project, owner } = await newProject();
    const passkeysOnly = await startOwnService({
      ...{ ...variables, MONGODB_DB: service.app.config.MONGODB_DB, SIGN_IN: 'passkey' },
    });
    setClock(passkeysOnly, start);
    const there = Object.assign(await signedIn(passkeysOnly, project.id, 'owner'), {
      cookie: owner.cookie,
      csrf: owner.csrf,
    });
    const put = (methods: string[]) => there.send('PUT', `/projects/${project.id}/sign-in`, { methods });
    expect((await put(['passkey', 'password'])).body.error.param).toBe('methods[1]');
    expect((await put(['passkey'])).status).toBe(200);
  });

  it('belong to owners who confirmed their identity', async () => {
    const { project, owner, path } = await newProject();
    const editor = await signedIn(service, project.id, 'editor');
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', {}],
    ] as const)
      // prettier-ignore
      expect((await editor.send(method, path, body)).body.error.code).toBe('role_required');
    setClock(service, start + 11 * minuteMs);
    expect((await owner.send('PUT', path, {})).body.error.code).toBe('step_up_required');
    expect((await owner.send('GET', path)).status).toBe(200);
  });

  it.each<[object]>([
    [{ methods: ['sso:corp'] }],
    [{ methods: ['passkey'] }],
    [{ second_factor: 'required' }],
  ])('that the owner’s own session does not meet are not stored: %j', async (rules) => {
    const { project, path } = await newProject();
    const passwordOnly = await signedIn(service, project.id, 'owner', `second-${project.id}@example.test`);
    const answer = await passwordOnly.send('PUT', path, rules);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'policy_locks_you_out']);
    expect(await storedPolicy(project.id)).toBeUndefined();
  });
});

describe('galley project sign-in', () => {
  it('shows, replaces and clears the rules, and a clear keeps group roles', async () => {
    const { project, owner, path, put } = await newProject();
    const group_roles = [{ issuer: 'corp', group: 'web-team', role: 'editor', grant: null }];
    await put({ group_roles });
    expect((await signIn(project.id)).body).toEqual({ sign_in: { ...defaults, group_roles } });

    const strict = { methods: ['sso:corp'], group_roles };
    const replaced = await signIn(project.id, '--file', policyFile(strict));
    expect(replaced.body).toEqual({ sign_in: { ...defaults, ...strict } });
    expect((await owner.send('GET', path)).body.error).toMatchObject({
      code: 'sign_in_method_required',
      methods: ['sso:corp'],
    });

    expect((await signIn(project.id, '--clear')).body).toEqual({ sign_in: { ...defaults, group_roles } });
    expect((await owner.send('GET', path)).status).toBe(200);
    const last = (await storedRows(service.app, project.id)).at(-1);
    expect(last).toMatchObject({
      action: 'project.changed',
      changed: ['methods'],
      actor: { kind: 'command' },
    });
  });

  it.each<[unknown, string, string]>([
    [{ methods: ['none'] }, 'invalid_field_value', 'methods[0]'],
    [{ rules: {} }, 'unknown_field', 'rules'],
    [[], 'invalid_parameter', '--file'],
    ['not json', 'invalid_parameter', '--file'],
  ])('rejects the file %j', async (content, code, param) => {
    const { project } = await newProject();
    const { exitCode, body } = await signIn(project.id, '--file', policyFile(content));
    expect([exitCode, body.error]).toMatchObject([1, { code, param }]);
    expect(await storedPolicy(project.id)).toBeUndefined();
  });

  it('rejects a missing file, and both options at once', async () => {
    const { project } = await newProject();
    expect((await signIn(project.id, '--file', '/none.json')).body.error?.param).toBe('--file');
    const both = await signIn(project.id, '--clear', '--file', policyFile({}));
    expect(both.body.error?.param).toBe('--clear');
  });
});
