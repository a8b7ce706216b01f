import { describe, expect, it } from 'vitest';
import type { ComingDate } from '../../../../src/contract/home.ts';
import { dayMs, defineType, expectDone, pluck } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { setClock } from '../../../support/publishing/clock.ts';

const service = await startOwnService();
const now = Date.parse('2027-03-01T12:00:00.000Z');
const inDays = (days: number) => new Date(now + days * dayMs).toISOString();
/** The page of March in UTC. */
const march = { from: '2027-03-01T00:00:00Z', until: '2027-04-05T00:00:00Z' };

async function newDesk() {
  setClock(service, now);
  const project = await service.newProject();
  const editor = await signedIn(service, project.id, 'editor');
  const calendar = (query: Record<string, string> = march) =>
    editor.send('GET', `/projects/${project.id}/calendar?${new URLSearchParams(query).toString()}`);
  const post = async (path: string, body: object) => expectDone(await project.secret.post(path, body));
  return { project, editor, calendar, post };
}

/** What comes, as `day what title`. */
const linesOf = ({ body }: { body: any }): string[] =>
  (body.data as ComingDate[]).map(
    ({ at, what, item }) => `${String((Date.parse(at) - now) / dayMs)} ${what} ${item.title}`,
  );

/** A start, a change and an end of an entry, a singleton and an article of each module. */
async function schedule(project: TestProject, post: (path: string, body: object) => Promise<any>) {
  await defineType(project, 'page', { title: 'string' }, { display_field: 'title' });
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton', name: 'Homepage' });
  const entry = await post('/v1/content/page/entries', { values: { title: 'Offer' }, publish: true });
  expectDone(
    await project.secret.patch(`/v1/content/page/${entry.id}`, {
      values: { title: 'Offer' },
      publish_at: inDays(2),
      unpublish_at: inDays(9),
    }),
  );
  await project.secret.put('/v1/content/home', {
    values: { title: 'Hi' },
    publish: true,
    unpublish_at: inDays(3),
  });
  const dates = { publish: true, published_at: inDays(1), unpublish_at: inDays(5) };
  await post('/v1/blog/articles', { title: 'Post', ...dates });
  const { id: collection } = await post('/v1/kb/collections', { title: 'All' });
  await post('/v1/kb/articles', { title: 'Help', collection, publish: true, published_at: inDays(4) });
  return entry;
}

