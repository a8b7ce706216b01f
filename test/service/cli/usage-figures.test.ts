import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { UsageCounter } from '../../../src/dashboard/usage/counter.ts';
import { storedRows } from '../../support/audit/rows.ts';
import { startCommands } from '../../support/command-line.ts';
import { createEntry, defineType } from '../../support/content.ts';

const { env, galley, service } = await startCommands();
const { system, clock } = service.app;

async function countRequests(projectId: string, times: number): Promise<void> {
  const counter = new UsageCounter(system, clock);
  for (let i = 0; i < times; i += 1) counter.count(projectId, 'requests');
  await counter.flush();
}

const text = async (...args: string[]) => (await runCommand(args, env, tmpdir())).out;

describe('galley usage', () => {
  it('shows all figures of one project, and measures its storage on request', async () => {
    const project = await service.newProject();
    await countRequests(project.id, 4);
    expect(await text('usage', '--project', project.id)).toContain('was not measured yet');
    await defineType(project, 'page', [{ key: 'title', type: 'string' }]);
    await createEntry(project, 'page', { title: 'Kites' });

    const { exitCode, body } = await galley(['usage', '--project', project.id, '--measure']);

    expect(exitCode).toBe(0);
    expect(body).toMatchObject({
      project: { id: project.id, name: 'Test' },
      limits: { storage_bytes: null, requests_per_month: null },
      storage: { files: 0, collections: expect.any(Array) },
      warnings: [],
    });
    expect(body.months[0].requests).toBeGreaterThanOrEqual(4);
    expect(body.storage.collections).toContainEqual(expect.objectContaining({ name: 'entries', rows: 1 }));
    expect(await text('usage', '--project', project.id)).toMatch(/^entries +1 +\d{3,}$/m);
  });

  it('lists all projects with their warnings', async () => {
    const { id } = await service.newProject();
    await countRequests(id, 85);
    await galley(['usage', 'limit', '--project', id, '--requests-per-month', '100']);

    const { body } = await galley(['usage']);
    const own = (body.projects as { id: string }[]).find((project) => project.id === id);

    expect(own).toMatchObject({
      limits: { storage_bytes: null, requests_per_month: 100 },
      warnings: [{ limit: 'requests_per_month', used: 85, max: 100 }],
    });
    const out = await text('usage');
    expect(out).toMatch(new RegExp(`^${id} +85 +0 +0 .*Test$`, 'm'));
    expect(out).toContain('"Test": Warning: 85 of 100 requests this month are used (85 %).');
  });
});

describe('galley usage limit', () => {
  it('sets, shows and removes limits, and the audit log lists the change', async () => {
    const { id } = await service.newProject();
    const limit = async (...args: string[]) =>
      (await galley(['usage', 'limit', '--project', id, ...args])).body;

    expect(await limit()).toEqual({ limits: { storage_bytes: null, requests_per_month: null } });
    await limit('--storage-bytes', '50000000000', '--requests-per-month', '1000000');
    expect(await limit('--storage-bytes', 'none')).toEqual({
      limits: { storage_bytes: null, requests_per_month: 1_000_000 },
    });

    const changes = (await storedRows(service.app, id)).filter(({ action }) => action === 'project.changed');
    expect(changes.map(({ changed }) => changed)).toEqual([
      ['storage_bytes', 'requests_per_month'],
      ['storage_bytes'],
    ]);
  });

  it.each(['0', '-1', '1.5', '10GB', ''])('rejects "%s"', async (value) => {
    const { id } = await service.newProject();

    const { exitCode, body } = await galley(['usage', 'limit', '--project', id, `--storage-bytes=${value}`]);

    expect(exitCode).toBe(1);
    expect(body.error).toMatchObject({ code: 'invalid_parameter', param: '--storage-bytes' });
  });
});
