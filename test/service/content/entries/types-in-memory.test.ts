import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { describe, expect, it } from 'vitest';
import type { CommandSucceededEvent } from 'mongodb';
import { ApiClient } from '../../../support/client.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { clientOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

// Two services on one database, each with a memory of its own.
const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`;
const here = await startService({ MONGODB_DB });
const there = await startService({ MONGODB_DB });

interface Begun {
  /** Sends the rest of the body. */
  finish(): Promise<{ status: number; body: any }>;
}

/** Sends a write up to the end of its body, and waits until the service has admitted it: it has seen the project then. */
async function beginWrite(project: TestProject, method: string, path: string, body: object): Promise<Begun> {
  const admitted = new Promise<void>((resolve) => {
    const driver = clientOf(here.app.system);
    const note = ({ commandName }: CommandSucceededEvent) => {
      if (commandName !== 'findAndModify') return; // the budget, after the key
      driver.off('commandSucceeded', note);
      resolve();
    };
    driver.on('commandSucceeded', note);
  });
  const sent = JSON.stringify(body);
  const outgoing = request(here.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${project.secret.token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(sent),
    },
  });
  outgoing.write(sent.slice(0, 1));
  await admitted;
  return {
    async finish() {
      outgoing.end(sent.slice(1));
      const [response] = await once(outgoing, 'response');
      return { status: response.statusCode, body: JSON.parse(await text(response)) };
    },
  };
}

/** A project with a type and an entry, which the first service has in memory; and the same seen through the second. */
async function newSite() {
  const project = await here.newProject();
  await defineType(project, 'page', { title: 'string' });
  const id = await publishEntry(project, 'page', { title: 'First' });
  const elsewhere = { ...project, secret: new ApiClient(there.url, project.secret.token) };
  return { project, elsewhere, id };
}

const title = { key: 'title', type: 'string' };

describe('a type that changes on one process while another one writes', () => {
  it('holds for the write: what it requires is refused', async () => {
    const { project, elsewhere } = await newSite();
    const writing = await beginWrite(project, 'POST', '/v1/content/page/entries', {
      values: { title: 'Second' },
      publish: true,
    });
    await defineType(elsewhere, 'page', [title, { key: 'note', type: 'string', required: true }]);

    const { status, body } = await writing.finish();

    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'missing_required_field', 'note']);
    expect((await project.secret.get('/v1/content/page')).body.data).toHaveLength(1);
  });

  it('holds for the write: what it allows is stored', async () => {
    const { project, elsewhere, id } = await newSite();
    const writing = await beginWrite(project, 'PATCH', `/v1/content/page/${id}`, { values: { note: 'New' } });
    await defineType(elsewhere, 'page', [title, { key: 'note', type: 'string' }]);

    const { status, body } = await writing.finish();

    expect([status, body.values]).toEqual([200, { title: 'First', note: 'New' }]);
  });

  it('holds for the write: a field that is gone is refused', async () => {
    const { project, elsewhere, id } = await newSite();
    await defineType(project, 'page', [title, { key: 'note', type: 'string' }]);
    const writing = await beginWrite(project, 'PATCH', `/v1/content/page/${id}`, { values: { note: 'New' } });
    await defineType(elsewhere, 'page', [title]);

    const { status, body } = await writing.finish();

    expect([status, body.error?.code]).toEqual([400, 'unknown_field']);
  });

  it('numbers the writes of both without a gap, and each event once', async () => {
    const { project, elsewhere, id } = await newSite();
    const path = `/v1/content/page/${id}`;
    const titles = Array.from({ length: 12 }, (_, i) => `Title ${i}`);

    const answers = await Promise.all(
      titles.map((value, i) =>
        (i % 2 === 0 ? project : elsewhere).secret.patch(path, { values: { title: value } }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
    const revisions = answers.map(({ body }) => body.revision as number).sort((a, b) => a - b);
    expect(revisions).toEqual(titles.map((_, i) => 2 + i));
    expect((await project.events()).filter((name) => name === 'content.entry.updated')).toHaveLength(12);
  });

  it('a release that becomes the default one meanwhile is the one that is written', async () => {
    const { project, elsewhere } = await newSite();
    const release = await elsewhere.secret.post('/v1/releases', { name: 'Next' });
    const writing = await beginWrite(project, 'POST', '/v1/content/page/entries', {
      values: { title: 'After' },
      publish: true,
    });
    await elsewhere.secret.post(`/v1/releases/${release.body.id}/promote`, {});

    const { status, body } = await writing.finish();

    expect(status).toBe(201);
    const path = `/v1/content/page/${body.id}`;
    expect((await project.secret.get(`${path}?release=${release.body.id}`)).status).toBe(200);
    expect((await project.secret.get(`${path}?release=${project.releaseId}`)).status).toBe(404);
  });
});
