import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../src/cli/program.ts';
import type { Site } from '../reads/soundness/site.ts';
import type { Writing } from '../reads/soundness/writes.ts';
import { type DashboardClient, signedIn } from '../dashboard.ts';
import { testVariables } from '../service.ts';

const desks = new WeakMap<Site, Promise<DashboardClient>>();

/** The dashboard of a site's project, as its owner has it. */
export async function desk({ service, site }: Writing) {
  const client = desks.get(site) ?? signedIn(service, site.project.id, 'owner');
  desks.set(site, client);
  const owner = await client;
  return (method: string, path: string, body: object) =>
    owner.send(method, `/projects/${site.project.id}${path}`, body);
}

/** The command line on the service's database; it refuses what the API refuses. */
async function galley({ service }: Writing, ...args: string[]): Promise<void> {
  const { MONGODB_DB } = service.app.config;
  const { out, exitCode } = await runCommand([...args, '--json'], testVariables({ MONGODB_DB }), tmpdir());
  if (exitCode !== 0 && JSON.parse(out).error === undefined) throw new Error(out);
}

const one = (ids: readonly string[], n: number) => ids[n % ids.length] ?? 'none';

/** Writes that do not go through the API: by people at their desk, and by the command line. */
export const otherWriters: Readonly<Record<string, (writing: Writing) => Promise<unknown>>> = {
  deskPublishes: async (writing) => {
    const { site, n } = writing;
    const send = await desk(writing);
    const id = one(site.entries, n);
    await send('PATCH', `/content/page/entries/${id}`, { values: { title: `Desk ${n}`, price: n % 7 } });
    return send('POST', '/content/page/bulk', { action: 'publish', ids: [id] });
  },
  deskHidesAndPublishesArticles: async (writing) => {
    const { site, n } = writing;
    const action = n % 3 === 0 ? 'unpublish' : 'publish';
    return (await desk(writing))('POST', '/blog/bulk', { action, ids: site.articles.slice(0, 2) });
  },
  deskHidesAnswers: async (writing) => {
    const { site, n } = writing;
    const action = n % 3 === 0 ? 'unpublish' : 'publish';
    return (await desk(writing))('POST', '/kb/bulk', { action, ids: [one(site.answers, n)] });
  },
  deskDeletesAndRestores: async (writing) => {
    const { site, n } = writing;
    const send = await desk(writing);
    const ids = [one(n % 2 === 0 ? site.topics : site.entries, n)];
    const type = n % 2 === 0 ? 'topic' : 'page';
    await send('POST', `/content/${type}/bulk`, { action: 'delete', ids });
    return n % 3 === 0 ? null : send('POST', '/trash/restore', { ids });
  },
  deskMovesAnswer: async (writing) => {
    const { site, n } = writing;
    const move = { id: one(site.answers, n), into: one(site.sections, n >> 1), before: null };
    return (await desk(writing))('POST', '/kb/moves', move);
  },
  deskNamesLocale: async (writing) =>
    (await desk(writing))('PATCH', '/locales/en', { name: `English ${writing.n}` }),
  deskDeletesBlock: async (writing) => (await desk(writing))('DELETE', '/blocks/hero', {}),
  commandRenames: (writing) =>
    galley(
      writing,
      ...['project', 'rename', '--project', writing.site.project.id],
      ...['--name', `Command ${writing.n}`],
    ),
  commandPushesTypes: async (writing) => {
    const { site, n } = writing;
    const folder = await mkdtemp(join(tmpdir(), 'galley-tags-'));
    try {
      const file = join(folder, 'schema.json');
      const fields = [{ key: `f${n % 3}`, type: 'string' }];
      const content_types = [{ slug: `type-${n % 4}`, kind: 'collection', fields }];
      await writeFile(file, JSON.stringify({ content_types }));
      const to = ['--project', site.project.id, '--file', file, '--yes'];
      await galley(writing, 'schema', 'push', ...to);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
