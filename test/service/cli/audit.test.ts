import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { audit } from '../../../src/projects/audit/repository.ts';
import { sealAll } from '../../../src/projects/audit/seals/seal.ts';
import { SealKey } from '../../../src/projects/audit/seals/digest.ts';
import { rows } from '../../../src/core/mongo/scope/scoped.ts';
import type { RefusalRow } from '../../../src/accounts/audit-log/rejections/schema.ts';
import type { AuditRow } from '../../../src/accounts/audit-log/schema.ts';
import { ApiClient } from '../../support/client.ts';
import { startCommands } from '../../support/command-line.ts';
import { addPerson, signedIn } from '../../support/dashboard.ts';
import { guideBlocks } from '../../support/guide.ts';

const { service, galley } = await startCommands({ AUDIT_SEAL_SECONDS: '3600' });
const { app } = service;
const { system, clock } = app;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const seal = () => sealAll({ system, clock, log, sealKey: new SealKey(app.config.APP_SECRET) });

const rowsIn = (body: { rows: AuditRow[] }) => body.rows;

describe('galley audit', () => {
  it('shows all rows of a project, the oldest first, with the command line among those who act', async () => {
    const project = await service.newProject();
    await galley(['key', 'create', '--project', project.id, '--purpose', 'publishable']);

    const { body } = await galley(['audit', '--project', project.id]);

    expect(rowsIn(body).map(({ seq }) => seq)).toEqual(rowsIn(body).map((_, i) => i + 1));
    expect(rowsIn(body).at(-1)).toMatchObject({
      action: 'key.created',
      via: 'cli',
      actor: { kind: 'command' },
      access: true,
      heavy: true,
    });
    const keys = await galley(['audit', '--project', project.id, '--action', 'key.*']);
    expect(new Set(rowsIn(keys.body).map(({ action }) => action))).toEqual(new Set(['key.created']));
  });

  it('shows sign-ins in the log of the installation, and in no project', async () => {
    const project = await service.newProject();
    await signedIn(service, project.id, 'owner', 'signs-in@example.test');
    const client = await signedIn(service, project.id, 'owner', 'signs-in@example.test');
    await client.signIn('signs-in@example.test');

    const { body } = await galley(['audit', '--installation', '--action', 'session.began']);

    expect(rowsIn(body).at(-1)).toMatchObject({ words: 'signed in', detail: { method: 'password' } });
    expect(JSON.stringify(body)).not.toContain(client.cookie?.split('=')[1]);
    const own = await galley(['audit', '--project', project.id, '--action', 'session.*']);
    expect(own.body.rows).toEqual([]);
  });

  it('writes rows and roots into files, and verifies against the roots', async () => {
    const project = await service.newProject();
    await project.secret.post('/v1/authors', { name: 'Ada' });
    await seal();
    const folder = await mkdtemp(join(tmpdir(), 'galley-audit-'));
    const [out, roots] = [join(folder, 'rows'), join(folder, 'roots')];

    const written = await galley(['audit', '--project', project.id, '--out', out]);
    await galley(['audit', 'roots', '--out', roots]);

    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(written.body.rows);
    expect(await galley(['audit', 'verify', '--roots', roots])).toMatchObject({
      exitCode: 0,
      body: { ok: true, faults: [] },
    });

    await rows(system.project(project.id), audit).deleteOne({ seq: 1 });
    const verified = await galley(['audit', 'verify', '--roots', roots]);
    expect(verified).toMatchObject({ exitCode: 1, body: { ok: false } });
    expect(verified.body.faults).toContainEqual(
      expect.objectContaining({ project: project.id, from: 1, to: 1 }),
    );
  });

  it('counts rejected requests, in a project and outside of projects', async () => {
    const project = await service.newProject();
    const viewer = await signedIn(service, project.id, 'viewer', 'refused@example.test');
    const { user } = (await viewer.send('GET', '/session')).body;
    await viewer.send('POST', `/projects/${project.id}/v1/authors`, { name: 'Ada' });
    await viewer.signIn(user.email, 'a wrong password');
    const refusals = async (...whose: string[]) => {
      const { body } = await galley(['audit', 'refusals', ...whose]);
      return body.refusals as RefusalRow[];
    };
    await vi.waitUntil(async () => (await refusals('--installation')).length > 0, { timeout: 20_000 });

    const actor = { kind: 'user', id: user.id, name: user.name };
    const common = { actor, network: '127.0.0.0/24', count: 1, beyond: false };
    expect(await refusals('--installation')).toMatchObject([
      { ...common, counts: { invalid_credentials: 1 } },
    ]);
    expect(await refusals('--project', project.id)).toMatchObject([
      { ...common, counts: { role_required: 1 } },
    ]);
  });

  it.each([
    ['nobody said whose log', ['audit'], '--project'],
    ['nobody said whose refusals', ['audit', 'refusals'], '--project'],
    ['both logs', ['audit', '--installation', '--project', 'x'], '--project'],
    ['a file of roots that is none', ['audit', 'verify', '--roots', '/nowhere/roots'], '--roots'],
  ])('refuses when there is %s', async (_, command, param) => {
    const { exitCode, body } = await galley(command);

    expect([exitCode, body.error.param]).toEqual([1, param]);
  });

  it('refuses a line that is no root by its number', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'galley-audit-')), 'roots');
    await writeFile(file, '{"root":1,"digest":"x"}\nhello\n');

    expect((await galley(['audit', 'verify', '--roots', file])).body.error.message).toContain('Line 2');
  });
});

describe('the commands of docs/security/audit-log.md and docs/security/roles-and-keys.md', () => {
  it('do what the pages say', async () => {
    const creation = ['project', 'create', '--name', 'My site', '--locales', 'en,de,fr'];
    const { body } = await galley(creation, {});
    for (const email of ['ada@example.com', 'bea@example.com'])
      await addPerson(app, body.project.id, { email, role: 'editor' });
    const { key } = (await galley(['key', 'create', '--project', 'My site', '--purpose', 'secret'])).body;
    const owner = new ApiClient(service.url, String(key.token));
    for (const type of ['page', 'product'])
      await owner.put(`/v1/schema/content-types/${type}`, { fields: [{ key: 'title', type: 'string' }] });
    await seal();
    const blocks = [
      ...guideBlocks('security/audit-log.md', 'sh'),
      ...guideBlocks('security/roles-and-keys.md', 'sh'),
    ];
    const commands = blocks.flatMap((block) => block.split('\n').filter((line) => line !== ''));
    expect(commands.length).toBeGreaterThan(4);
    await galley(['audit', 'roots', '--out', 'roots.ndjson']);

    for (const command of commands) {
      const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
      const { exitCode, body: answer } = await galley(args.slice(1).filter((arg) => arg !== '--json'));
      if (!args.includes('verify')) expect(exitCode, `${command}: ${JSON.stringify(answer)}`).toBe(0); // other tests altered rows of this database
    }
  });
});
