import { expect, it } from 'vitest';
import type { EventRecord } from '../../../../src/projects/events/schema.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { startService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();

it('each event stores who acted, and neither kind of key is told', async () => {
  const project = await service.newProject();
  const { token, keyId } = await project.newKey({ name: 'Writer' });
  const named = { ...project, secret: project.as(token) };
  await defineType(named, 'page', [{ key: 'title', type: 'string' }]);
  await publishEntry(named, 'page', { title: 'A' });
  await emitTestEvents(service.app, project.id, {});

  const events = databaseOf(service.app.system).collection<EventRecord>('events');
  const stored = await events
    .find({ project_id: project.id })
    .sort({ project_revision: 1, _id: 1 })
    .toArray();
  const key = { kind: 'key', id: keyId };
  expect(stored.map(({ actor }) => actor)).toEqual([key, key, { kind: 'command', id: 'test' }]);
  for (const client of [project.secret, project.publishable]) {
    const { status, body } = await client.get('/v1/changes');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('actor');
  }
});
