import { expect, it } from 'vitest';
import { defineType } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

it('GET /v1/introspection.txt lists types, fields and endpoints for people', async () => {
  const project = await service.newProject();
  await defineType(project, 'talk', [
    { key: 'title', label: 'Title', type: 'string', options: { required: true } },
    { key: 'seats', label: 'Seats', type: 'number' },
  ]);

  const response = await fetch(`${service.url}/v1/introspection.txt`, {
    headers: { Authorization: `Bearer ${project.publishable.token}` },
  });
  const text = await response.text();

  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toContain(
    ', a collection: GET /v1/content/talk\n  title: string, required\n  seats: number\n',
  );
  expect(text).toContain('\n  POST   /v1/content/{type}/entries (secret key): ');
  expect(text).toContain('\n  GET    /v1/blog/articles: ');
  expect(text.length).toBeLessThan(10_000);
});
