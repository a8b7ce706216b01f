import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectDone, pluck } from '../../support/content.ts';
import { pasteGuide } from '../../support/guide.ts';
import { startService } from '../../support/service.ts';

const service = await startService();

describe('the guide', () => {
  it('has a quick start whose requests work when pasted one after another', async () => {
    const project = await service.newProject();

    await pasteGuide('start/quick-start.md', service, project);

    const { data } = expectDone(await project.publishable.get('/v1/content/workshop'));
    expect(pluck(data, 'values')).toMatchObject([
      { title: 'Rokkaku in a weekend' },
      { title: 'Your first delta' },
    ]);
    const refused = await project.publishable.get('/v1/content/workshop?where[seats][contains]=8');
    expect(refused.body.error).toMatchObject({
      code: 'unsupported_filter_operator',
      available_operators: expect.arrayContaining(['gte', 'lt']),
    });
  });

  it('has pages on content types and entries whose requests work in this order', async () => {
    const project = await service.newProject();
    const folder = await mkdtemp(join(tmpdir(), 'galley-guide-'));

    await pasteGuide('model/content-types.md', service, project, folder);
    await pasteGuide('model/entries.md', service, project, folder);
    await rm(folder, { recursive: true });

    const { data } = expectDone(await project.publishable.get('/v1/content/reel?sort=price'));
    expect(pluck(data, 'values')).toMatchObject([
      { name: 'Winder 12', price: 25, line: null, made_by: null },
      { name: 'Winder 20', price: 39, line: 'dyneema', made_by: null },
    ]);
    expect(expectDone(await project.publishable.get('/v1/content/supplier')).data).toEqual([]);
  });

  it('has pages on scheduling and build hooks whose requests work', async () => {
    const project = await service.newProject();

    await pasteGuide('model/scheduling.md', service, project);
    await pasteGuide('build/build-hooks.md', service, project);

    const { data } = expectDone(await project.publishable.get('/v1/content/offer'));
    expect(pluck(data, 'values')).toEqual([{ title: 'Spring kit', price: 49 }]);
  });

  it('has a page on releases whose requests work, there and back again', async () => {
    const project = await service.newProject();

    await pasteGuide('model/releases.md', service, project);

    const { data } = expectDone(await project.publishable.get('/v1/content/notice'));
    expect(pluck(data, 'values')).toEqual([{ text: 'Open until six' }]);
    expect(pluck(expectDone(await project.secret.get('/v1/releases')).data, 'name')).toEqual([
      'Main',
      'Summer',
    ]);
  });
});
