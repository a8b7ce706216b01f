import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, inject, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { inRepository, run } from '../../support/program.ts';
import { defineType } from '../../support/content.ts';
import { startService, testVariables } from '../../support/service.ts';

vi.setConfig({ testTimeout: 120_000 }); // processes start slowly on a busy machine

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });
const env = { MONGODB_URI: inject('mongodbUri'), MONGODB_DB, APP_SECRET: service.app.config.APP_SECRET };

/** Runs a command in this process and answers the one document that it printed. */
async function galley(
  args: string,
  { without }: { without?: keyof typeof env } = {},
): Promise<{ exitCode: number; body: any }> {
  const variables = { ...env, ...(without === undefined ? {} : { [without]: '' }) };
  const { out, err, exitCode } = await runCommand([...args.split(' '), '--json'], variables, tmpdir());
  expect(err).toBe('');
  return { exitCode, body: JSON.parse(out) };
}

async function newProject(): Promise<string> {
  return String((await galley('project create --name Site')).body.project.id);
}

describe('galley project', () => {
  it('makes a project with its default release and lists it', async () => {
    const made = await galley('project create --name Shop --private-media');

    expect(made).toEqual({
      exitCode: 0,
      body: {
        project: { id: expect.stringMatching(/^prj_[0-9a-z]{26}$/), name: 'Shop', private_media: true },
        release: { id: expect.stringMatching(/^rel_[0-9a-z]{26}$/), name: 'Main', default: true },
      },
    });
    expect((await galley('project list')).body.projects).toContainEqual({
      ...made.body.project,
      template: false,
    });
  });
});

describe('galley project rename', () => {
  it('gives a project another name, which its keys and its introspection tell at once', async () => {
    const project = await service.newProject();
    const { token } = await project.newKey({});
    const variables = testVariables({ ...env });
    const rename = (...args: string[]) =>
      runCommand(['project', 'rename', '--project', project.id, ...args, '--json'], variables, tmpdir());
    const before = (await project.secret.get('/v1/introspection')).body;

    const renamed = await rename('--name', ' Shop of Ada ');
    const refused = await rename('--name', ' ');

    expect(JSON.parse(renamed.out)).toEqual({
      project: { id: project.id, name: 'Shop of Ada', private_media: false },
    });
    expect((await project.as(token).get('/v1/ping')).body.project.name).toBe('Shop of Ada');
    expect((await project.secret.get('/v1/introspection')).body.project.name).toBe('Shop of Ada');
    expect(before.project.name).toBe('Test');
    expect(JSON.parse(refused.out).error).toMatchObject({ code: 'invalid_field_value', param: 'name' });
    const tooLong = JSON.parse((await rename('--name', 'x'.repeat(201))).out);
    expect(tooLong.error).toMatchObject({ code: 'invalid_field_value', param: 'name' });
  });
});

