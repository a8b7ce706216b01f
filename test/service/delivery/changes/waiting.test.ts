import { describe, expect, it } from 'vitest';
import { emitTestEvents } from '../../../support/events.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const { app } = service;

describe('GET /v1/changes with wait', () => {
  it('with wait holds the answer until something changes', async () => {
    const project = await service.newProject();
    const begin = performance.now();
    const waiting = project.secret.get('/v1/changes?since=1&wait=20');
    await new Promise((resolve) => setTimeout(resolve, 300));

    await emitTestEvents(app, project.id, {});

    expect((await waiting).body).toMatchObject({ changed: true, events: [{}], version: 2 });
    expect(performance.now() - begin).toBeLessThan(15_000);
  });

  it('with wait and no change answers at the end of the time', async () => {
    const project = await service.newProject();
    const begin = performance.now();

    const answer = await project.secret.get('/v1/changes?wait=1');

    expect(answer.body).toMatchObject({ changed: false, events: [], next_since: '1' });
    expect(performance.now() - begin).toBeGreaterThanOrEqual(990);
  });

  it.each(['wait=31', 'wait=-1', 'wait=1.5', 'wait=long', 'wait='])(
    'refuses %s with invalid_parameter',
    async (query) => {
      const project = await service.newProject();

      const answer = await project.secret.get(`/v1/changes?${query}`);

      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_parameter', param: 'wait' } },
      });
    },
  );

  it('lets hundreds wait for one read', async () => {
    const project = await service.newProject();
    const waiting = Array.from({ length: 200 }, () => project.secret.get('/v1/changes?since=1&wait=20'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));

    await emitTestEvents(app, project.id, {});

    for (const answer of await Promise.all(waiting))
      expect(answer.body).toMatchObject({ changed: true, version: 2 });
  });
});
