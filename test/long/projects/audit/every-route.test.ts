import { describe, expect, it } from 'vitest';
import { dashboardPath } from '../../../../src/core/http/dashboard/dashboard-route.ts';
import { dashboardRoutes, routes } from '../../../support/assembly.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startMediaService } from '../../../support/media.ts';
import { startOwnService } from '../../../support/service.ts';
import { accountWrites, anotherMember } from '../../../support/audit/account-writes.ts';
import { apiWrites } from '../../../support/audit/api-writes.ts';
import { contentWrites } from '../../../support/audit/desk-writes.ts';
import {
  expectDone,
  expectOneRow,
  expectStatus,
  type Send,
  withNonsense,
} from '../../../support/audit/one-row.ts';
import { rowsOf, storedRows } from '../../../support/audit/rows.ts';
import { settingsWrites } from '../../../support/audit/settings-writes.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';
import { passkeyOrigin } from '../../../support/sign-in/passkeys.ts';
import { hidden, newSite, type Samples, type Site, type WriteSample } from '../../../support/audit/sites.ts';

/** Every write route, asked over HTTP: what it leaves in the audit log, and what leaves nothing. */
const issuer = await startIssuer();
const { service } = await startMediaService({
  PROJECT_CREATION: 'owners',
  BASE_URL: passkeyOrigin,
  ...issuerVariables(issuer),
});
const { app } = service;

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const writes = dashboardRoutes.filter(({ method }) => method !== 'GET');
const apiRoutes = routes.filter(({ method }) => method !== 'GET');
const deskRoutes = writes.filter(({ scope }) => scope !== 'account');
const outside = writes.filter(({ scope }) => scope === 'account');
const deskWrites = { ...contentWrites, ...settingsWrites(app, (site) => anotherMember(site, service)) };

const byKey =
  ({ project }: Site, method: string): Send =>
  ({ path, body }, query = '', headers = {}) =>
    project.secret.send(method, path + query, { body, headers });

const byOwner =
  ({ owner, project }: Site, method: string): Send =>
  ({ path, body }, query = '', headers = {}) =>
    owner.send(method, `/projects/${project.id}${path}${query}`, body, headers);

function sampleOf(samples: Samples, name: string): WriteSample {
  const sample = samples[name];
  if (sample === undefined) throw new Error(`${name} has no sample; add one to test/support/audit`);
  return sample;
}

async function expectOneRowOfKey(sample: WriteSample, method: string): Promise<void> {
  const site = await newSite(service);
  const { id } = (await site.project.secret.get('/v1/ping')).body.key as { id: string };
  await expectOneRow({
    app,
    sample,
    site,
    send: byKey(site, method),
    actor: { kind: 'key', id },
    via: 'api',
  });
}

async function expectOneRowOfOwner(sample: WriteSample, method: string): Promise<void> {
  const site = await newSite(service);
  const { id } = (await site.owner.send('GET', '/session')).body.user as { id: string };
  const actor = { kind: 'user', id } as const;
  await expectOneRow({ app, sample, site, send: byOwner(site, method), actor, via: 'dashboard' });
}

const actionsIn = (rows: readonly { action: string }[]) => rows.map(({ action }) => action);

