import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databaseOf } from '../../../support/database.ts';
import { refusal } from '../../../support/content.ts';
import { startMediaService } from '../../../support/media.ts';
import { startOwnService } from '../../../support/service.ts';
import { openAgent } from '../../../support/mcp/agent.ts';
import { newWorld } from '../../../support/mcp/world.ts';
import { tools } from '../../../../packages/mcp/src/protocol/tools.ts';
import { inRepository } from '../../../support/program.ts';

const { service } = await startMediaService({});
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describe('POST /mcp', () => {
  it('answers in JSON, without a session', async () => {
    const project = await service.newProject();

    const answer = await project.secret.post('/mcp', list);

    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(answer.headers.get('Mcp-Session-Id')).toBeNull();
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.body.result.tools).toHaveLength(11);
  });

  it('responds to a notification with 202 and no body', async () => {
    const project = await service.newProject();

    const { status, text, headers } = await project.secret.post('/mcp', {
      jsonrpc: '2.0',
      method: 'notifications/initialized',
    });

    expect([status, text, headers.get('Content-Type')]).toEqual([202, '', null]);
  });

  it('is opened by a key of the API and by nothing else', async () => {
    const project = await service.newProject();
    const { token, keyId } = await project.newKey({ expiresInDays: 1 });
    await databaseOf(service.app.system)
      .collection('api_keys')
      .updateOne({ key_id: keyId }, { $set: { expires_at: new Date(0) } });

    const codes = [];
    for (const key of [null, 'nonsense', `${project.secret.token.slice(0, -1)}_`, token]) {
      const answer = await project.as(key).post('/mcp', list);
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      codes.push(refusal(answer).slice(0, 2));
    }
    expect(codes).toEqual([
      [401, 'missing_api_key'],
      [401, 'invalid_api_key'],
      [401, 'invalid_api_key'],
      [401, 'key_expired'],
    ]);
  });

  it('lets browsers in by a publishable key that lists their origin', async () => {
    const project = await service.newProject();
    const origin = 'https://app.example.com';
    const listed = project.as((await project.newKey({ purpose: 'publishable', origins: [origin] })).token);
    const ask = (client: typeof listed, from: string) => client.post('/mcp', list, { Origin: from });

    const good = await ask(listed, origin);
    expect([good.status, good.headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin]);
    for (const [client, from] of [
      [listed, 'https://evil.example.com'],
      [project.publishable, origin],
      [project.secret, origin],
    ] as const)
      expect(refusal(await ask(client, from)).slice(0, 2)).toEqual([403, 'origin_not_allowed']);
    const preflight = await project.as(null).send('OPTIONS', '/mcp', {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,mcp-protocol-version,x-evil',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(/, mcp-protocol-version$/);
  });

  it('has no other method and no other spelling', async () => {
    const { secret } = await service.newProject();

    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const answer = await secret.send(method, '/mcp', {});
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
      expect(answer.body.error.code).toBe('method_not_allowed');
    }
    for (const path of ['/mcp/', '/MCP', '//mcp', '/%6dcp', '/mcp/x'])
      expect([path, (await secret.post(path, list)).status]).toEqual([path, 404]);
  });

  it('takes messages of 1 MiB at most, that are JSON objects', async () => {
    const { secret } = await service.newProject();
    const send = async (raw: string) => refusal(await secret.send('POST', '/mcp', { raw })).slice(0, 2);

    expect(await send(JSON.stringify({ ...list, x: 'x'.repeat(1024 * 1024) }))).toEqual([
      413,
      'payload_too_large',
    ]);
    for (const raw of ['', '{', '[]', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', '"x"', 'null'])
      expect([raw, await send(raw)]).toEqual([raw, [400, 'invalid_json']]);
    const text = await secret.send('POST', '/mcp', { raw: 'x', headers: { 'Content-Type': 'text/plain' } });
    expect(refusal(text).slice(0, 2)).toEqual([415, 'unsupported_media_type']);
  });

  it('holds no stream open', async () => {
    const { secret } = await service.newProject();
    const answer = await secret.post('/mcp', { ...list, method: 'subscriptions/listen' });
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'method']);
  });

  it('counts what reaches no API for the address, as pages without a key', async () => {
    const few = await startOwnService({ RATE_ANONYMOUS: '3' });
    const { secret } = await few.newProject();
    const call = { ...list, method: 'tools/call', params: { name: 'changes', arguments: {} } };

    for (let i = 0; i < 3; i += 1) expect((await secret.post('/mcp', list)).status).toBe(200);
    expect(refusal(await secret.post('/mcp', list)).slice(0, 2)).toEqual([429, 'rate_limited']);
    expect((await secret.post('/mcp', call)).status).toBe(200);
  });
});

describe('each tool', () => {
  /** Arguments that reach the API. */
  const sample: Record<string, object> = {
    describe: {},
    find: { type: 'page' },
    read: { type: 'home' },
    search: { q: 'hitch', module: 'blog' },
    write: { items: [{ type: 'author', values: { name: 'X' } }] },
    publish: { action: 'publish', type: 'home' },
    delete: { type: 'blog_article', id: 'knots' },
    schema: { action: 'read' },
    upload: { action: 'begin', file_name: 'a.txt', content_type: 'text/plain', size_bytes: 1 },
    releases: { action: 'list' },
    changes: {},
  };

  it.each(tools.map(({ name, isReading }) => [name, isReading] as const))(
    'is for its keys: %s',
    async (name, isReading) => {
      const { project, agent, pageId } = await newWorld(service);
      const foreign = await service.newProject();
      const reader = await openAgent(service, project.publishable.token);
      const stranger = await openAgent(service, foreign.secret.token);
      const args = { ...sample[name] };

      const own = await agent.call(name, args);
      const published = await reader.call(name, args);
      const theirs = await stranger.call(name, args);

      expect(own.isError, own.text).toBe(false);
      expect(published.isError).toBe(!isReading);
      if (!isReading) expect(published.body.error.code).toBe('secret_key_required');
      for (const text of [theirs.text])
        expect(text).not.toMatch(new RegExp(`Alpha|Knots|${pageId}|${project.id}`));

      const { token, keyId } = await project.newKey({ expiresInDays: 1 });
      const ending = await openAgent(service, token);
      expect((await ending.call(name, args)).isError).toBe(false);
      const keys = databaseOf(service.app.system).collection('api_keys');
      for (const [change, code] of [
        [{ expires_at: new Date(0) }, 'key_expired'],
        [{ expires_at: null, revoked_at: new Date(0) }, 'invalid_api_key'],
      ] as const) {
        await keys.updateOne({ key_id: keyId }, { $set: change });
        await expect(ending.call(name, args)).rejects.toThrow(new RegExp(`${code}|401|Unauthorized`));
      }
    },
  );
});

describe('GET /llms.txt', () => {
  it('tells without a key what this is and where to go on', async () => {
    const answer = await (await service.newProject()).as(null).get('/llms.txt');

    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    for (const place of ['/mcp', '/docs/build/agents', '/v1/openapi.json', '/docs/errors'])
      expect(answer.text).toContain(`http://galley.test${place}`);
    // The pages are built from docs/ (test/long/docs/docs.test.ts).
    for (const [, path = ''] of answer.text.matchAll(/\(http:\/\/galley\.test\/docs\/([^)]*)\)/g))
      expect(existsSync(inRepository(`docs/${path}.md`)), path).toBe(true);
  });
});
