import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { ApiClient } from '../../../support/client.ts';
import { createEntry, dayMs, defineType } from '../../../support/content.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`; // dropped at the end of the run
const service = await startService({ MONGODB_DB });
const minuteMs = 60_000;
/** The first process is behind by this much, so tokens that it creates can be expired in the second one. */
const minutesBehind = 50;
let secondUrl: string;

beforeAll(async () => {
  const second = await startProcess({ MONGODB_DB, ROLE: 'api' });
  secondUrl = second.url;
  cleanup(async () => {
    second.program.process.kill();
    await second.program.ended();
  });
}, 90_000);

interface Site {
  project: TestProject;
  owner: DashboardClient;
  at: string;
}

/** A project with a page that starts in a day, and a draft. */
async function newSite(behind = minutesBehind): Promise<Site> {
  setClock(service, Date.now() - behind * minuteMs);
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const at = new Date(Date.now() + dayMs).toISOString();
  await createEntry(project, 'page', { title: 'Soon' }, { publish: true, published_at: at });
  await createEntry(project, 'page', { title: 'Draft' });
  return { project, owner: await signedIn(service, project.id, 'owner'), at };
}

async function tokenFrom(client: DashboardClient, path: string, body: object) {
  const response = await client.send('POST', path, body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return { token: String(response.body.token), id: String(response.body.link?.id) };
}

/** The tokens that a member can create: for drafts and for a fixed time, with and without a link. */
async function allTokens(client: DashboardClient, { project, at }: Site, minutes = 60) {
  const path = `/projects/${project.id}/preview`;
  const links = { path: `${path}-links`, body: { expires_in_hours: 1 } };
  return {
    drafts: await tokenFrom(client, path, { minutes }),
    fixed: await tokenFrom(client, path, { minutes, at }),
    link: await tokenFrom(client, links.path, links.body),
    fixedLink: await tokenFrom(client, links.path, { ...links.body, at }),
  };
}

type Tokens = Awaited<ReturnType<typeof allTokens>>;

async function readIn(url: string, token: string): Promise<unknown> {
  const { status, body } = await new ApiClient(url, token).get('/preview/v1/content/page');
  if (status !== 200) return String(body.error?.code);
  return (body.data as { values: { title: string } }[]).map(({ values }) => values.title).toSorted();
}

/** What each token reads in both processes, which must agree. */
async function readAll(tokens: Tokens): Promise<Record<string, unknown>> {
  const pairs = Object.entries(tokens).map(async ([name, { token }]) => {
    const [first, second] = [await readIn(service.url, token), await readIn(secondUrl, token)];
    expect([name, second]).toEqual([name, first]);
    return [name, first] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

const drafts = ['Draft', 'Soon'];
const readable = { drafts, fixed: ['Soon'], link: drafts, fixedLink: ['Soon'] };
const ended = 'invalid_preview_token';
const allEnded = { drafts: ended, fixed: ended, link: ended, fixedLink: ended };

/** A client of the second process with the session of another client. */
function inSecond({ cookie, csrf }: DashboardClient): DashboardClient {
  return Object.assign(new DashboardClient(secondUrl), { cookie, csrf });
}

describe('previews of two processes', () => {
  it('show the same, end with the rights of their creator, and belong to one project', async () => {
    const site = await newSite();
    const { project, owner } = site;
    const editor = await signedIn(service, project.id, 'editor');
    const { id } = (await editor.send('GET', '/session')).body.user as { id: string };
    const members = `/projects/${project.id}/members/${id}`;
    const tokens = await allTokens(editor, site);
    const other = await newSite();
    const theirs = await allTokens(other.owner, other);
    expect(await readAll(tokens)).toEqual(readable);

    const sessions = Object.values(theirs).map(async ({ token }) => {
      const { body } = await new ApiClient(secondUrl, token).get('/preview/v1/session');
      return body.project.id as string;
    });
    expect(new Set(await Promise.all(sessions))).toEqual(new Set([other.project.id]));

    expect((await owner.send('PATCH', members, { role: 'viewer' })).status).toBe(200);
    expect(await readAll(tokens)).toEqual({ ...readable, link: ended, fixedLink: ended });
    expect((await owner.send('DELETE', members)).status).toBe(204);
    expect(await readAll(tokens)).toEqual(allEnded);
    expect(await readAll(theirs)).toEqual(readable);
  });

  it('end at their expiry, which each process compares with its own clock', async () => {
    const site = await newSite(61);
    const early = await allTokens(site.owner, site);
    setClock(service, Date.now() - minutesBehind * minuteMs);
    const long = await allTokens(site.owner, site);
    const short = await allTokens(site.owner, site, 30);

    expect(await readAll(long)).toEqual(readable);
    for (const { token } of [short.drafts, short.fixed, early.link, early.fixedLink]) {
      expect(await readIn(service.url, token)).not.toBe(ended);
      expect(await readIn(secondUrl, token)).toBe(ended);
    }
  });

  it('end when a link is revoked in either process, once', async () => {
    const site = await newSite();
    const tokens = await allTokens(site.owner, site);
    const second = inSecond(site.owner);
    const revoke = (client: DashboardClient, { id }: { id: string }) =>
      client.send('DELETE', `/projects/${site.project.id}/preview-links/${id}`);

    expect((await revoke(second, tokens.link)).status).toBe(204);
    expect(await readAll(tokens)).toEqual({ ...readable, link: ended });
    const both = await Promise.all([site.owner, second].map((client) => revoke(client, tokens.fixedLink)));

    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(await readAll(tokens)).toEqual({ ...readable, link: ended, fixedLink: ended });
  });

  it('accept no token that was changed', async () => {
    const site = await newSite();
    const tokens = await allTokens(site.owner, site);
    for (const { token } of Object.values(tokens)) {
      // The last character of a signature can contain unused bits, so an earlier one is changed.
      for (const place of [5, Math.floor(token.length / 2), token.length - 4]) {
        const changed = token[place] === 'A' ? 'B' : 'A';
        const forged = token.slice(0, place) + changed + token.slice(place + 1);
        expect([await readIn(service.url, forged), await readIn(secondUrl, forged)]).toEqual([ended, ended]);
      }
    }
  });
});
