import { describe, expect, it } from 'vitest';
import { readSeeds } from '../../../src/seeds/files/files.ts';
import { loadSeeds, type SeedContexts } from '../../../src/seeds/service.ts';
import { startMediaService } from '../../support/media.ts';
import { pluck } from '../../support/content.ts';
import { tester } from '../../support/actor.ts';

const { service } = await startMediaService();

async function seededProject() {
  const project = await service.newProject();
  const calls = service.app.contextsOf(tester);
  const doors: SeedContexts = {
    project: () => calls.project(project.id),
    release: () => calls.release(project.id),
  };
  const names: string[] = [];
  const load = () => loadSeeds(doors, 'all', { progress: ({ name }) => names.push(name) });
  return { project, load, names };
}

describe('loading the demo content', () => {
  it('serves every seed, resolves what they name, keeps votes and ages, and changes nothing the second time', async () => {
    const { project, load, names } = await seededProject();
    const seeds = await readSeeds();

    const first = await load();
    const events = await project.events();
    const second = await load();

    expect(first).toEqual({ loaded: names.length / 2, skipped: 0 });
    expect(second).toEqual({ loaded: 0, skipped: names.length / 2 });
    expect(await project.events()).toEqual(events);

    const products = await project.publishable.get('/v1/content/product?sort=price&limit=100');
    const live = seeds.filter(
      ({ kind, body }) =>
        kind === 'product' && body['publish'] !== false && !String(body['published_at']).startsWith('+'),
    );
    expect(products.body.data).toHaveLength(live.length);
    const home = await project.publishable.get('/v1/content/homepage');
    expect(home.status).toBe(200);
    expect(JSON.stringify(home.body)).toContain('ent_');
    const articles = await project.publishable.get('/v1/blog/articles?limit=100&count=true');
    expect(articles.body.meta.total).toBe(seeds.filter(({ kind }) => kind === 'blog_article').length - 2); // one draft, one scheduled
    expect(articles.body.data[0].authors[0].name).not.toBe('');

    const pages = await project.publishable.get('/v1/content/landing_page');
    const paths = (pages.body.data as { values: { path: string } }[]).map(({ values }) => values.path);
    expect(paths.sort()).toEqual(['/', '/fly-with-us']); // the third one is a draft
    const flyDays = await project.publishable.get('/v1/content/landing_page?where[path]=/fly-with-us');
    const { sections } = flyDays.body.data[0].values;
    const blocks = ['hero', 'feature_grid', 'quote', 'faq', 'call_to_action'];
    expect(pluck(sections, 'block')).toEqual(blocks);
    expect(pluck(sections, 'values')).toMatchObject([
      { image: { alt: expect.any(String) as string }, buttons: [{}, {}] },
      { features: [{ values: { buttons: [{ values: { style: 'primary', link: null } }] } }, {}, {}, {}] },
      { person: { type: 'maker', values: { name: 'Sunniva Holt' } } },
      {
        questions: [
          { values: { answer: { html: expect.stringContaining('href=') as string } } },
          {},
          {},
          {},
          {},
        ],
      },
      { buttons: [{ values: { link: { type: 'fly_day' } } }] },
    ]);
    const definitions = (await project.secret.get('/v1/schema/blocks')).body.data;
    expect(definitions).toHaveLength(8);

    const tree = await project.publishable.get('/v1/kb/tree');
    expect(tree.body.data).toHaveLength(3);
    const guides = (await project.publishable.get('/v1/kb/articles?limit=100')).body.data as {
      freshness: string;
      helpful_count: number;
    }[];
    expect([...new Set(guides.map(({ freshness }) => freshness))].sort()).toEqual([
      'aging',
      'fresh',
      'stale',
    ]);
    expect(guides.some(({ helpful_count }) => helpful_count > 0)).toBe(true);
  }, 60_000);
});
