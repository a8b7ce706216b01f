import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService, type TestProject } from '../../../support/service.ts';

/** What an owner takes away in one process is gone with the next request in another. */
const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`; // dropped at the end of the run
const service = await startService({ MONGODB_DB });
const rounds = 100;
let url: string;
let project: TestProject;
let owner: DashboardClient;

beforeAll(async () => {
  const process = await startProcess({ MONGODB_DB, ROLE: 'api' });
  cleanup(async () => {
    process.program.process.kill();
    await process.program.ended();
  });
  url = process.url;
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  await defineType(project, 'note', { title: 'string' });
  await publishEntry(project, 'note', { title: 'A note' });
  owner = await signedIn(service, project.id, 'owner');
}, 90_000);

const desk = () => `/projects/${project.id}`;

async function codeOf(token: string): Promise<string> {
  const { status, body } = await new ApiClient(url, token).get('/v1/content/note');
  return String(body.error?.code ?? status);
}

describe('another process', () => {
  it(`refuses a key that was revoked or narrowed, ${rounds} of ${rounds} times`, async () => {
    const seen: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const purpose = round % 4 < 2 ? 'secret' : 'publishable';
      const { token, keyId } = await project.newKey({ purpose });
      expect(await codeOf(token)).toBe('200'); // kept there from now on
      const path = `${desk()}/keys/${keyId}`;
      const scopes = { can: ['read'], types: ['page'] };
      const { status } = await (round % 2 === 0
        ? owner.send('DELETE', path)
        : owner.send('PATCH', path, { scopes }));
      expect(status).toBe(200);
      seen.push(await codeOf(token));
    }

    const wanted = (_: unknown, round: number) => (round % 2 === 0 ? 'invalid_api_key' : 'scope_required');
    expect(seen).toEqual(Array.from({ length: rounds }, wanted));
  }, 120_000);

  it(`refuses a member who was lowered, narrowed or removed, ${rounds} of ${rounds} times`, async () => {
    const email = `member-${project.id}@example.test`;
    const member = await signedIn(service, project.id, 'editor', email);
    const there = new DashboardClient(url);
    Object.assign(there, { cookie: member.cookie, csrf: member.csrf });
    const { data } = (await owner.send('GET', `${desk()}/members`)).body as {
      data: { id: string; email: string }[];
    };
    const path = `${desk()}/members/${data.find((one) => one.email === email)?.id ?? ''}`;
    const write = async () => {
      const answer = await there.send('POST', `${desk()}/v1/content/note/entries`, {
        values: { title: 'x' },
      });
      return String(answer.body.error?.code ?? answer.status);
    };
    const seen: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await owner.send('PATCH', path, { role: 'editor', grant: null });
      expect(await write()).toBe('201');
      await owner.send('PATCH', path, round % 2 === 0 ? { role: 'viewer' } : { grant: { types: ['page'] } });
      seen.push(await write());
    }

    expect(new Set(seen)).toEqual(new Set(['role_required']));
    await owner.send('DELETE', path);
    expect(await write()).toBe('unknown_project');
  }, 120_000);
});
