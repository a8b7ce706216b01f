import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { defineType } from '../../../support/content.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService } from '../../../support/service.ts';

const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`; // dropped at the end of the run
const service = await startService({ MONGODB_DB });
let secondUrl: string;

beforeAll(async () => {
  const second = await startProcess({ MONGODB_DB, ROLE: 'api' });
  secondUrl = second.url;
  cleanup(async () => {
    second.program.process.kill();
    await second.program.ended();
  });
}, 90_000);

const rounds = 10;
const p = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (texts: readonly string[]) => ({ version: 2, content: texts.map(p) });
const textsOf = (body: ReturnType<typeof doc>) =>
  body.content.map(({ content }) => content.map(({ text }) => text).join(''));

it('loses no word of two people whose saves of one text reach two processes at once', async () => {
  const project = await service.newProject();
  await defineType(project, 'story', { body: 'richtext' });
  const [ada, bea] = [
    await signedIn(service, project.id, 'owner'),
    await signedIn(service, project.id, 'editor'),
  ];
  const beaInSecond = Object.assign(new DashboardClient(secondUrl), { cookie: bea.cookie, csrf: bea.csrf });
  const first = ['The first paragraph is about kites', 'The second paragraph is about wind'];
  const entries = `/projects/${project.id}/content/story/entries`;
  const { id } = (await ada.send('POST', entries, { values: { body: doc(first) } })).body;
  const path = `${entries}/${id}`;

  let mergedCount = 0;
  for (let round = 0; round < rounds; round += 1) {
    const base = (await ada.send('GET', path)).body.draft.body as ReturnType<typeof doc>;
    const [one = '', two = ''] = textsOf(base);
    const save = (client: DashboardClient, body: object) =>
      client.send('PATCH', path, { values: { body }, merge: { base: { body: base } } });
    const saves = await Promise.all([
      save(ada, doc([`${one} ada${round}`, two])),
      save(beaInSecond, doc([one, `${two} bea${round}`])),
    ]);
    expect(saves.map(({ status }) => status)).toEqual([200, 200]);
    mergedCount += saves.filter(({ body }) => body.meta?.merged?.[0] === 'body').length;
    for (const { body } of saves) expect(body.meta?.kept_versions).toBeUndefined();
  }

  const words = (name: string) => Array.from({ length: rounds }, (_, round) => `${name}${round}`).join(' ');
  const { draft } = (await ada.send('GET', path)).body;
  expect(textsOf(draft.body)).toEqual([`${first[0]} ${words('ada')}`, `${first[1]} ${words('bea')}`]);
  expect(mergedCount).toBe(rounds); // each time the later save is merged
});