describe('galley key', () => {
  it('makes a secret key that opens the API until it is revoked', async () => {
    const projectId = await newProject();
    const made = await galley(`key create --project ${projectId} --purpose secret --name Backend`);
    const { token, id } = made.body.key as { token: string; id: string };
    const client = (await service.newProject()).as(token);

    expect(made.body.key).toMatchObject({
      purpose: 'secret',
      name: 'Backend',
      origins: [],
      expires_at: null,
    });
    expect((await client.get('/v1/ping')).body).toMatchObject({ project: { id: projectId }, key: { id } });

    const revoked = await galley(`key revoke ${id}`);
    expect(revoked.body.key).toMatchObject({ id, revoked_at: expect.stringMatching(/Z$/) });
    expect(await client.get('/v1/ping')).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_api_key' } },
    });
    expect((await galley(`key revoke ${id}`)).body, 'once more changes nothing').toEqual(revoked.body);
  });

  it('makes a narrowed key, and says in the list to what', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const create = (options: string) => galley(`key create --project ${project.id} --name Shop ${options}`);
    const made = await create('--purpose publishable --area content --type page --release default');
    const scopes = { can: ['read'], areas: ['content'], types: ['page'], releases: 'default' };

    expect(made.body.key.scopes).toEqual(scopes);
    const client = project.as(made.body.key.token as string);
    expect((await client.get('/v1/ping')).body.key.scopes).toEqual(scopes);
    expect((await client.get('/v1/blog/articles')).status).toBe(403);
    expect((await create('--purpose secret --can read draft')).body.key.scopes).toEqual({
      can: ['read', 'draft'],
    });
    const { out } = await runCommand(['key', 'list', '--project', project.id], env, tmpdir());
    expect(out).toMatch(/publishable, read content page default/);
  });

  it('refuses scopes that there are not, and says which there are', async () => {
    const project = await service.newProject();
    const answer = await galley(`key create --project ${project.id} --purpose secret --area contnet`);

    expect(answer.body.error).toMatchObject({
      code: 'invalid_scope',
      param: 'scopes.areas',
      did_you_mean: 'content',
    });
  });

  it('makes a session key that names its end', async () => {
    const made = await galley(
      `key create --project ${await newProject()} --purpose secret --expires-in-days 90`,
    );

    const days = (Date.parse(String(made.body.key.expires_at)) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(90, 2);
  });

  it('makes a publishable key for the origins that are named', async () => {
    const projectId = await newProject();
    const made = await galley(
      `key create --project ${projectId} --purpose publishable --origin https://Example.com:443 http://localhost:4321`,
    );
    const client = (await service.newProject()).as(String(made.body.key.token));

    expect(made.body.key.origins).toEqual(['https://example.com', 'http://localhost:4321']);
    expect((await client.get('/v1/ping', { Origin: 'https://www.example.com' })).status).toBe(200);
    expect((await client.get('/v1/ping', { Origin: 'https://example.org' })).status).toBe(403);
  });

  it('lists keys without their tokens, found by the name of the project too', async () => {
    const name = `Site-${randomUUID()}`;
    const projectId = (await galley(`project create --name ${name}`)).body.project.id;
    const { key } = (await galley(`key create --project ${projectId} --purpose secret`)).body;

    const listed = await galley(`key list --project ${name}`);

    expect(listed.body.keys).toEqual([{ ...key, token: undefined }]);
    expect(JSON.stringify(listed.body)).not.toContain(key.token);
  });
});

describe('galley key list', () => {
  it('tells when each key was made, when it ends and when it was used last', async () => {
    const project = await service.newProject();
    const { token, keyId } = await project.newKey({ expiresInDays: 30 });
    const unused = await galley(`key create --project ${project.id} --purpose secret --name Spare`);
    await project.as(token).get('/v1/ping');
    const listed = async () =>
      (await galley(`key list --project ${project.id}`)).body.keys as {
        id: string;
        last_used_at: string | null;
      }[];
    const used = async () => (await listed()).find(({ id }) => id === keyId);
    await expect.poll(async () => (await used())?.last_used_at).toMatch(/Z$/);

    const today = new Date().toISOString().slice(0, 10);
    const { out } = await runCommand(['key', 'list', '--project', project.id], env, tmpdir());

    expect((await used())?.last_used_at).toMatch(today);
    expect(unused.body.key.last_used_at).toBeNull();
    expect(out).toMatch(/^ID +PURPOSE +STATE +CREATED +EXPIRES +LAST USED +NAME\n/);
    const [line = ''] = out.split('\n').filter((one) => one.startsWith(keyId));
    expect(line).toMatch(
      new RegExp(`secret +works +${today} +\\d{4}-\\d\\d-\\d\\d +${today} \\d\\d:\\d\\d +test$`),
    );
    expect(out).toMatch(new RegExp(`${unused.body.key.id} +secret +works +${today} +never +never +Spare`));
  });
});

describe('what is mistyped', () => {
  it.each([
    ['projct list', '"project"'],
    ['project renam', '"project rename"'],
    ['webhook deliverys whe_0', '"webhook deliveries"'],
    ['schema dif', '"schema diff"'],
    ['key create --project P --purpose secret --nam x', '--name'],
    ['--jsn project list', '--json'],
  ])('galley %s: the refusal asks whether %s was meant', async (line, meant) => {
    const { err, exitCode } = await runCommand(line.split(' '), env, tmpdir());

    expect([exitCode, err]).toEqual([1, expect.stringContaining(`Did you mean ${meant}?`)]);
  });
});