describe('GET calendar', () => {
  it('lists what starts, changes and ends, of all kinds, in its order, each with its item', async () => {
    const { project, calendar, post } = await newDesk();
    const entry = await schedule(project, post);

    const answer = await calendar();

    expect(linesOf(answer)).toEqual([
      '1 starts Post',
      '2 changes Offer',
      '3 ends Hi',
      '4 starts Help',
      '5 ends Post',
      '9 ends Offer',
    ]);
    expect(answer.body.has_more).toBe(false);
    expect(answer.body.data[1]).toMatchObject({
      at: inDays(2),
      item: { kind: 'entry', id: entry.id, type: 'page', status: 'published', unpublish_at: inDays(9) },
    });
  });

  it('has its first moment inside, its last one outside, and nothing that has come', async () => {
    const { project, calendar, post } = await newDesk();
    await schedule(project, post);
    const between = (from: string, until: string) => calendar({ from, until });

    expect(linesOf(await between(inDays(2), inDays(4)))).toEqual(['2 changes Offer', '3 ends Hi']);
    setClock(service, now + 3 * dayMs);
    expect(linesOf(await calendar())).toEqual(['4 starts Help', '5 ends Post', '9 ends Offer']);
    setClock(service, now + 3 * dayMs - 1);
    expect(linesOf(await calendar())[0]).toBe('3 ends Hi');
  });

  it('shows the release that is asked for, and the articles in each', async () => {
    const { project, editor, calendar, post } = await newDesk();
    const entry = await schedule(project, post);
    const { id: release } = await post('/v1/releases', { name: 'Copy' });
    const path = `/v1/content/page/${entry.id}?release=${release}`;
    expectDone(await project.secret.patch(path, { values: {}, unpublish_at: inDays(20) }));

    const copy = linesOf(await calendar({ ...march, release }));

    expect(copy).toContain('20 ends Offer');
    expect(copy).toContain('1 starts Post');
    expect(copy).not.toContain('9 ends Offer');
    expect(linesOf(await calendar())).toContain('9 ends Offer');
    const stranger = await signedIn(service, (await service.newProject()).id, 'owner');
    const foreign = await stranger.send('GET', `/projects/${project.id}/calendar`);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'unknown_project']);
    editor.cookie = null;
    expect((await calendar()).body.error.code).toBe('not_signed_in');
  });

  it.each<[string, Record<string, string>, string]>([
    ['no time', { from: 'soon', until: '2027-04-05' }, 'from'],
    ['no end', { from: '2027-03-01', until: '2027-02-30' }, 'until'],
    ['an empty stretch', { from: '2027-03-01', until: '2027-03-01' }, 'until'],
    ['a stretch that goes back', { from: '2027-03-02', until: '2027-03-01' }, 'until'],
    ['more than 43 days', { from: '2027-03-01T00:00:00Z', until: '2027-04-13T00:00:00.001Z' }, 'until'],
  ])('refuses %s', async (_what, query, param) => {
    const { calendar } = await newDesk();

    const { status, body } = await calendar(query);

    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', param]);
  });

  it('takes 43 days, and asks for both moments', async () => {
    const { calendar } = await newDesk();

    expect((await calendar({ from: '2027-03-01', until: '2027-04-13' })).body).toEqual({
      data: [],
      has_more: false,
    });
    expect((await calendar({ from: '2027-03-01' })).body.error.param).toBe('until');
  });

  it('ends at 500 dates, and says that there are more', async () => {
    const { project, calendar } = await newDesk();
    await defineType(project, 'page', { title: 'string' });
    const body = { values: { title: 'A' }, publish: true, published_at: inDays(1), unpublish_at: inDays(2) };
    const { id } = expectDone(await project.secret.post('/v1/content/page/entries', body));
    await multiplyEntry(service.app, id, 249);
    const whole = await calendar();
    await multiplyEntry(service.app, id, 2, 250);

    const cut = await calendar();

    expect([whole.body.data.length, whole.body.has_more]).toEqual([500, false]);
    expect([cut.body.data.length, cut.body.has_more]).toEqual([500, true]);
    const ends = pluck(cut.body.data, 'what').filter((what) => what === 'ends');
    expect(ends, 'the last dates are left out').toHaveLength(500 - 252);
  });
});

describe('GET calendar with releases and filters', () => {
  async function newReleases() {
    const desk = await newDesk();
    const { id } = await desk.post('/v1/releases', { name: 'Spring' });
    expectDone(await desk.project.secret.patch(`/v1/releases/${id}`, { promote_at: inDays(6) }));
    return { ...desk, id: String(id) };
  }

  it('lists promotions, to members who may read the project', async () => {
    const { project, calendar, id } = await newReleases();
    const blogger = await signedIn(
      service,
      project.id,
      { role: 'editor', grant: { areas: ['blog'] } },
      'blogger@example.test',
    );

    const response = await calendar();
    const narrowed = await blogger.send(
      'GET',
      `/projects/${project.id}/calendar?${new URLSearchParams(march).toString()}`,
    );

    expect(response.body.data).toEqual([
      {
        at: inDays(6),
        what: 'promotes',
        item: expect.objectContaining({ kind: 'release', id, title: 'Spring', status: 'scheduled' }),
      },
    ]);
    expect(narrowed.body.data).toEqual([]);
    const until = await calendar({ from: march.from, until: inDays(6) });
    expect(until.body.data).toEqual([]);
  });

  it('filters by kinds and types', async () => {
    const { project, calendar, post } = await newReleases();
    await schedule(project, post);
    const titles = async (filter: Record<string, string>) => linesOf(await calendar({ ...march, ...filter }));

    expect(await titles({ kinds: 'release' })).toEqual(['6 promotes Spring']);
    expect(await titles({ kinds: 'blog_article,release' })).toEqual([
      '1 starts Post',
      '5 ends Post',
      '6 promotes Spring',
    ]);
    expect(await titles({ kinds: 'entry', types: 'home' })).toEqual(['3 ends Hi']);
    expect(await titles({ kinds: 'entry,kb_article', types: 'page,home' })).toEqual([
      '2 changes Offer',
      '3 ends Hi',
      '4 starts Help',
      '9 ends Offer',
    ]);
    expect(await titles({ kinds: 'entry', types: 'nothing' })).toEqual([]);
  });

  it.each(['', 'author', 'entry,'])('rejects the kinds "%s"', async (kinds) => {
    const { calendar } = await newDesk();

    const response = await calendar({ ...march, kinds });

    expect(response).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param: 'kinds' } },
    });
  });
});
