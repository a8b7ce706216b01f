import { describe, expect, it } from 'vitest';
import { hashOfToken } from '../../../../src/core/util/token-hash.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { rowsOf, storedRows } from '../../../support/audit/rows.ts';

const service = await startService();
const { app } = service;

async function newSite() {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string', body: 'string' });
  const id = await publishEntry(project, 'page', { title: 'A title', body: 'secret words' });
  return { project, id, path: `/v1/content/page/${id}` };
}

describe('a row of the audit log', () => {
  it('tells who did what to which item, and which fields, and no value of them', async () => {
    const { project, id, path } = await newSite();

    const [row, ...others] = await rowsOf(app, project.id, () =>
      project.secret.patch(path, { values: { title: 'Another title', body: 'hidden words' } }),
    );

    expect(others).toEqual([]);
    expect(row).toMatchObject({
      action: 'entry.changed',
      actor: { kind: 'key' },
      via: 'api',
      subject: { kind: 'entry', id, type: 'page', title: 'Another title' },
      changed: ['title', 'body'],
      visible: true,
      release_id: project.releaseId,
    });
    expect(row).not.toHaveProperty('heavy');
    expect(JSON.stringify(row)).not.toMatch(/hidden words|secret words/);
  });

  it('is numbered without gaps, also where writes come at once', async () => {
    const { project } = await newSite();

    await Promise.all(
      Array.from({ length: 20 }, (_, n) => project.secret.post('/v1/authors', { name: `Author ${n}` })),
    );

    const found = await storedRows(app, project.id);
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, i) => i + 1));
    expect(found.filter(({ action }) => action === 'author.created')).toHaveLength(20);
  });

  it.each([
    ['a read', async ({ project, path }: Site) => project.secret.get(path)],
    [
      'a trial',
      async ({ project, path }: Site) =>
        project.secret.patch(`${path}?dry_run=true`, { values: { title: 'X' } }),
    ],
    [
      'what changes nothing',
      async ({ project, path }: Site) => project.secret.patch(path, { values: { title: 'A title' } }),
    ],
    [
      'what is refused',
      async ({ project, path }: Site) => project.secret.patch(path, { values: { title: 7 } }),
    ],
  ])('is not left by %s', async (_, act) => {
    const site = await newSite();

    expect(await rowsOf(app, site.project.id, () => act(site))).toEqual([]);
  });

  it('is left once by a request that is repeated under one Idempotency-Key', async () => {
    const { project } = await newSite();
    const send = () => project.secret.post('/v1/authors', { name: 'Ada' }, { 'Idempotency-Key': 'once' });

    const rows = await rowsOf(app, project.id, async () => [await send(), await send()]);

    expect(rows.map(({ action }) => action)).toEqual(['author.created']);
  });

  it('is left for each of a hundred items of one change, under one request', async () => {
    const { project } = await newSite();
    const titles = Array.from({ length: 100 }, (_, n) => `Page ${n}`);
    const ids = await Promise.all(titles.map((title) => publishEntry(project, 'page', { title })));
    const editor = await signedIn(service, project.id, 'editor');
    const path = `/projects/${project.id}/content/page/bulk`;
    await editor.send('GET', `/projects/${project.id}/home`);

    const rows = await rowsOf(app, project.id, () => editor.send('POST', path, { action: 'unpublish', ids }));

    expect(rows.map(({ subject }) => subject.id).sort()).toEqual(ids.toSorted());
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['entry.unpublished']));
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(1);
  });

  it('is left once by three hundred saves of a draft, and again by the next window', async () => {
    const { project, id } = await newSite();
    const editor = await signedIn(service, project.id, 'editor');
    const path = `/projects/${project.id}/content/page/entries/${id}`;
    const save = (n: number) => editor.send('PATCH', path, { values: { title: `Draft ${n}`, body: 'b' } });
    await save(0);
    const window = () => Math.floor(Date.now() / 300_000);
    const begun = window();

    const rows = await rowsOf(app, project.id, async () => {
      for (let n = 1; n <= 300; n += 1) expectDone(await save(n));
    });

    expect(rows.length).toBeLessThanOrEqual(window() - begun);
    const saved = (await storedRows(app, project.id)).filter(({ action }) => action === 'draft.saved');
    expect(saved[0]).toMatchObject({ actor: { kind: 'user' }, via: 'dashboard', visible: false });
  });

  it('tells owners once for each session who came in, by the session', async () => {
    const { project } = await newSite();
    const owner = await signedIn(service, project.id, 'owner');
    const token = owner.cookie?.slice(owner.cookie.indexOf('=') + 1) ?? '';

    const rows = await rowsOf(app, project.id, async () => {
      await Promise.all([1, 2, 3].map(() => owner.send('GET', `/projects/${project.id}/keys`)));
      await owner.send('GET', `/projects/${project.id}/keys`);
    });

    expect(rows).toMatchObject([{ action: 'member.entered', heavy: true, detail: { method: 'password' } }]);
    expect(hashOfToken(token)).toMatch(new RegExp(`^${rows[0]?.session}`));
  });

  it('shows a key by its id and never by its token, and a webhook by its host alone', async () => {
    const { project } = await newSite();
    const owner = await signedIn(service, project.id, 'owner');
    const base = `/projects/${project.id}`;
    await owner.send('GET', `${base}/keys`);

    const rows = await rowsOf(app, project.id, async () => {
      const { body } = await owner.send('POST', `${base}/keys`, { purpose: 'secret', name: 'For CI' });
      await owner.send('DELETE', `${base}/keys/${body.key.id}`);
      await owner.send('DELETE', `${base}/keys/${body.key.id}`); // ended before: nothing changes
      await owner.send('POST', `${base}/webhooks`, {
        url: 'https://example.com/hook?token=abc',
        events: ['*'],
      });
    });

    expect(rows.map(({ action }) => action)).toEqual(['key.created', 'key.revoked', 'webhook.created']);
    expect(rows.every(({ heavy, visible }) => heavy === true && !visible)).toBe(true);
    expect(rows[2]?.subject.title).toBe('example.com');
    expect(JSON.stringify(rows)).not.toMatch(/For CI|token=abc|sk_/);
  });
});

type Site = Awaited<ReturnType<typeof newSite>>;