describe('a refusal', () => {
  it.each([
    ['project create', 'invalid_parameter'],
    ['project create --name', 'invalid_parameter'],
    ['project create --name X --color red', 'unknown_parameter'],
    ['project make', 'unknown_parameter'],
    ['key', 'invalid_parameter'],
    ['key create --project prj_0 --purpose secret', 'invalid_parameter'],
    ['key create --project PROJECT --purpose open', 'invalid_key_purpose'],
    ['key create --project PROJECT --purpose publishable --expires-in-days 5', 'invalid_key_purpose'],
    ['key create --project PROJECT --purpose secret --expires-in-days 0', 'invalid_key_expiry'],
    ['key create --project PROJECT --purpose secret --expires-in-days 91', 'invalid_key_expiry'],
    ['key create --project PROJECT --purpose secret --expires-in-days -1', 'invalid_key_expiry'],
    ['key create --project PROJECT --purpose secret --expires-in-days 1.5', 'invalid_key_expiry'],
    ['key create --project PROJECT --purpose secret --expires-in-days soon', 'invalid_key_expiry'],
    ['key create --project PROJECT --purpose secret --expires-in-days 1e1', 'invalid_key_expiry'],
    ['key create --project PROJECT --purpose secret --expires-in-days 0x10', 'invalid_key_expiry'],
    ['key create --project PROJECT --purpose secret --expires-in-days \u00a05', 'invalid_key_expiry'],
    ['key create --project PROJECT --purpose publishable --origin example.com', 'invalid_field_value'],
    ['key revoke key_0', 'invalid_parameter'],
  ])('of `galley %s` is %s in the envelope, with exit code 1', async (args, code) => {
    const answer = await galley(args.replace('PROJECT', await newProject()));

    expect(answer.exitCode).toBe(1);
    expect(answer.body).toEqual({
      error: expect.objectContaining({
        type: 'invalid_request_error',
        code,
        message: expect.any(String),
        request_id: expect.stringMatching(/^req_/),
        doc_url: `http://localhost:3000/docs/errors#${code}`,
      }),
    });
  });

  it('of a name that two projects have asks for the id', async () => {
    const name = `Twin-${randomUUID()}`;
    await galley(`project create --name ${name}`);
    await galley(`project create --name ${name}`);

    const answer = await galley(`key list --project ${name}`);

    expect(answer.body.error.message).toMatch(/^2 projects are named .* prj_.* prj_/);
  });

  it('names APP_SECRET when a publishable key cannot be sealed, and is none for a secret key', async () => {
    const projectId = await newProject();
    const create = (purpose: string) =>
      galley(`key create --project ${projectId} --purpose ${purpose}`, { without: 'APP_SECRET' });

    expect((await create('publishable')).body.error).toMatchObject({ param: 'APP_SECRET' });
    expect((await create('secret')).exitCode).toBe(0);
  });

  it('names MONGODB_URI when there is none', async () => {
    const { exitCode, body } = await galley('project list', { without: 'MONGODB_URI' });

    expect(exitCode).toBe(1);
    expect(body.error).toMatchObject({ code: 'invalid_parameter', param: 'MONGODB_URI' });
  });
});

describe('bin/galley.js', () => {
  it('prints one JSON document and nothing else, or a sentence on standard error', async () => {
    const options = { env };
    const good = run(process.execPath, [inRepository('bin/galley.js'), 'project', 'list', '--json'], options);
    expect([await good.ended(), good.err]).toEqual([0, '']);
    expect(JSON.parse(good.out)).toHaveProperty('projects');

    const bad = run(process.execPath, [inRepository('bin/galley.js'), 'key', 'revoke', 'key_0'], options);
    expect([await bad.ended(), bad.out]).toEqual([1, '']);
    expect(bad.err).toMatch(/^galley: There is no key key_0\. .*\n$/);
  });
});
