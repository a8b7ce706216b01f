import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Installation, newFolder, newInstallation } from '../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 180_000 });

const from = await newInstallation();
const to = await newInstallation();

async function cdnOf(installation: Installation, project: { id: string }, ...change: string[]) {
  const { body } = await installation.galley('project', 'cdn', '--project', project.id, ...change);
  return (body as { cdn: { profile: string } }).cdn.profile;
}

describe('CDN mode', () => {
  it('is in no export, and an import leaves it as it is', async () => {
    const [original, copy] = [await from.newProject(), await to.newProject()];
    await cdnOf(from, original, '--profile', 'keyed');
    await cdnOf(to, copy, '--profile', 'edge');
    const folder = join(await newFolder(), 'backup');

    await from.galley('export', '--project', original.id, '--out', folder);
    const imported = await to.galley('import', '--project', copy.id, '--from', folder);

    expect(imported.exitCode).toBe(0);
    expect([await cdnOf(from, original), await cdnOf(to, copy)]).toEqual(['keyed', 'edge']);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile()))
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain('"keyed"');
  });
});
