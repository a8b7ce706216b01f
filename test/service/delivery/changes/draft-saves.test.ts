import { describe, expect, it } from 'vitest';
import { defineType, expectDone, inMs, dayMs } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

/** Where items are written through the API, and in the dashboard's own. */
const kinds = {
  entry: ['/v1/content/note/entries', '/content/note/entries'],
  'blog article': ['/v1/blog/articles', '/blog/articles'],
  'kb article': ['/v1/kb/articles', '/kb/articles'],
} as const;
type Kind = keyof typeof kinds;

/** What an item is created with, and what is written next. */
const states: Record<string, [created: object, changed?: object]> = {
  'a draft': [{}],
  'a live item': [{ publish: true }],
  'a scheduled item': [{ publish: true, published_at: inMs(30 * dayMs) }],
  'a scheduled item with an end': [
    { publish: true, published_at: inMs(30 * dayMs), unpublish_at: inMs(40 * dayMs) },
  ],
  'a live item with an end': [{ publish: true, unpublish_at: inMs(40 * dayMs) }],
  'a live item with a scheduled change': [{ publish: true }, { publish_at: inMs(30 * dayMs) }],
};

async function newItem(project: TestProject, kind: Kind, [created, changed]: [object, object?]) {
  const { secret } = project;
  const isEntry = kind === 'entry';
  const titled = (title: string) => (isEntry ? { values: { title } } : { title });
  if (isEntry) await defineType(project, 'note', { title: 'string' });
  const place =
    kind === 'kb article'
      ? { collection: expectDone(await secret.post('/v1/kb/collections', { title: 'Help' })).id as string }
      : {};
  const [path, screen] = kinds[kind];
  const { id } = expectDone(await secret.post(path, { ...titled('a'), ...place, ...created }));
  const item = `${path.replace('/entries', '')}/${id}`;
  if (changed !== undefined) expectDone(await secret.patch(item, { ...titled('later'), ...changed }));
  return { item, titled, screen: `/projects/${project.id}${screen}/${id}` };
}

/** Everything by which readers and caches learn of a write. */
async function noticed(project: TestProject) {
  const { body } = await project.secret.get('/v1/changes');
  const told = databaseOf(service.app.system).collection('invalidations');
  return {
    ...{ version: body.version, modules: body.modules, next: body.next_scheduled_change },
    ...{ events: await project.events(), tags: await told.countDocuments({ project_id: project.id }) },
  };
}

const cases = Object.entries(states).flatMap(([name, state]) =>
  (Object.keys(kinds) as Kind[]).map((kind) => [kind, name, state] as const),
);

describe('a draft save', () => {
  it.each(cases)('of an %s that is %s moves no version and tells nobody', async (kind, _, state) => {
    const project = await service.newProject();
    const { item, titled, screen } = await newItem(project, kind, state);
    const owner = await signedIn(service, project.id, 'owner');
    const { token } = await project.newKey({ scopes: { can: ['read', 'draft'] } });
    const before = await noticed(project);

    expectDone(await project.as(token).patch(`${item}?draft=true`, titled('b')));
    expect((await owner.send('PATCH', screen, titled('c'))).status).toBe(200);

    expect(await noticed(project)).toEqual(before);
  });
});