describe('a write of /v1', () => {
  it.each(apiRoutes.map((route) => [named(route), route] as const))(
    '%s leaves one row of its key',
    (name, route) => expectOneRowOfKey(sampleOf(apiWrites, name), route.method),
  );

  it.each(apiRoutes.map((route) => [named(route), route] as const))(
    '%s leaves one row of a member',
    (name, route) => expectOneRowOfOwner(sampleOf(apiWrites, name), route.method),
  );

  it.each(apiRoutes.map((route) => [named(route), route] as const))(
    '%s leaves none by a trial and by refusals',
    async (name, { method, dryRun, needs }) => {
      const site = await newSite(service);
      const prepared = await sampleOf(apiWrites, name).ready(site);
      const { path, body } = prepared;
      const send = byKey(site, method);
      const reader = await site.project.newKey({ purpose: 'secret', scopes: { can: ['read'] } });

      const rows = await rowsOf(app, site.project.id, async () => {
        if (dryRun === true) expectDone(await send(prepared, '?dry_run=true'));
        if (body !== undefined) await expectStatus(400, send(withNonsense(prepared)));
        if (needs !== 'read')
          await expectStatus(403, site.project.as(reader.token).send(method, path, { body }));
      });

      expect(rows).toEqual([]);
    },
  );

  it.each(apiRoutes.filter(({ method }) => method === 'POST').map(named))(
    '%s leaves one row under one Idempotency-Key, however often it is sent',
    async (name) => {
      const site = await newSite(service);
      const sample = sampleOf(apiWrites, name);
      const prepared = await sample.ready(site);
      const once = { 'Idempotency-Key': `once-${site.project.id}` };
      const send = byKey(site, 'POST');

      const rows = await rowsOf(app, site.project.id, async () => {
        const { status } = await send(prepared, '', once);
        for (let i = 0; i < 2; i += 1) await expectStatus(status, send(prepared, '', once));
      });

      expect(actionsIn(rows)).toEqual(sample.leaves === null ? [] : [sample.leaves]);
    },
  );
});

describe('a write of the dashboard', () => {
  it.each(deskRoutes.map((route) => [`${route.method} ${dashboardPath(route)}`, route] as const))(
    '%s leaves one row of its member',
    (_, route) => expectOneRowOfOwner(sampleOf(deskWrites, named(route)), route.method),
  );

  it.each(deskRoutes.map((route) => [`${route.method} ${dashboardPath(route)}`, route] as const))(
    '%s leaves none by refusals',
    async (_, route) => {
      const site = await newSite(service);
      const { method, needs } = route;
      const prepared = await sampleOf(deskWrites, named(route)).ready(site);
      const at = `/projects/${site.project.id}`;
      const viewer = await signedIn(service, site.project.id, 'viewer');
      await viewer.send('GET', `${at}/home`); // the session has entered

      const rows = await rowsOf(app, site.project.id, async () => {
        if (prepared.body !== undefined)
          await expectStatus(400, byOwner(site, method)(withNonsense(prepared)));
        if (needs !== 'read') await expectStatus(403, viewer.send(method, at + prepared.path, prepared.body));
      });

      expect(rows).toEqual([]);
    },
  );
});

describe('a write outside of projects', () => {
  const projects = (of: typeof app) => databaseOf(of.system).collection<{ _id: string }>('projects');

  it.each(outside.map(named))(
    '%s leaves its rows in the log of the installation and of its project',
    async (name) => {
      const sample = accountWrites[name];
      if (sample === undefined) throw new Error(`${name} has no sample; add one to test/support/audit`);
      const isFirst = name === 'POST /set-up';
      const at = isFirst ? await startOwnService() : service;
      const site = isFirst ? null : await newSite(at);
      const { by, path, body } = await sample.ready(site as Site, at); // a set-up needs no site
      const before = site === null ? 0 : (await storedRows(at.app, site.project.id)).length;
      const [newest] = await projects(at.app).find().sort({ _id: -1 }).limit(1).toArray();

      const rows = await rowsOf(at.app, 'installation', async () =>
        expectDone(await by.send(name.split(' ')[0] ?? '', path, body)),
      );

      const made = await projects(at.app).findOne({ _id: { $gt: newest?._id ?? '' } });
      const inProject =
        made === null
          ? await storedRows(at.app, site?.project.id ?? '', before)
          : await storedRows(at.app, made._id);
      expect(actionsIn(rows)).toEqual(sample.leaves);
      expect(actionsIn(inProject)).toEqual(sample.inProject ?? []);
      const bytes = JSON.stringify([...rows, ...inProject]);
      const sent = Object.entries(body ?? {}).filter(([key]) => key !== 'project' && path !== '/projects');
      for (const secret of [...sent.map(([, value]) => String(value)), hidden, '@'])
        expect(bytes).not.toContain(secret);
    },
  );
});

describe('the samples', () => {
  it('are of the routes that there are', () => {
    expect(Object.keys(apiWrites).sort()).toEqual(apiRoutes.map(named).sort());
    expect(Object.keys(deskWrites).sort()).toEqual(deskRoutes.map(named).sort());
    expect(Object.keys(accountWrites).sort()).toEqual(outside.map(named).sort());
  });
});
