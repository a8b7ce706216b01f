import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listenWith } from '../../../test/support/stand-in-server.ts';
import { follow, poll, watch } from '../src/changes.ts';
import { createClient } from '../src/main.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A feed that gives these bodies in turn, each in two pieces that are cut in the middle. */
async function feed(type: string, bodies: readonly string[]) {
  const asked: IncomingMessage[] = [];
  const { origin, stop } = await listenWith((request, response) => {
    asked.push(request);
    const body = bodies[Math.min(asked.length, bodies.length) - 1] ?? '';
    const half = body.length / 2;
    response.writeHead(200, { 'Content-Type': type }).write(body.slice(0, half));
    setTimeout(() => response.end(body.slice(half)), 10);
  });
  stops.push(stop);
  return { asked, client: createClient({ baseUrl: origin, key: 'pk_x' }) };
}

const event = (id: string) => JSON.stringify({ id, event: 'blog.article.updated', created_at: '', data: {} });

describe('poll', () => {
  it('sends the place and how long to wait', async () => {
    const { client, asked } = await feed('application/json', ['{"version":"7","changed":false}']);

    expect(await poll(client, { since: new Date(0), waitSeconds: 30 })).toEqual({
      version: '7',
      changed: false,
    });
    expect(asked[0]?.url).toBe('/v1/changes?since=1970-01-01T00%3A00%3A00.000Z&wait=30');
  });
});

describe('watch', () => {
  it('begins now, passes over answers without a change, and goes on from the last place', async () => {
    const { client, asked } = await feed('application/json', [
      '{"version":"1"}',
      '{"version":"1","changed":false}',
      '{"version":"3","changed":true,"next_since":"2","events":[]}',
      '{"version":"3","changed":true,"next_since":"3","events":[]}',
    ]);

    const seen: unknown[] = [];
    for await (const answer of watch(client)) if (seen.push(answer.next_since) === 2) break;

    expect(seen).toEqual(['2', '3']);
    expect(asked.map(({ url = '' }) => new URL(url, 'http://x').searchParams.get('since'))).toEqual([
      null,
      '1',
      '1',
      '2',
    ]);
  });
});

describe('follow', () => {
  it('reads a stream in any line ends, and goes on after the last event when the connection ends', async () => {
    const { client, asked } = await feed('text/event-stream', [
      `retry: 5\r\n: hello\r\n\r\nid: 1\r\ndata: ${event('evt_1')}\r\n\r\n`,
      `id: 2\nevent: change\ndata: ${event('evt_2')}\n\nid: 3\ndata: {"cut`,
      `id: 3\ndata: {"id":\ndata: "evt_3"}\n\n`,
    ]);

    const ids: string[] = [];
    for await (const { id } of follow(client, { lastEventId: '0' })) if (ids.push(id) === 3) break;

    expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3']);
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual(['0', '1', '2']);
    expect(asked[0]?.headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer pk_x' });
  });

  it('passes over versions, which are only places, and tells of a reset', async () => {
    const { client, asked } = await feed('text/event-stream', [
      `id: 5\nevent: reset\ndata: {"version":5}\n\nid: 6\nevent: version\ndata: {"version":6}\n\n`,
      `id: 7.evt_1\nevent: blog.article.updated\ndata: ${event('evt_1')}\n\n`,
    ]);

    const seen: string[] = [];
    for await (const one of follow(client, { lastEventId: '1', reconnectMs: 1 })) {
      if (seen.push(`${one.id} ${one.event} ${one.lastEventId}`) === 2) break;
    }

    expect(seen).toEqual(['5 reset 5', 'evt_1 blog.article.updated 7.evt_1']);
    expect(asked[1]?.headers['last-event-id']).toBe('6');
  });

  it('ends with its signal', async () => {
    const { client } = await feed('text/event-stream', [`id: 1\ndata: ${event('evt_1')}\n\n`]);
    const stop = new AbortController();

    const ids: string[] = [];
    for await (const { id } of follow(client, { signal: stop.signal, reconnectMs: 1 })) {
      ids.push(id);
      stop.abort();
    }

    expect(ids).toEqual(['evt_1']);
  });
});
