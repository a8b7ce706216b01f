import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findProjectInfo } from '../../src/lifecycle/index.ts';
import { assembly } from '../support/assembly.ts';
import { ApiClient } from '../support/client.ts';
import { defineType, expectDone } from '../support/content.ts';
import { DashboardClient, signedIn } from '../support/dashboard.ts';
import { clientOf, databaseOf } from '../support/database.ts';
import { articleRowsAndDerivation, rowsAndDerivation, sweepAll } from '../support/locale-rows.ts';
import { newProjectInLocales } from '../support/locales.ts';
import type { TestProject } from '../support/service.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';

const kills = Number(process.env['LOCALE_KILLS'] ?? 3);
const scene = await newScene();
const { service } = scene;
const { app } = service;
const db = databaseOf(app.system);

/** Entries and articles of the project before the first kill: several batches of each job. */
const [entryCount, articleCount, authorCount] = [230, 70, 20];

interface Site {
  project: TestProject;
  /** Paths of items that the load changes. */
  paths: string[];
  /** The owner's session, which is valid in every process. */
  owner: DashboardClient;
}

async function newSite(): Promise<Site> {
  const project = await newProjectInLocales(service);
  const { secret } = project;
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: { localized: true } },
    { key: 'path', type: 'string', options: { localized: true, unique: true } },
    { key: 'price', type: 'number' },
  ]);
  const paths: string[] = [];
  for (let i = 0; i < entryCount; i += 1) {
    const values = { title: `Page ${i}`, path: `/${i}`, price: i };
    const de = {
      values: { title: `Seite ${i}`, ...(i % 2 === 0 ? { path: `/de-${i}` } : {}) },
      publish: true,
    };
    const fr = { values: { path: `/fr-${i}` }, publish: i % 3 === 0 };
    const body = { values, publish: true, locales: { de, fr } };
    paths.push(
      `/v1/content/page/${String(expectDone(await secret.post('/v1/content/page/entries', body)).id)}`,
    );
  }
  for (let i = 0; i < articleCount; i += 1) {
    const locales = {
      de: { title: `Artikel ${i}`, publish: true },
      fr: { excerpt: 'Oui', publish: i % 2 === 0 },
    };
    const body = { title: `Article ${i}`, publish: true, locales };
    paths.push(`/v1/blog/articles/${String(expectDone(await secret.post('/v1/blog/articles', body)).id)}`);
  }
  for (let i = 0; i < authorCount; i += 1) {
    const body = { name: `Author ${i}`, locales: { de: { name: `Autor ${i}` } } };
    paths.push(`/v1/authors/${String(expectDone(await secret.post('/v1/authors', body)).id)}`);
  }
  return { project, paths, owner: await signedIn(service, project.id, 'owner') };
}

/** The statuses of the load's requests, 0 for those without a response. */
const statuses: Record<number, number> = {};

/** Clients that change items in random locales until they are stopped. Requests that fail are not repeated. */
function startLoad({ paths, project }: Site, url: string, clients: number) {
  const codes = ['en', 'de', 'fr', 'de-AT', 'it'];
  const token = String(project.secret.token);
  let isStopping = false;
  let acknowledged = 0;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
  const bodyFor = (path: string) => {
    const text = `Text ${Math.random()}`;
    if (path.startsWith('/v1/content')) return { values: { title: text }, publish: Math.random() < 0.8 };
    return path.startsWith('/v1/blog') ? { title: text } : { name: text };
  };
  const work = async () => {
    const client = new ApiClient(url, token);
    while (!isStopping) {
      const path = pick(paths);
      const answer = await client.patch(`${path}?locale=${pick(codes)}`, bodyFor(path)).catch(() => null);
      statuses[answer?.status ?? 0] = (statuses[answer?.status ?? 0] ?? 0) + 1;
      if (answer?.status === 200) acknowledged += 1;
      else await wait(25);
    }
  };
  const working = Promise.all(Array.from({ length: clients }, work));
  return {
    acknowledged: () => acknowledged,
    async stop() {
      isStopping = true;
      await working;
      return acknowledged;
    },
  };
}

/** Changes of the list of locales, one for each kill, each with the rows of all items. */
const changes: readonly (readonly [method: string, path: string, body: object])[] = [
  ['PATCH', '/de', { fallback: 'en' }],
  ['POST', '', { code: 'it', fallback: 'de' }],
  ['PATCH', '/fr', { fallback: 'de' }],
  ['DELETE', '/it', { confirm: 'it' }],
  ['PATCH', '/fr', { fallback: null }],
  ['PATCH', '/de', { serves_entries: true }],
  ['PATCH', '/de', { fallback: null, serves_entries: false }],
];

