import { expect, it } from 'vitest';
import { createEntry, dayMs, defineType, expectDone, inMs, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { everyAnswer } from '../../../support/transfer/every-answer.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();
const marker = 'Unseen';
const deep = (title: string, more: object = {}) => group(group(hero(title, more)));

/** A live page and a live singleton, whose third level leads to what is not live in each way that there is. */
async function newSite() {
  const project = await service.newProject();
  await defineLandingPage(project);
  const fields = [{ key: 'sections', type: 'blocks', options: { blocks: ['hero', 'group', 'divider'] } }];
  await defineType(project, 'home', fields, { kind: 'singleton' });
  const draft = (await createEntry(project, 'maker', { name: marker })).id as string;
  const later = { published_at: inMs(dayMs), publish: true };
  const scheduled = await publishEntry(project, 'maker', { name: marker }, later);
  const hidden = await publishEntry(project, 'maker', { name: marker });
  expectDone(await project.secret.patch(`/v1/content/maker/${hidden}`, { publish: false }));
  const sections = [draft, scheduled, hidden].flatMap((maker) => [
    deep('Seen', { maker }),
    deep('Seen', { text: { markdown: `[words](entry:${maker})` } }),
  ]);
  const page = await publishEntry(project, 'page', { title: 'Page', sections });
  await publishEntry(project, 'page', { title: 'Reader', next: page });
  expectDone(await project.secret.put('/v1/content/home', { values: { sections }, publish: true }));
  return { project, page };
}

const questions = (page: string) => [
  '/v1/content/page',
  '/v1/content/page?sort=-title&count=true',
  '/v1/content/page?fields=sections',
  `/v1/content/page?ids=${page}`,
  `/v1/content/page/${page}`,
  `/v1/content/page/${page}?fields=sections`,
  '/v1/content/page?where[sections][contains]=divider&count=true',
  '/v1/content/page?where[sections][contains]=hero&count=true',
  '/v1/content/page?where[sections][is_null]=false&count=true',
  '/v1/content/home',
  '/v1/introspection',
  '/v1/types.d.ts',
  '/v1/openapi.json',
];

/**
 * Every byte that a publishable key can get, tags and dates of answers included; what no two requests share aside, and
 * the counters of `/v1/changes`, which move with each write of a live item.
 */
async function everyByte(project: TestProject, page: string): Promise<Map<string, string>> {
  const { answers: seen } = await everyAnswer(service.app, project, ['publishable']);
  for (const path of questions(page)) {
    const { status, text, headers } = await project.publishable.get(path);
    const kept = ['etag', 'last-modified', 'cache-control', 'link', 'vary'].map((name) => headers.get(name));
    seen.set(path, JSON.stringify([status, ...kept, text]));
  }
  return seen;
}

it('changes no byte and no tag of what readers get, and tells nobody, whatever drafts of blocks are made', async () => {
  const { project, page } = await newSite();
  const owner = await signedIn(service, project.id, 'owner');
  const before = await everyByte(project, page);
  const told = (await project.eventData()).length;
  const path = `/v1/content/page/${page}`;
  const [first, second, ...rest] = (await project.publishable.get(path)).body.values.sections;
  const inner = first.values.items[0].values.items[0];
  const screen = (place: string, values: object) =>
    owner.send('PATCH', `/projects/${project.id}/content/${place}`, { values });

  // A changed block at the third level, a new one beside it, a moved, a removed and a draft-only one at the first.
  const changed = { id: inner.id, values: { title: marker } };
  const items = [group(changed, hero(marker, { text: { markdown: marker } }))];
  const sections = [{ id: first.id, values: { items } }, deep(marker), { block: 'divider' }, second.id];
  const saved = await screen(`page/entries/${page}`, { sections });
  const home = await screen('home/singleton', { sections: [deep(marker), { block: 'divider' }] });
  await createEntry(project, 'page', { title: marker, sections: [deep(marker), { block: 'divider' }] });
  const scheduled = {
    values: { sections: { [inner.id]: { title: `${marker} later` } } },
    publish_at: inMs(dayMs),
  };
  expectDone(await project.secret.patch(path, scheduled));
  expectDone(
    await project.secret.patch('/v1/content/home', {
      values: { sections: [deep(marker)] },
      publish_at: inMs(dayMs),
    }),
  );

  expect([saved.status, home.status, rest.length]).toEqual([200, 200, 4]);
  const after = await everyByte(project, page);
  before.delete('publishable /v1/changes');
  for (const [place, bytes] of before) expect([place, after.get(place)]).toEqual([place, bytes]);
  expect([...after].filter(([, bytes]) => bytes.includes(marker))).toEqual([]);
  expect((await project.eventData()).slice(told)).toEqual([]);
});
