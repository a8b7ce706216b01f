import { describe, expect, it, onTestFinished } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService();

interface Shop {
  project: TestProject;
  authors: string[];
}

/** Twelve pages of three authors. */
async function newShop(): Promise<Shop> {
  const project = await service.newProject();
  await defineType(project, 'author', { name: 'string' });
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'author', type: 'reference', options: { content_type: 'author' } },
  ]);
  const authors: string[] = [];
  for (const name of ['Ada', 'Noor', 'Teo']) authors.push(await publishEntry(project, 'author', { name }));
  for (let i = 0; i < 12; i += 1)
    await publishEntry(project, 'page', { title: `Page ${i}`, author: authors[i % 3] });
  return { project, authors };
}

/** What a list reads of entries; each limit is a list that nobody asked for before. */
async function listed({ project }: Shop, limit: number) {
  let names: unknown[] = [];
  const commands = await commandsOfService(service.app.system, async () => {
    const { status, body } = await project.publishable.get(`/v1/content/page?limit=${limit}`);
    expect(status).toBe(200);
    const data = body.data as { values: { author: { values: { name: string } } | null } }[];
    names = data.map(({ values: { author } }) => author?.values.name ?? null);
  });
  return { commands: commands.filter((command) => command.endsWith(' entries')), names };
}

const joined = ['aggregate entries'];
const alone = ['find entries'];

describe('the entries that a list refers to', () => {
  it('are read with it until all of them are known, then the page is read alone', async () => {
    const shop = await newShop();
    expect((await listed(shop, 9)).commands).toEqual(joined);
    expect((await listed(shop, 10)).commands).toEqual(joined);

    const third = await listed(shop, 11);

    expect(third.commands).toEqual(alone);
    expect(third.names).toEqual(Array.from({ length: 11 }, (_, i) => ['Teo', 'Noor', 'Ada'][i % 3]));
    const stranger = await publishEntry(shop.project, 'author', { name: 'Uma' });
    expect((await listed(shop, 9)).commands).toEqual(joined); // a publication ends what is known
    await publishEntry(shop.project, 'page', { title: 'New', author: stranger });
    expect((await listed(shop, 10)).names[0]).toBe('Uma');
  });

  it('are read for themselves where one is not known', async () => {
    const shop = await newShop();
    for (const limit of [3, 4]) await listed(shop, limit);
    await publishEntry(shop.project, 'page', { title: 'Of all', author: shop.authors[0] });
    for (const limit of [1, 2]) await listed(shop, limit); // Ada and Teo are known of this version
    await listed(shop, 1);

    const all = await listed(shop, 5);

    expect(all.names).toEqual(['Ada', 'Teo', 'Noor', 'Ada', 'Teo']);
    const next = await listed(shop, 6);
    expect(next.names).toEqual(['Ada', 'Teo', 'Noor', 'Ada', 'Teo', 'Noor']);
  });

  it('show each change at once, whichever list shows them', async () => {
    const shop = await newShop();
    const [ada = ''] = shop.authors;
    for (let round = 0; round < 20; round += 1) {
      const name = `Ada ${round}`;
      const changed = { values: { name }, publish: true };
      expect((await shop.project.secret.patch(`/v1/content/author/${ada}`, changed)).status).toBe(200);
      for (const limit of [20, 30, 40]) expect((await listed(shop, limit + round)).names).toContain(name);
    }
    await shop.project.secret.patch(`/v1/content/author/${ada}`, { publish: false });
    expect((await listed(shop, 90)).names.filter((name) => name === null)).toHaveLength(4);
  });

  it('end at their date, also where that was set after they were read and no job has run', async () => {
    const shop = await newShop();
    const [, , teo = ''] = shop.authors;
    for (const limit of [9, 10, 11]) await listed(shop, limit);
    const { clock } = service.app;
    onTestFinished(() => void (clock.now = () => new Date()));
    const end = { values: {}, unpublish_at: new Date(Date.now() + 3_600_000).toISOString() };
    expectDone(await shop.project.secret.patch(`/v1/content/author/${teo}`, end));
    expect((await listed(shop, 8)).names).toContain('Teo');
    expect((await listed(shop, 7)).names).toContain('Teo');

    clock.now = () => new Date(Date.now() + 3_601_000);

    const ended = await listed(shop, 6);
    expect(ended.names).toEqual([null, 'Noor', 'Ada', null, 'Noor', 'Ada']);
  });
});
