import { describe, expect, it } from 'vitest';
import { setClock } from '../../../support/publishing/clock.ts';
import { valuesOf } from '../../../support/client.ts';
import {
  createEntry,
  dayMs,
  defineType,
  expectDone,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const now = Date.parse('2027-03-05T12:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const later = (days: number, ms = 0) => iso(now + days * dayMs + ms);

async function newSite() {
  setClock(service, now);
  const project = await service.newProject();
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
    { key: 'body', type: 'richtext' },
  ]);
  const page = '/preview/v1/content/page';
  const read = (path: string, at: string) =>
    project.secret.get(`${page}${path}${path.includes('?') ? '&' : '?'}at=${encodeURIComponent(at)}`);
  return { project, page, read };
}

describe('at', () => {
  it('starts, changes and ends items at their dates', async () => {
    const { project, read } = await newSite();
    const dates = { publish: true, published_at: later(2), unpublish_at: later(6) };
    const { id } = await createEntry(project, 'page', { title: 'Sale' }, dates);
    const pointing = await publishEntry(project, 'page', { title: 'Points', next: id });
    const change = { values: { title: 'Then' }, publish_at: later(4) };
    expectDone(await project.secret.patch(`/v1/content/page/${pointing}`, change));
    const edit = { values: { title: 'Edited later' } };
    expectDone(await project.secret.patch(`/v1/content/page/${pointing}?draft=true`, edit));

    const early = await read(`/${id}`, later(2, -1));
    expect(refusal(early)[1]).toBe('entry_not_published');
    expect(early.body.error.available_at).toBe(later(2));
    const started = await read(`/${id}`, later(2));
    expect(started.status).toBe(200);
    expect(started.body).not.toHaveProperty('state');
    expect(started.headers.get('X-Preview-At')).toBe(later(2));
    expect(started.headers.get('Cache-Control')).toBe('no-store');
    const changed = await read(`/${pointing}`, later(4));
    expect(changed.body).toMatchObject({ values: { title: 'Then' }, updated_at: later(4) });
    expect((await read(`/${pointing}`, later(4, -1))).body.values.title).toBe('Points');
    expect((await read(`/${pointing}`, later(2))).body.values.next).toMatchObject({ id });
    expect((await read(`/${pointing}`, later(6))).body.values.next).toBeNull();
    expect(refusal(await read(`/${id}`, later(6)))[1]).toBe('entry_not_published');
    const totals = [later(2, -1), later(2), later(6)].map(
      async (at) => (await read('?count=true', at)).body.meta.total,
    );
    expect(await Promise.all(totals)).toEqual([1, 2, 1]);
    expect(valuesOf(await read('?where[title]=Then', later(4)), 'id')).toEqual([pointing]);
    expect(valuesOf(await read('?where[title]=Points', later(4)), 'id')).toEqual([]);
  });

  it('is a time with an offset, from now to 366 days ahead', async () => {
    const { project, page, read } = await newSite();
    const accepted = [
      later(0),
      later(0, -60_000),
      later(366),
      '2027-03-07T12:00:00+02:00',
      '2027-03-07t12:00:00z',
    ];
    expect(await Promise.all(accepted.map(async (at) => (await read('', at)).status))).toEqual(
      accepted.map(() => 200),
    );
    expect((await read('', later(0, -60_000))).headers.get('X-Preview-At')).toBe(later(0));
    const rejected = [
      later(0, -60_001),
      later(366, 1),
      '2027-03-07',
      '2027-03-07T12:00:00',
      '',
      'tomorrow',
      '2027-02-30T12:00:00Z',
    ];
    for (const at of rejected)
      expect(refusal(await read('', at)), at).toEqual([400, 'invalid_parameter', 'at']);
    const at = `at=${later(1)}`;
    const get = async (path: string) => refusal(await project.secret.get(path));
    expect(await get(`${page}?${at}&${at}`)).toEqual([400, 'invalid_parameter', 'at']);
    expect(await get(`${page}?${at}&status=draft`)).toEqual([400, 'invalid_parameter', 'status']);
    for (const path of ['/v1/content/page', '/preview/v1/media', '/preview/v1/session', '/v1/blog/articles'])
      expect(await get(`${path}?${at}`), path).toEqual([400, 'unknown_parameter', 'at']);
    expect(refusal(await project.publishable.get(`${page}?${at}`))[1]).toBe('secret_key_required');
  });

  it('shows a release as if it were promoted', async () => {
    const { project, page, read } = await newSite();
    const id = await publishEntry(project, 'page', { title: 'Winter' });
    const body = { markdown: `[to](entry:${id})` };
    expectDone(
      await project.secret.post('/v1/blog/articles', { title: 'Post', slug: 'post', body, publish: true }),
    );
    const spring = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' })).id as string;
    expectDone(
      await project.secret.patch(`/v1/content/page/${id}?release=${spring}`, { values: { title: 'Spring' } }),
    );

    const list = await read(`?release=${spring}`, later(1));
    expect(list.body.data[0].values.title).toBe('Spring');
    expect(list.body.meta.release).toEqual({ id: spring, name: 'Spring', default: true });
    expect((await read('', later(1))).body.meta.release.id).toBe(project.releaseId);
    expectDone(await project.secret.delete(`/v1/content/page/${id}?release=${spring}`));
    const post = async (query: string) =>
      (await project.secret.get(`/preview/v1/blog/articles/post?at=${later(1)}${query}`)).text.includes(
        '/content/page/',
      );
    expect([await post(''), await post(`&release=${spring}`)]).toEqual([true, false]);
    const { token } = await project.newKey({ scopes: { can: ['read', 'preview'], releases: 'default' } });
    for (const path of [page, '/preview/v1/blog/articles'])
      expect(refusal(await project.as(token).get(`${path}?at=${later(1)}&release=${spring}`))[1]).toBe(
        'scope_required',
      );
    const unknown = `?release=rel_01jzzzzzzzzzzzzzzzzzzzzzzz`;
    expect(refusal(await read(unknown, later(1)))[1]).toBe('unknown_release');
  });

  it('is fixed by tokens, and a share link accepts no other', async () => {
    const { project, page } = await newSite();
    await createEntry(project, 'page', { title: 'Soon' }, { publish: true, published_at: later(2) });
    await createEntry(project, 'page', { title: 'Draft' });
    const spring = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' })).id as string;
    const editor = await signedIn(service, project.id, 'editor');
    const send = (path: string, body: object) => editor.send('POST', `/projects/${project.id}${path}`, body);
    const member = await send('/preview', { at: later(3), release: spring });
    const link = await send('/preview-links', { expires_in_hours: 1, at: later(3), release: spring });

    expect(member.body).toMatchObject({ at: later(3), release: spring });
    expect(link.body.link).toMatchObject({ drafts: 'none', at: later(3), release: spring, item: null });
    for (const [kind, { body }] of Object.entries({ member, link })) {
      const reader = project.as(body.token as string);
      const list = await reader.get(page);
      expect(list.body.data).toMatchObject([{ values: { title: 'Soon' } }]);
      expect(list.body.meta.release).toMatchObject({ id: spring, default: true });
      expect(list.headers.get('X-Preview-At')).toBe(later(3));
      expect((await reader.get('/preview/v1/session')).body).toMatchObject({
        ...{ kind, drafts: 'none', at: later(3) },
        release: { id: spring, name: 'Spring', default: false },
      });
      const others = [`at=${later(1)}`, `release=${project.releaseId}`].map(async (query) => {
        const { status, body: answer } = await reader.get(`${page}?${query}`);
        return answer.error?.param ?? status;
      });
      expect(await Promise.all(others)).toEqual(kind === 'link' ? ['at', 'release'] : [200, 200]);
      expect(refusal(await reader.get(`${page}?status=draft`))).toEqual([400, 'invalid_parameter', 'status']);
    }
    const drafts = await send('/preview-links', { expires_in_hours: 1 });
    const ofDrafts = project.as(drafts.body.token as string);
    expect(refusal(await ofDrafts.get(`${page}?at=${later(1)}`))).toEqual([400, 'invalid_parameter', 'at']);
    for (const [body, code, param] of [
      [{ at: later(367) }, 'invalid_field_value', 'at'],
      [{ at: 5 }, 'invalid_field_value', 'at'],
      [{ release: 'rel_01jzzzzzzzzzzzzzzzzzzzzzzz' }, 'unknown_release', 'release'],
      [{ at: later(1), drafts: 'all' }, 'invalid_field_value', 'drafts'],
    ] as const) {
      const { body: answer } = await send('/preview-links', { expires_in_hours: 1, ...body });
      expect([answer.error?.code, answer.error?.param], JSON.stringify(body)).toEqual([code, param]);
    }
  });
});