/** Ends what a killed process left: its transaction, its session, and its locks of jobs. */
async function endLeftovers(): Promise<void> {
  await clientOf(app.system).db('admin').command({ killAllSessions: [] });
  await db.collection('jobs').updateMany({ lockedAt: { $ne: null } }, { $set: { lockedAt: null } });
}

/** What is stored for readers of all locales, and what a fresh derivation of the items gives. */
async function expectFreshRows({ id }: TestProject): Promise<void> {
  const project = await findProjectInfo(app.system.project(id));
  if (project === null) throw new Error('the project is gone');
  expect(project.locales.sweep).toBeUndefined();
  const { list } = project.locales;
  for (const { stored, derived } of [
    await rowsAndDerivation(service, id),
    await articleRowsAndDerivation(service, id),
  ]) {
    expect(stored).toMatchObject(derived as object[]);
    expect(stored).toHaveLength(derived.length);
  }
  const sample = { list, reviewIntervalDays: project.reviewIntervalDays, now: app.clock.now() };
  for (const { check } of assembly.localeSweeps) {
    const result = await check?.(app.system.project(id), { ...sample, size: 1_000, position: 0 });
    expect(result?.outdated ?? []).toEqual([]);
  }
  const ids = new Set(list.map((locale) => locale.id));
  for (const name of ['entries', 'articles', 'authors'])
    for (const { locales = {} } of await db.collection(name).find({ project_id: id }).toArray())
      expect(
        Object.keys(locales as object).filter((locale) => !ids.has(locale)),
        name,
      ).toEqual([]);
}

describe('locales that are added, changed and removed under load', () => {
  it(`leave the rows of a fresh derivation after each of ${kills} kills`, async () => {
    const site = await newSite();
    const { project, owner } = site;
    await sweepAll(service);
    let victim: ServiceProcess = await scene.start();
    let interrupted = 0;
    let acknowledged = 0;

    for (let kill = 0; kill < kills; kill += 1) {
      const load = startLoad(site, victim.url, 4);
      await expect.poll(load.acknowledged, { timeout: 60_000 }).toBeGreaterThan(4);
      const [method, path, body] = changes[kill % changes.length] ?? ['', '', {}];
      const client = new DashboardClient(victim.url);
      Object.assign(client, { cookie: owner.cookie, csrf: owner.csrf });
      // Every third process dies around the request itself, the others while the job runs.
      const request = client.send(method, `/projects/${project.id}/locales${path}`, body).catch(() => null);
      if (kill % 3 !== 2) expect((await request)?.status).toBeLessThan(300);
      await wait(Math.random() * (kill % 3 === 2 ? 100 : 4_000));
      await victim.kill();
      acknowledged += await load.stop();
      await request;
      await endLeftovers();
      const info = await findProjectInfo(app.system.project(project.id));
      if (info?.locales.sweep !== undefined) interrupted += 1;

      // The next change must be possible, whether or not the process stored this one.
      await owner.send(method, `/projects/${project.id}/locales${path}`, body);
      await sweepAll(service);
      await expectFreshRows(project);
      victim = await scene.start({ PORT: String(victim.port) });
    }

    expect(acknowledged).toBeGreaterThan(kills * 4);
    console.log(
      `${kills} kills, ${interrupted} of them during a job; writes by status: ${JSON.stringify(statuses)}`,
    );
  }, 2_400_000);
});

describe('a locale that is removed with events', () => {
  it(`sends one event for each item after each of ${kills} kills of the job`, async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const { project, owner } = await newSite();
      await sweepAll(service);
      const victim = await scene.start();
      const request = { confirm: 'fr', events: true };
      expect((await owner.send('DELETE', `/projects/${project.id}/locales/fr`, request)).status).toBe(200);
      await wait(Math.random() * 4_000);
      await victim.kill();
      await endLeftovers();
      await sweepAll(service);

      const ofProject = { project_id: project.id, 'data.locales.locale': 'fr' };
      const events = await db.collection('events').find(ofProject).toArray();
      const removals = events.filter(({ data }) =>
        (data as { locales: object[] }).locales.some(
          (one) => 'change' in one && one.change === 'unpublished',
        ),
      );
      expect(new Set(removals.map(({ subject }) => subject as string)).size).toBe(removals.length);
      expect(removals).toHaveLength(Math.ceil(entryCount / 3) + articleCount / 2);
      await expectFreshRows(project);
    }
  }, 2_400_000);
});
