import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSeeds, type SeedContexts } from '../../../../src/seeds/service.ts';
import { shapeIn } from '../../../support/introspection/response-shape.ts';
import { startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';

const { service } = await startMediaService();
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
let project: TestProject;
let introspection: any;

beforeAll(async () => {
  project = await service.newProject();
  const calls = service.app.contextsOf(tester);
  const doors: SeedContexts = {
    project: () => calls.project(project.id),
    release: () => calls.release(project.id),
  };
  await loadSeeds(doors, 'all', { progress: () => undefined });
  introspection = (await project.publishable.get('/v1/introspection')).body;
}, 120_000);

describe('response_shape of the demo', () => {
  it('is there for every type', () => {
    expect((introspection.content_types as any[]).map(({ slug }) => slug as string).sort()).toEqual([
      'fly_day',
      'homepage',
      'landing_page',
      'maker',
      'material',
      'page',
      'product',
      'site_settings',
    ]);
  });

  it('fits what every type answers, as a list and one by one', async () => {
    for (const { slug, kind } of introspection.content_types) {
      const fits = shapeIn(ajv, introspection, { slug });
      const { status, body } = await project.publishable.get(`/v1/content/${slug}`);
      const entries = kind === 'collection' ? (body.data as { id: string }[]) : [];
      const single = await Promise.all(
        entries.map(({ id }) => project.publishable.get(`/v1/content/${slug}/${id}`)),
      );

      expect(status, slug).toBe(200);
      if (kind === 'collection') expect(entries.length, slug).toBeGreaterThan(0);
      for (const answer of [body, ...single.map((one) => one.body)])
        expect(fits(answer), `${slug}: ${JSON.stringify(fits.errors)}`).toBe(true);
    }
  });
});
