import { expect, it } from 'vitest';
import { settleBlocks } from '../../src/content/types/blocks/service.ts';
import { ApiClient } from '../support/client.ts';
import { defineType, expectDone, publishEntry, refusal } from '../support/content.ts';
import { clientOf, databaseOf } from '../support/database.ts';
import { endKeeping } from '../support/content/removed-fields.ts';
import { multiplyEntry } from '../support/many-entries.ts';
import { newScene } from './support/scene.ts';

const pages = 4_000;
const scene = await newScene();
const { app } = scene.service;
const entries = databaseOf(app.system).collection('entries');

it('clears what a definition lost though the process that does it is killed in the middle', async () => {
  const project = await scene.service.newProject();
  const note = { key: 'note', type: 'string' };
  const title = { key: 'title', type: 'string' };
  expectDone(await project.secret.put('/v1/schema/blocks/part', { fields: [title, note] }));
  await defineType(project, 'page', [{ key: 'sections', type: 'blocks', options: { blocks: ['part'] } }]);
  const page = await publishEntry(project, 'page', {
    sections: [{ block: 'part', values: { title: 'A', note: 'N' } }],
  });
  await multiplyEntry(app, page, pages - 1);
  const victim = await scene.start();
  const there = new ApiClient(victim.url, project.secret.token);
  const has = { 'draft.sections.values.note': { $exists: true } };
  const left = () => entries.countDocuments({ project_id: project.id, ...has });

  expectDone(await there.put('/v1/schema/blocks/part', { fields: [title] }));
  await endKeeping(scene.service, project.id); // the victim still works on the entries, and clears them from now on
  await expect.poll(left, { interval: 5, timeout: 60_000 }).toBeLessThan(pages);
  await victim.kill();
  // The transaction that was open would hold the project for a minute.
  await clientOf(app.system).db('admin').command({ killAllSessions: [] });

  expect(await left()).toBeGreaterThan(0);
  const number = { fields: [title, { ...note, type: 'number' }] };
  const early = await project.secret.put('/v1/schema/blocks/part?dry_run=true', number);
  expect(refusal(early)).toEqual([409, 'field_being_removed', 'fields[1].key']);
  const { data } = expectDone(await project.publishable.get('/v1/content/page?limit=100'));
  expect(JSON.stringify(data)).not.toContain('note');

  await settleBlocks(app.system, app.clock.now());

  expect(await left()).toBe(0);
  expectDone(await project.secret.put('/v1/schema/blocks/part', number));
  const { data: after } = expectDone(await project.publishable.get('/v1/content/page?limit=1'));
  expect(after[0].values.sections[0].values).toEqual({ title: 'A', note: null });
});
