import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signedIn } from '../../support/dashboard.ts';
import { newAsset } from '../../support/media.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';

const from = await newInstallation();
const to = await newInstallation();

it('an export carries the tags of assets and their counts, and one of a project without tags is of the older form', async () => {
  const project = await from.newProject({ oneLocale: true });
  const id = await newAsset(project.secret);
  const plain = join(await newFolder(), 'plain');
  await from.galley('export', '--project', project.id, '--out', plain);
  const owner = await signedIn(from, project.id, 'owner');
  await owner.send('POST', `/projects/${project.id}/media-tags`, { action: 'add', tag: 'Menu', ids: [id] });
  const folder = join(await newFolder(), 'backup');
  await from.galley('export', '--project', project.id, '--out', folder);
  const copy = await to.newProject({ oneLocale: true });

  const imported = await to.galley('import', '--project', copy.id, '--from', folder);

  expect(imported.exitCode).toBe(0);
  const formOf = async (at: string) => JSON.parse(await readFile(join(at, 'galley.json'), 'utf8')).format;
  expect([await formOf(plain), await formOf(folder)]).toEqual([1, 2]);
  const there = await signedIn(to, copy.id, 'owner');
  const path = `/projects/${copy.id}`;
  expect((await there.send('GET', `${path}/media-tags`)).body.data).toEqual([{ name: 'Menu', assets: 1 }]);
  expect((await there.send('GET', `${path}/media?tag=Menu`)).body.data).toMatchObject([
    { id, tags: ['Menu'] },
  ]);
  await there.send('POST', `${path}/media-tags`, { action: 'remove', tag: 'menu', ids: [id] });
  expect((await there.send('GET', `${path}/media-tags`)).body.data).toEqual([]);
});
