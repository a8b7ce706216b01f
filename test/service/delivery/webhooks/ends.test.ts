import { expect, it } from 'vitest';
import { defineType, expectDone, inMs } from '../../../support/content.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startOwnService } from '../../../support/service.ts';
import { newEndpoint } from '../../../faults/support/outbox.ts';

const service = await startOwnService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' });
await service.app.start();

it('a receiver that keys on id and time takes an end, a publication again and its end for three events', async () => {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const receiver = await startReceiver();
  await newEndpoint(service.app, project.id, receiver.url);
  const events = new Map<string, string>();
  receiver.answer = (response, { body }) => {
    const key = `${String(body.data['id'])} ${String(body.data['updated_at'])}`;
    // The event of the type arrives too if it was not delivered before the endpoint was created.
    if (body.event.startsWith('content.entry.') && !events.has(key)) events.set(key, body.event);
    response.writeHead(204).end();
  };
  const endCount = () => [...events.values()].filter((event) => event.endsWith('.unpublished')).length;
  const live = { values: { title: 'A' }, publish: true };
  const first = inMs(1_500);
  const created = await project.secret.post('/v1/content/page/entries', { ...live, unpublish_at: first });
  const path = `/v1/content/page/${expectDone(created).id}`;
  await expect.poll(endCount, { timeout: 30_000 }).toBe(1);

  const second = inMs(1_500);
  expectDone(await project.secret.patch(path, { publish: true, unpublish_at: second }));

  await expect.poll(endCount, { timeout: 30_000 }).toBe(2);
  const inOrder = [...events].sort(([a], [b]) => (a < b ? -1 : 1)); // by their times, not by arrival
  expect(inOrder.map(([, event]) => event)).toEqual([
    'content.entry.published',
    'content.entry.unpublished',
    'content.entry.published',
    'content.entry.unpublished',
  ]);
  const times = inOrder.map(([key]) => key.split(' ')[1]);
  expect([times[1], times[3]]).toEqual([first, second]);
});
