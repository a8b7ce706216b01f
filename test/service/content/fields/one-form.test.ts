import { beforeEach, describe, expect, it } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { ApiClient } from '../../../support/client.ts';
import { createEntry, defineType, expectDone, publishEntry, refusal } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const typed = 'Ångström'.normalize('NFC');
const pasted = typed.normalize('NFD');
let project: TestProject;
let owner: DashboardClient;

beforeEach(async () => {
  project = await service.newProject();
  owner = await signedIn(service, project.id, 'owner');
  await defineType(project, 'part', [
    { key: 'title', type: 'string', options: { max_length: typed.length } },
    { key: 'code', type: 'string', options: { unique: true } },
    { key: 'notes', type: 'text' },
    { key: 'kind', type: 'select', options: { choices: [pasted, 'Other'] } },
    { key: 'link', type: 'url' },
    { key: 'body', type: 'richtext' },
  ]);
});

const send = (method: string, path: string, body?: unknown) =>
  owner.send(method, `/projects/${project.id}${path}`, body);
const idsWhere = async (where: string) => {
  const { data } = (await project.secret.get(`/v1/content/part?${where}`)).body as { data: { id: string }[] };
  return data.map(({ id }) => id);
};

describe('values of entries', () => {
  it('are stored in one form, whichever form is sent, and lengths count after it', async () => {
    const id = await publishEntry(project, 'part', { title: pasted, notes: pasted, kind: pasted });
    const read = await project.secret.get(`/v1/content/part/${id}`);
    expect(read.body.values).toMatchObject({ title: typed, notes: typed, kind: typed });
    const tooLong = await project.secret.patch(`/v1/content/part/${id}`, { values: { title: `${pasted}a` } });
    expect(refusal(tooLong)).toEqual([400, 'invalid_field_value', 'title']);

    const draft = await send('PATCH', `/content/part/entries/${id}`, { values: { notes: `${pasted}!` } });
    expect(draft.body).toMatchObject({ draft: { notes: `${typed}!` } });
    const cleared = await project.secret.patch(`/v1/content/part/${id}`, { values: { kind: null } });
    expect(cleared.body.values.kind).toBeNull();
  });

  it('keep the form of links and rich text', async () => {
    const link = `/${pasted}`;
    const body = { markdown: pasted };
    const id = await publishEntry(project, 'part', { link, body });
    const { values } = (await project.secret.get(`/v1/content/part/${id}`)).body;
    expect(values).toMatchObject({ link, body: { plain: pasted } });
  });

  it.each(['eq', 'in', 'contains', 'starts_with'])('are found by %s in both forms', async (operator) => {
    const id = await publishEntry(project, 'part', { title: pasted });
    await publishEntry(project, 'part', { title: 'Angstrom' });
    for (const text of [typed, pasted])
      expect(await idsWhere(`where[title][${operator}]=${encodeURIComponent(text)}`)).toEqual([id]);
  });

  it('are found by choice in both forms', async () => {
    const id = await publishEntry(project, 'part', { kind: typed });
    for (const text of [typed, pasted])
      expect(await idsWhere(`where[kind][eq]=${encodeURIComponent(text)}`)).toEqual([id]);
  });

  it('are unique in both forms, until the value is cleared', async () => {
    const { id } = await createEntry(project, 'part', { code: typed });
    const rejected = await project.secret.post('/v1/content/part/entries', { values: { code: pasted } });
    expect(refusal(rejected)).toEqual([409, 'field_value_taken', 'code']);
    expectDone(await project.secret.patch(`/v1/content/part/${id}`, { values: { code: null } }));
    expectDone(await project.secret.post('/v1/content/part/entries', { values: { code: pasted } }));
  });

  it('are stored once when two processes write two forms of a unique value at once', async () => {
    const { program, url } = await startProcess({ MONGODB_DB: service.app.config.MONGODB_DB });
    cleanup(async () => {
      program.process.kill('SIGKILL');
      await program.ended();
    });
    const other = new ApiClient(url, (await project.newKey({ purpose: 'secret' })).token);
    const body = (code: string) => ({ values: { code }, publish: true });
    const rounds = Array.from({ length: 5 }, (_, i) => i);
    for (const i of rounds) {
      const answers = await Promise.all([
        project.secret.post('/v1/content/part/entries', body(`${typed}${i}`)),
        other.post('/v1/content/part/entries', body(`${pasted}${i}`)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });
});

describe('definitions', () => {
  it('have choices, labels and defaults in one form, and reject two forms of a choice', async () => {
    const define = (options: object) =>
      project.secret.put('/v1/schema/content-types/other', {
        name: pasted,
        fields: [{ key: 'kind', label: pasted, type: 'select', options }],
      });
    const twice = await define({ choices: [typed, pasted] });
    expect(refusal(twice)).toEqual([400, 'invalid_field_definition', 'fields[0].options.choices']);
    const { body } = await define({
      choices: [{ value: pasted, label: pasted }],
      default: pasted,
      help: pasted,
    });
    expect(body).toMatchObject({
      name: typed,
      fields: [
        { label: typed, options: { choices: [{ value: typed, label: typed }], default: typed, help: typed } },
      ],
    });
  });
});

describe('texts of built-in modules', () => {
  it('are stored and searched in one form', async () => {
    const { secret } = project;
    const author = await secret.post('/v1/authors', { name: pasted, job_title: pasted, bio: pasted });
    expect(author.body).toMatchObject({ name: typed, job_title: typed, bio: typed });
    const seo = { title: pasted, description: pasted };
    const sent = { title: pasted, excerpt: pasted, tags: [pasted, typed], seo, publish: true };
    const { body } = await secret.post('/v1/blog/articles', sent);
    expect(body).toMatchObject({ title: typed, excerpt: typed, tags: [typed], seo: { title: typed } });
    for (const text of [typed, pasted]) {
      for (const name of ['tag', 'q']) {
        const list = await secret.get(`/v1/blog/articles?${name}=${encodeURIComponent(text)}`);
        expect(list.body.data).toHaveLength(1);
      }
    }
  });

  it('have limits that count after normalization', async () => {
    const { secret } = project;
    const most = 'é'.normalize('NFC').repeat(200);
    const longest = await secret.post('/v1/blog/categories', { name: most.normalize('NFD') });
    expect(longest.body).toMatchObject({ name: most });
    const longer = await secret.post('/v1/blog/categories', { name: `${most}e\u0301`.normalize('NFD') });
    expect(refusal(longer)).toEqual([400, 'invalid_field_value', 'name']);
  });
});
