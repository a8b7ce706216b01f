import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';

const installation = await newInstallation();

describe('galley export --all', () => {
  it('writes each project to its own folder, and goes on after one that fails', async () => {
    const [first, second] = [await installation.newProject(), await installation.newProject()];
    const out = await newFolder();
    await mkdir(join(out, first.id));
    await writeFile(join(out, first.id, 'note.txt'), 'Keep me.');

    const { exitCode, body } = await installation.galley('export', '--all', '--out', out);

    expect(exitCode).toBe(1);
    expect(body.exported).toMatchObject([{ project: second.id, missing: [] }]);
    expect(body.failed).toMatchObject([
      { project: first.id, message: expect.stringContaining('is not empty') },
    ]);
    expect((await readdir(out)).sort()).toEqual([first.id, second.id].sort());
    expect(await readdir(join(out, first.id))).toEqual(['note.txt']);
    expect(await readdir(join(out, second.id))).toContain('galley.json');
  });

  it('is for all projects or one, not both and not none', async () => {
    const { id } = await installation.newProject();
    const out = join(await newFolder(), 'backup');
    for (const args of [[], ['--all', '--project', id]])
      expect(await installation.galley('export', '--out', out, ...args)).toMatchObject({
        exitCode: 1,
        body: { error: { code: 'invalid_parameter', param: '--project' } },
      });
  });
});
