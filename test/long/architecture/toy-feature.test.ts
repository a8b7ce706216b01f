import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { assemble } from '../../../src/server/assembly.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { features } from '../../../src/server/features.ts';
import { defineType, expectDone, publishEntry } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { startOwnService, type TestService } from '../../support/service.ts';
import { notesFeature } from './notes/feature.ts';
import { databaseOf } from '../../support/database.ts';

/** The product's features and one more. What links call its records is promised, so it stands in for another source. */
const withNotes = [
  ...features.map((feature) =>
    feature.name === 'kb'
      ? { ...feature, links: (feature.links ?? []).filter(({ kind }) => kind !== 'kb_section') }
      : feature,
  ),
  notesFeature,
];
const service = await startOwnService({}, withNotes);
const other = await startOwnService({}, withNotes);
await service.app.start();

const folder = await mkdtemp(join(tmpdir(), 'notes-'));
afterAll(() => rm(folder, { recursive: true }));

async function projectWithNote(text = 'Remember') {
  const project = await service.newProject();
  const note = expectDone(await project.secret.post('/v1/notes', { text }));
  return { ...project, note };
}

function galley({ app }: TestService, ...args: string[]) {
  const { MONGODB_URI, MONGODB_DB, APP_SECRET } = app.config;
  return runCommand([...args, '--json'], { MONGODB_URI, MONGODB_DB, APP_SECRET }, folder, withNotes);
}

describe('a feature that is added to the list', () => {
  it('is served, to keys and to members', async () => {
    const { id, note, publishable } = await projectWithNote();
    const member = await signedIn(service, id, 'editor');

    expect((await publishable.get('/v1/notes')).body.data).toMatchObject([{ id: note.id, text: 'Remember' }]);
    expect((await member.send('GET', `/projects/${id}/notes`)).body.data).toMatchObject([{ id: note.id }]);
    expect((await publishable.post('/v1/notes', { text: 'B' })).status).toBe(403);
  });

  it('stands in introspection, with its endpoints and fields, and in the OpenAPI document', async () => {
    const { secret } = await service.newProject();

    const { modules, core_endpoints } = (await secret.get('/v1/introspection')).body;
    expect(Object.keys(modules)).toEqual(['blog', 'kb', 'authors', 'media', 'notes']);
    expect((modules.notes.endpoints as { method: string }[]).map(({ method }) => method)).toEqual([
      'GET',
      'POST',
    ]);
    expect((modules.notes.fields.note as { key: string }[]).map(({ key }) => key)).toEqual([
      'id',
      'text',
      'counted',
    ]);
    expect(JSON.stringify(core_endpoints)).not.toContain('notes');

    const document = (await secret.get('/v1/openapi.json')).body;
    expect(Object.keys(document.paths['/v1/notes'])).toEqual(['get', 'post']);
    expect(document.components.schemas).toHaveProperty('Note');
  });

  it('has its collection, with its indexes, and the doctor misses none', async () => {
    const indexes = await databaseOf(service.app.system).collection('notes').indexes();

    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { project_id: 1, text: 1 }, unique: true }),
    );
    const { checks } = JSON.parse((await galley(service, 'doctor')).out);
    expect(checks).toContainEqual(expect.objectContaining({ name: 'indexes', ok: true }));
  });

  it('is something that link fields lead to', async () => {
    const project = await projectWithNote('Linked');
    const options = { target: 'kb_section' };
    await defineType(project, 'page', [{ key: 'note', type: 'link', options }]);

    const page = await publishEntry(project, 'page', { note: project.note.id });

    const { body } = await project.publishable.get(`/v1/content/page/${page}`);
    expect(body.values.note).toMatchObject({ id: project.note.id, title: 'Linked' });
  });

  it('does its work at times', async () => {
    const { publishable } = await projectWithNote();

    await vi.waitFor(
      async () => expect((await publishable.get('/v1/notes')).body.data).toMatchObject([{ counted: true }]),
      { timeout: 15_000 },
    );
  });

  it('is carried by exports and imports', async () => {
    const { id, note } = await projectWithNote('Carried');
    const copy = await other.newProject();
    const out = join(folder, 'backup');

    const exported = await galley(service, 'export', '--project', id, '--out', out);
    const imported = await galley(other, 'import', '--project', copy.id, '--from', out);

    expect([exported.exitCode, imported.exitCode]).toEqual([0, 0]);
    expect(await readFile(join(out, 'notes.ndjson'), 'utf8')).toContain('Carried');
    expect((await copy.secret.get('/v1/notes')).body.data).toMatchObject([{ id: note.id, text: 'Carried' }]);
  });

  it('is refused when it brings what another feature brings', () => {
    expect(() => assemble([...withNotes, notesFeature])).toThrow('two features bring the collection notes');
    expect(() => assemble([...features, notesFeature])).toThrow(
      'two features bring the link source kb_section',
    );
  });
});

describe('a service without it', () => {
  it('answers nothing at its path', () => {
    const { routes } = assemble(features).surface;

    expect(routes.filter(({ path }) => path.startsWith('/v1/notes'))).toEqual([]);
  });
});
