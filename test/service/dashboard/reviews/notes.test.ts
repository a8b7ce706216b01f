import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pluck } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { draftBy, reviewSite } from '../../../support/reviews.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';

const installation = await newInstallation();
const marker = 'Quillwort';

it('shows notes of reviews and comments to members alone, in no response of the API, event, audit row or export', async () => {
  const { ada, bea, owner, project } = await reviewSite(installation);
  const { id, revision } = await draftBy(ada);
  const article = (await ada.does('POST', '/blog/articles', { title: 'Post' })) as { id: string };
  const lost = await draftBy(ada);
  for (const itemId of [id, article.id, lost.id]) {
    await ada.does('PUT', `/reviews/${itemId}`, { note: marker });
    await bea.does('POST', '/comments', { item: itemId, text: marker });
  }
  const { id: release } = await owner.does('POST', '/v1/releases', { name: 'Next' });
  await expect.poll(async () => (await owner.does('GET', `/v1/releases/${release}`)).status).toBe('ready');
  await bea.does('POST', `/content/page/entries?release=${release}`, { values: { title: 'New' } });
  await owner.does('PUT', `/reviews/${release}`, { note: marker });
  const quote = { exact: marker, prefix: marker, suffix: marker };
  const anchor = { field: 'title', quote };
  const thread = await ada.does('POST', '/comments', { item: id, text: marker, anchor });
  await bea.does('POST', `/comments/${thread.id}/messages`, { text: marker });
  await bea.does('PATCH', `/comments/${thread.id}`, { resolved: true });
  await bea.does('POST', `/reviews/${id}/return`, { revision, note: `${marker} too` });
  await bea.does('DELETE', `/v1/content/page/${lost.id}`);
  expect(await ada.does('GET', `/reviews/${id}`)).toMatchObject({
    note: marker,
    decision_note: `${marker} too`,
  });

  const paths = [
    '/v1/content/page?draft=true',
    `/v1/content/page/${id}?draft=true`,
    '/v1/blog/articles',
    '/v1/changes',
    '/v1/releases',
    `/v1/releases/${release}`,
  ];
  for (const path of [
    ...paths,
    ...paths
      .filter((path) => !path.includes('releases'))
      .map((path) => path.replace('/v1/', '/preview/v1/').replace('?draft=true', '')),
  ])
    expect((await project.secret.get(path)).text).not.toContain(marker);
  const written = await project.secret.patch(`/v1/content/page/${id}`, {
    values: { body: 'x' },
    publish: true,
  });
  expect(written.text).not.toContain(marker);
  const kinds = pluck((await ada.does('GET', '/notifications')).data, 'kind');
  expect(new Set(kinds)).toEqual(new Set(['published', 'review_returned', 'reply']));
  for (const member of [ada, bea, owner])
    expect(JSON.stringify(await member.does('GET', '/notifications'))).not.toContain(marker);
  const db = databaseOf(installation.app.system);
  for (const name of [
    'events',
    'audit',
    'deliveries',
    'invalidations',
    'trash',
    'versions',
    'search_rows',
    'notifications',
    'activity',
  ])
    expect(JSON.stringify(await db.collection(name).find().toArray()), name).not.toContain(marker);
  const folder = join(await newFolder(), 'export');
  const exported = await installation.galley('export', '--project', project.id, '--out', folder);
  expect(exported).toMatchObject({ exitCode: 0 });
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(files.length).toBeGreaterThan(3);
  for (const file of files.filter((one) => one.isFile()))
    expect(await readFile(join(file.parentPath, file.name), 'utf8'), file.name).not.toContain(marker);
});
