import type { TestProject, TestService } from '../service.ts';

/** A project with a list of pages that have a title and a price. */
export async function newPages(
  service: TestService,
): Promise<TestProject & { add: (values: object) => Promise<string> }> {
  const project = await service.newProject();
  await project.secret.put('/v1/schema/content-types/page', {
    fields: [
      { key: 'title', type: 'string' },
      { key: 'price', type: 'number' },
    ],
  });
  const add = async (values: object) =>
    (await project.secret.post('/v1/content/page/entries', { values, publish: true })).body.id as string;
  return { ...project, add };
}
