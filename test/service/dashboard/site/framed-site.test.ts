import { describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone, refusal } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

async function newSite() {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const owner = await signedIn(service, project.id, 'owner');
  const connect = (preview_url: string) =>
    owner.send('PATCH', `/projects/${project.id}/settings`, { preview_url });
  return { project, owner, connect };
}

/** The headers of a document of the dashboard that concern frames and other windows. */
async function headersOf(path: string, client?: DashboardClient) {
  const { headers } = await fetch(`${service.url}/dashboard/p/${path}`, {
    headers: { Cookie: client?.cookie ?? '' },
  });
  const [, frames] = /frame-src ([^;]+)/.exec(headers.get('Content-Security-Policy') ?? '') ?? [];
  return { frames, opener: headers.get('Cross-Origin-Opener-Policy') };
}

const none = { frames: undefined, opener: 'same-origin' };

describe('a document of the live preview', () => {
  it('may show the site of the project in a frame, for its members, and no other document may', async () => {
    const { project, owner, connect } = await newSite();
    expectDone(await connect('https://www.example.com:8443/preview?token={token}'));
    const live = `${project.id}/live/page/ent_1`;

    expect(await headersOf(live, owner)).toEqual({
      frames: 'https://www.example.com:8443',
      opener: 'same-origin-allow-popups',
    });
    expect((await headersOf(`${project.id}/site`, owner)).frames).toBe('https://www.example.com:8443');
    for (const path of [project.id, `${project.id}/entries`, `${project.id}/settings`])
      expect(await headersOf(path, owner)).toEqual(none);
    expect(await headersOf(live)).toEqual(none);
    const stranger = await signedIn(service, (await service.newProject()).id, 'owner');
    expect(await headersOf(live, stranger)).toEqual(none);
  });

  it('is not stored, because browsers keep the policy of a stored document', async () => {
    const { project, owner, connect } = await newSite();
    expectDone(await connect('https://www.example.com/?t={token}'));
    const get = (etag: string) =>
      fetch(`${service.url}/dashboard/p/${project.id}/live/page/ent_1`, {
        headers: { Cookie: owner.cookie ?? '', 'If-None-Match': etag },
      });
    const first = await get('');
    expect(first.headers.get('Cache-Control')).toBe('no-store');
    expect((await get(first.headers.get('ETag') ?? '')).status).toBe(first.status);
  });

  it('allows no frame without a preview URL, or if the host of the URL depends on the item', async () => {
    const { project, owner, connect } = await newSite();
    const live = `${project.id}/live/page/ent_1`;
    expect(await headersOf(live, owner)).toEqual(none);
    expectDone(await connect('https://{slug}.example.com/?t={token}'));
    expect(await headersOf(live, owner)).toEqual(none);
  });

  it('cannot frame the dashboard itself', async () => {
    const { connect } = await newSite();
    const { status, body } = await connect('http://galley.test/preview?token={token}');
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_field_value', 'preview_url']);
  });
});

describe('GET /preview/items/:itemId', () => {
  it('names an item of a page by its id, drafts included', async () => {
    const { project, owner } = await newSite();
    const { id } = await createEntry(project, 'page', { title: 'Draft' });
    const author = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' }));
    const find = async (itemId: unknown, client = owner) =>
      client.send('GET', `/projects/${project.id}/preview/items/${String(itemId)}`);

    expect(expectDone(await find(id))).toEqual({
      ...{ id, kind: 'entry', title: 'Draft', content_type: 'page' },
    });
    expect(expectDone(await find(author.id))).toMatchObject({ kind: 'author', title: 'Nell' });
    for (const unknown of ['ent_unknown', 'med_1', 'x'])
      expect(refusal(await find(unknown))).toEqual([404, 'unknown_preview_item', 'itemId']);
    const blogger = await signedIn(service, project.id, { role: 'author', grant: { areas: ['blog'] } });
    expect(refusal(await find(id, blogger))[0]).toBeGreaterThanOrEqual(403);
  });
});
