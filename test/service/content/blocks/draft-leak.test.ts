import { expect, it } from 'vitest';
import { createEntry, dayMs, defineType, expectDone, inMs, publishEntry } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { everyAnswer } from '../../../support/transfer/every-answer.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();
/** Stands in drafts and in what is not published, and nowhere else. */
const marker = 'Unseen';
const deep = (title: string, more: object = {}) => group(group(hero(title, more)));

/** A page and a singleton that readers see, each with a draft of more, and what stands behind their references. */
async function newSite() {
  const project = await service.newProject();
  await defineLandingPage(project);
  const options = { blocks: ['hero', 'group', 'divider'] };
  const fields = [{ key: 'sections', type: 'blocks', options }];
  await defineType(project, 'home', fields, { kind: 'singleton' });

  const draft = (await createEntry(project, 'maker', { name: marker })).id as string;
  const later = await publishEntry(
    project,
    'maker',
    { name: marker },
    { published_at: inMs(dayMs), publish: true },
  );
  const hidden = await publishEntry(project, 'maker', { name: marker });
  expectDone(await project.secret.patch(`/v1/content/maker/${hidden}`, { values: {}, publish: false }));
  const makers = [draft, later, hidden];

  const linked = makers.map((maker) => deep('Seen', { maker }));
  const worded = makers.map((maker) => deep('Seen', { text: { markdown: `[words](entry:${maker})` } }));
  const page = await publishEntry(project, 'page', { title: 'Page', sections: linked });
  await publishEntry(project, 'page', { title: 'Words', sections: worded });
  await publishEntry(project, 'page', { title: 'Reader', next: page });
  await createEntry(project, 'page', { sections: [deep(marker), { block: 'divider' }] });
  expectDone(await project.secret.put('/v1/content/home', { values: { sections: linked }, publish: true }));
  return { project, page, makers };
}

/** What a publishable key can ask for beside every address by itself. */
function questions(page: string, makers: readonly string[]): string[] {
  return [
    '/v1/content/page',
    `/v1/content/page/${page}`,
    '/v1/content/home',
    `/v1/content/page?ids=${page}`,
    '/v1/content/page?sort=title',
    '/v1/content/page?fields=sections,next',
    `/v1/content/page/${page}?fields=sections`,
    '/v1/content/home?fields=sections',
    '/v1/content/page?where[sections][contains]=hero',
    '/v1/content/page?where[sections][contains]=divider',
    '/v1/content/page?where[sections][contains]=group',
    '/v1/content/page?where[sections][is_null]=false',
    `/v1/content/page?where[next]=${page}`,
    `/v1/content/maker?ids=${makers.join()}`,
    '/v1/introspection',
    '/v1/changes',
  ];
}

/** Reads of values with references and no links in words: a link in words keeps its id, as it does outside of blocks. */
function readsOf(page: string): string[] {
  return [`/v1/content/page/${page}`, `/v1/content/page?ids=${page}`, '/v1/content/home'];
}

/** Whether any of some words is in what the key gets, heads included; and where. */
async function leaks(project: TestProject, paths: readonly string[], words: readonly string[]) {
  const found: string[] = [];
  for (const path of paths) {
    const { text, headers } = await project.publishable.get(path);
    const bytes = JSON.stringify([...headers]) + text;
    found.push(...words.filter((word) => bytes.includes(word)).map((word) => `${word} in ${path}`));
  }
  return found;
}

async function everyLeak(project: TestProject): Promise<string[]> {
  const answers = [...(await everyAnswer(service.app, project, ['publishable'])).answers];
  expect(answers.some(([, answer]) => answer.includes('Seen'))).toBe(true);
  return answers.filter(([, answer]) => answer.includes(marker)).map(([place]) => place);
}

it('shows readers nothing of draft blocks, of draft-only blocks, and of what is behind their references', async () => {
  const { project, page, makers } = await newSite();
  const told = (await project.eventData()).length;
  const before = (await project.publishable.get(`/v1/content/page/${page}`)).body.values.sections as {
    id: string;
  }[];
  const sections = [...before.map(({ id }) => id), deep(marker), { block: 'divider' }];
  const change = { values: { sections }, publish_at: inMs(dayMs) };

  const drafted = await project.secret.patch(`/v1/content/page/${page}`, change);
  const home = await project.secret.patch('/v1/content/home', {
    values: { sections: [deep(marker)] },
    publish_at: inMs(dayMs),
  });

  expect([drafted.text.includes(marker), home.text.includes(marker)]).toEqual([true, true]);
  const added = (drafted.body.values.sections as { id: string }[]).slice(-2);
  const ids = [...added, ...(home.body.values.sections as { id: string }[])].map(({ id }) => id);
  expect(await leaks(project, questions(page, makers), [marker, ...ids])).toEqual([]);
  expect(await leaks(project, readsOf(page), makers)).toEqual([]);
  expect(await everyLeak(project)).toEqual([]);
  expect(JSON.stringify((await project.eventData()).slice(told))).not.toContain(marker);
  const found = await project.publishable.get(
    '/v1/content/page?where[sections][contains]=divider&count=true',
  );
  expect([found.body.data, found.body.meta.total ?? found.body.meta.count]).toEqual([[], 0]);
  expect((await project.publishable.get(`/v1/content/page/${page}`)).body.values.sections).toEqual(before);

  // The same words are seen as soon as they are published.
  expectDone(await project.secret.patch(`/v1/content/page/${page}`, { values: {}, publish: true }));
  expect(await leaks(project, [`/v1/content/page/${page}`], [marker])).toHaveLength(1);
});

it('makes nothing of a draft live with a PATCH of the live entry, in either form', async () => {
  const { project, page, makers } = await newSite();
  const told = (await project.eventData()).length;
  const path = `/v1/content/page/${page}`;
  const [first, ...rest] = (await project.publishable.get(path)).body.values.sections;
  const inner = first.values.items[0].values.items[0];
  // In the draft the third level holds one block more, and one of the first is changed.
  const scheduled = await project.secret.patch(path, {
    values: {
      sections: [
        { id: first.id, values: { items: [group(inner.id, hero(marker))] } },
        deep(marker),
        ...(rest as { id: string }[]).map(({ id }) => id),
      ],
    },
    publish_at: inMs(dayMs),
  });
  const [changed, added] = expectDone(scheduled).values.sections;
  const drafted = changed.values.items[0].values.items[1];
  const patch = async (values: object) => expectDone(await project.secret.patch(path, { values }));

  await patch({ title: 'Other' });
  await patch({ sections: { [inner.id]: { title: 'Seen again' } } });
  const inPlace = await patch({ sections: { [drafted.id]: { title: `${marker} 2` }, [added.id]: null } });
  const asList = await patch({
    sections: [{ id: drafted.id, values: { title: `${marker} 3` } }, first.id, hero('Seen new')],
  });

  expect(inPlace.meta.warnings).toMatchObject([{ code: 'block_not_live', block_id: drafted.id }]);
  expect(asList.meta.warnings).toMatchObject([{ code: 'block_not_live', block_id: drafted.id }]);
  expect(await leaks(project, questions(page, makers), [marker, added.id, drafted.id])).toEqual([]);
  expect(await leaks(project, readsOf(page), makers)).toEqual([]);
  expect(await everyLeak(project)).toEqual([]);
  expect(JSON.stringify((await project.eventData()).slice(told))).not.toContain(marker);
  const { body } = await project.publishable.get(path);
  expect(body.values.title).toBe('Other');
  expect(JSON.stringify(body.values.sections)).toMatch(/Seen again.*Seen new/);
});
