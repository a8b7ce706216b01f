import { describe, expect, it } from 'vitest';
import { openEventSource } from '../../../support/event-source.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const { app } = service;
const url = `${service.url}/v1/changes`;

describe('GET /v1/changes with Accept: text/event-stream', () => {
  it('streams events as they happen, each with the place after it', async () => {
    const project = await service.newProject();
    const source = await openEventSource(url, project.secret.token);
    expect(source.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
    expect(source.headers.get('X-RateLimit-Remaining-read')).not.toBeNull();
    expect(source.headers.get('Vary')).toContain('Accept');
    await expect.poll(() => source.messages).toEqual([{ id: '1', event: 'version', data: { version: 1 } }]);

    await emitTestEvents(app, project.id, { data: { order: 1 } });
    await emitTestEvents(app, project.id, { name: 'kb.article.updated', data: { order: 2 } });

    await expect.poll(() => source.messages.length).toBe(3);
    expect(source.messages.slice(1)).toMatchObject([
      {
        id: expect.stringMatching(/^2\.evt_/),
        event: 'content.entry.updated',
        data: { event: 'content.entry.updated', data: { order: 1 } },
      },
      { id: expect.stringMatching(/^3\.evt_/), event: 'kb.article.updated', data: { data: { order: 2 } } },
    ]);
    source.close();
  });

  it('goes on after Last-Event-ID without a gap or a repetition', async () => {
    const project = await service.newProject();
    await emitTestEvents(
      app,
      project.id,
      { data: { order: 1 } },
      { data: { order: 2 } },
      { data: { order: 3 } },
    );
    const first = await openEventSource(`${url}?since=1`, project.secret.token);
    await expect.poll(() => first.messages.length).toBe(4);
    const lastEventId = first.messages[2]?.id ?? '';
    first.close();
    await emitTestEvents(app, project.id, { data: { order: 4 } });

    const second = await openEventSource(url, project.secret.token, { 'Last-Event-ID': lastEventId });

    await expect.poll(() => second.messages.length).toBe(3);
    expect(second.messages.slice(1).map((message) => Number(message.data.data.order))).toEqual([3, 4]);
    second.close();
  });

  it('says reset when it cannot go on from there', async () => {
    const project = await service.newProject();

    const source = await openEventSource(url, project.secret.token, { 'Last-Event-ID': '77' });

    await expect.poll(() => source.messages).toEqual([{ id: '1', event: 'reset', data: { version: 1 } }]);
    source.close();
  });

  it('tells a publishable key only that there is a new version when the event is none of its business', async () => {
    const project = await service.newProject();
    const source = await openEventSource(url, project.publishable.token);
    await expect.poll(() => source.messages.length).toBe(1);

    await emitTestEvents(app, project.id, { isPublic: false });

    await expect
      .poll(() => source.messages.slice(1))
      .toEqual([{ id: '2', event: 'version', data: { version: 2 } }]);
    source.close();
  });

  it('answers problems as JSON before the stream begins', async () => {
    const project = await service.newProject();

    const answer = await project.secret.get('/v1/changes?waiting=1', { Accept: 'text/event-stream' });

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'unknown_parameter' } } });
  });
});

describe('a service that stops', () => {
  it('ends streams and answers that are held at once', async () => {
    const ending = await startService({ MONGODB_DB: app.config.MONGODB_DB });
    const project = await service.newProject();
    const source = await openEventSource(`${ending.url}/v1/changes`, project.secret.token);
    const held = fetch(`${ending.url}/v1/changes?wait=30`, {
      headers: { Authorization: `Bearer ${project.secret.token}` },
    });
    await expect.poll(() => source.messages.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const begin = performance.now();

    await ending.app.stopWork();

    expect((await (await held).json()) as object).toMatchObject({ changed: false });
    await expect.poll(() => source.ended).toBe(true);
    expect(performance.now() - begin).toBeLessThan(15_000);
  });
});
