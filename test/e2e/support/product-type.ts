import type { TestProject } from '../../support/service.ts';

/** A type whose fields can be told apart. */
export const product = {
  name: 'Product',
  fields: [
    { key: 'name', label: 'Name', type: 'string', options: { required: true } },
    { key: 'price', label: 'Price', type: 'number' },
    { key: 'colour', label: 'Colour', type: 'select', options: { choices: ['red', 'blue'] } },
  ],
};

/** The keys of a type's fields, in their order. */
export async function keysOf(project: TestProject, type: string): Promise<string[]> {
  const { body } = await project.secret.get(`/v1/schema/content-types/${type}`);
  return (body.fields as { key: string }[]).map(({ key }) => key);
}
