import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const long = 'A sentence that somebody wrote with care. '.repeat(20);

let project: TestProject;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
  await defineType(project, 'page', { title: 'string', text: 'text' });
});

const send = (method: string, path: string, body?: unknown) =>
  editor.send(method, `/projects/${project.id}${path}`, body);
const newPage = async (values: object) =>
  (await send('POST', '/content/page/entries', { values })).body.id as string;
const save = (id: string, values: object) => send('PATCH', `/content/page/entries/${id}`, { values });
const change = (id: string, body: object) => send('PATCH', `/v1/content/page/${id}`, body);

/** The drafts in the history, newest first. */
async function kept(id: string): Promise<object[]> {
  const { data } = (await send('GET', `/versions/${id}`)).body as { data: { id: string }[] };
  return Promise.all(
    data.map(async (one) => (await send('GET', `/versions/${id}/${one.id}`)).body.values as object),
  );
}

describe('the history keeps what a save inside five minutes takes away', () => {
  it('when much of a text is deleted at once', async () => {
    const id = await newPage({ title: 'A', text: '' });
    await save(id, { text: long });
    await save(id, { text: null });
    await save(id, { text: 'New' });
    expect(await kept(id)).toEqual([
      { title: 'A', text: 'New' },
      { title: 'A', text: long },
    ]);
  });

  it('when a text is deleted word by word: the longest state', async () => {
    const id = await newPage({ title: 'A', text: long });
    for (let rest = long; rest.length > 400; rest = rest.slice(0, -90)) await save(id, { text: rest });
    const states = await kept(id);
    expect(states).toContainEqual({ title: 'A', text: long });
    expect(states.length).toBeLessThanOrEqual(5);
  });

  it('but not each state of a text that is written and corrected', async () => {
    const id = await newPage({ title: 'A', text: long });
    for (const text of [
      `${long} B`,
      `${long} Be`,
      `${long} B`,
      `${long} Bettr`,
      `${long} Bett`,
      `${long} Better`,
    ])
      await save(id, { text });
    expect(await kept(id)).toEqual([{ title: 'A', text: `${long} Better` }]);
  });

  it('when the changes are discarded', async () => {
    const id = await newPage({ title: 'Live' });
    await change(id, { publish: true });
    await save(id, { title: 'Teaser' });
    await save(id, { title: 'Live' });
    await save(id, { title: 'Live again' });
    expect(await kept(id)).toEqual([
      { title: 'Live again' },
      { title: 'Live' },
      { title: 'Teaser' },
      { title: 'Live' },
    ]);
  });

  it('when an older version is restored', async () => {
    const id = await newPage({ title: 'Old' });
    await change(id, { publish: true });
    await save(id, { title: 'New' });
    const { data } = (await send('GET', `/versions/${id}`)).body as { data: { id: string }[] };
    await send('POST', `/versions/${id}/${data.at(-1)?.id}/restore`);
    await save(id, { title: 'Newest' });
    expect(await kept(id)).toContainEqual({ title: 'New' });
    expect((await kept(id))[0]).toEqual({ title: 'Newest' });
  });

  it('when an entry is unpublished whose draft is another: what was live', async () => {
    const id = await newPage({ title: 'First' });
    await change(id, { publish: true });
    await change(id, { values: { title: 'Live' } });
    await save(id, { title: 'Draft' });
    await change(id, { publish: false });
    expect(await kept(id)).toContainEqual({ title: 'Live' });
  });

  it.each(['blog', 'kb'])('of %s articles too', async (module) => {
    const shelf =
      module === 'kb'
        ? {
            collection: (
              expectDone(await project.secret.post('/v1/kb/collections', { title: 'H' })) as { id: string }
            ).id,
          }
        : {};
    const article = expectDone(
      await project.secret.post(`/v1/${module}/articles`, {
        title: 'T',
        excerpt: long,
        publish: true,
        ...shelf,
      }),
    ) as { id: string };
    const path = `/${module}/articles/${article.id}`;
    await send('PATCH', path, { excerpt: `${long} More` });
    await send('PATCH', path, { excerpt: '' });
    await send('PATCH', path, { excerpt: 'Short' });
    expect(await kept(article.id)).toContainEqual(expect.objectContaining({ excerpt: `${long} More` }));
  });
});
