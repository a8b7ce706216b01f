import { describe, expect, it } from 'vitest';
import { changeKey, revokeKey } from '../../../src/accounts/keys/changes.ts';
import { signedIn } from '../../support/dashboard.ts';
import { type EventSource, openEventSource } from '../../support/event-source.ts';
import { emitTestEvents } from '../../support/events.ts';
import { startOwnService, startService, type TestProject, type TestService } from '../../support/service.ts';
import { clientOf, databaseOf } from '../../support/database.ts';
import { acting } from '../../support/actor.ts';

const service = await startOwnService();
const { app } = service;

function open(project: TestProject, token: string, count: number, at = service): Promise<EventSource[]> {
  const one = () => openEventSource(`${at.url}/v1/changes`, token);
  return Promise.all(Array.from({ length: count }, one));
}

/** Waits until the streams have said where they stand. */
async function begun(sources: readonly EventSource[]): Promise<void> {
  await expect
    .poll(() => sources.every(({ messages }) => messages.length === 1), { timeout: 10_000 })
    .toBe(true);
}

/** Tells an event, and expects the streams to end without a word of it. */
async function endUntold(project: TestProject, sources: readonly EventSource[]): Promise<void> {
  await emitTestEvents(app, project.id, { data: { secret: true } });
  await expect.poll(() => sources.every(({ ended }) => ended), { timeout: 10_000 }).toBe(true);
  for (const { messages } of sources) expect(messages.map(({ event }) => event)).toEqual(['version']);
}

describe('a stream of changes', () => {
  it('of a key that was revoked is told nothing any more, and ends', async () => {
    const project = await service.newProject();
    const { token, keyId } = await project.newKey({ purpose: 'publishable' });
    const sources = await open(project, token, 20);
    const [other] = await open(project, project.secret.token, 1);
    await begun(sources);

    expect(await revokeKey(app.system.project(project.id), keyId, acting(app))).toBeTruthy();

    await endUntold(project, sources);
    await expect.poll(() => other?.messages.length).toBe(2);
    other?.close();
  });

  it('ends with the life of its key', async () => {
    const project = await service.newProject();
    const { token, keyId } = await project.newKey({ expiresInDays: 1 });
    const sources = await open(project, token, 1);
    await begun(sources);

    const keys = databaseOf(app.system).collection('api_keys');
    await keys.updateOne({ key_id: keyId }, { $set: { expires_at: new Date(0) } });

    await endUntold(project, sources);
  });

  it('ends when its origin is taken off the key’s list', async () => {
    const project = await service.newProject();
    const origin = 'https://site.example';
    const { token, keyId } = await project.newKey({ purpose: 'publishable', origins: [origin] });
    const source = await openEventSource(`${service.url}/v1/changes`, token, { Origin: origin });
    await begun([source]);

    await changeKey(
      app.system.project(project.id),
      keyId,
      { origins: ['https://other.example'] },
      acting(app),
    );

    await endUntold(project, [source]);
  });

  it('that a member opened ends with the membership', async () => {
    const project = await service.newProject();
    const [owner, editor] = [
      await signedIn(service, project.id, 'owner'),
      await signedIn(service, project.id, 'editor'),
    ];
    const url = `${service.url}/dashboard/api/projects/${project.id}/v1/changes`;
    const source = await openEventSource(url, '', { Cookie: editor.cookie ?? '' });
    await begun([source]);
    const members = (await owner.send('GET', `/projects/${project.id}/members`)).body.data as {
      id: string;
      role: string;
    }[];
    const { id = '' } = members.find(({ role }) => role === 'editor') ?? {};

    expect((await owner.send('DELETE', `/projects/${project.id}/members/${id}`)).status).toBe(204);

    await endUntold(project, [source]);
  });

  it('costs no read of its own: what is new is read once for all of a project', async () => {
    const project = await service.newProject();
    const sources = await open(project, project.publishable.token, 60);
    await begun(sources);
    const reads: string[] = [];
    const count = ({ command, commandName }: { command: Record<string, unknown>; commandName: string }) =>
      reads.push(`${commandName} ${String(command[commandName])}`);
    clientOf(app.system).on('commandStarted', count);

    await emitTestEvents(app, project.id, {});
    await expect
      .poll(() => sources.every(({ messages }) => messages.length === 2), { timeout: 10_000 })
      .toBe(true);
    clientOf(app.system).off('commandStarted', count);

    const times = (read: string) => reads.filter((each) => each === read).length;
    expect(times('find events')).toBeLessThanOrEqual(3);
    expect(times('aggregate api_keys')).toBeLessThanOrEqual(3);
    for (const source of sources) source.close();
  });
});

describe('a request that waits for a change', () => {
  it('is told nothing when its key was revoked meanwhile', async () => {
    const project = await service.newProject();
    const { token, keyId } = await project.newKey({});
    const { version } = (await project.secret.get('/v1/changes')).body;
    const waiting = project.as(token).get(`/v1/changes?since=${version}&wait=20`);
    await new Promise((resolve) => setTimeout(resolve, 500)); // the request is on its way

    await revokeKey(app.system.project(project.id), keyId, acting(app));
    await emitTestEvents(app, project.id, {});

    expect(await waiting).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } });
  });
});

describe('connections that are held', () => {
  const limited = (most: Record<string, string>): Promise<TestService> =>
    startService({ MONGODB_DB: app.config.MONGODB_DB, ...most });

  it.each([
    ['a key', 'HELD_PER_KEY', 429, 'rate_limited'],
    ['an address', 'HELD_PER_ADDRESS', 429, 'rate_limited'],
    ['a project', 'HELD_PER_PROJECT', 429, 'rate_limited'],
    ['the process', 'HELD_PER_PROCESS', 503, 'temporarily_unavailable'],
  ])('are bounded for %s, streams and waiting requests together', async (_whose, variable, status, code) => {
    const bounded = await limited({ [variable]: '3' });
    const project = await service.newProject();
    const client = (path: string, headers: Record<string, string> = {}) =>
      fetch(bounded.url + path, {
        headers: { Authorization: `Bearer ${project.publishable.token}`, ...headers },
      });
    const sources = await open(project, project.publishable.token, 2, bounded);
    const waiting = client('/v1/changes?wait=3');
    await begun(sources);
    const stream = { Accept: 'text/event-stream' };
    await expect.poll(async () => (await client('/v1/changes', stream)).status).toBe(status);

    const refused = await client('/v1/changes?wait=1');
    expect(refused.status).toBe(status);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(((await refused.json()) as { error: object }).error).toMatchObject({ code });
    expect((await client('/v1/changes')).status).toBe(200); // what is not held is not counted

    expect((await waiting).status).toBe(200);
    const again = await openEventSource(`${bounded.url}/v1/changes`, project.publishable.token);
    await begun([again]);
    for (const source of [...sources, again]) source.close();
  });
});
