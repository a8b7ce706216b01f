import type { TestProject } from '../../support/service.ts';

/** A type with a field of each of the fourteen kinds. */
export async function defineEverything(project: TestProject): Promise<void> {
  const field = (key: string, label: string, type: string, options: object = {}) => ({
    key,
    label,
    type,
    options,
  });
  await project.secret.put('/v1/schema/content-types/maker', {
    name: 'Maker',
    fields: [field('name', 'Name', 'string')],
  });
  const { status, body } = await project.secret.put('/v1/schema/content-types/kite', {
    name: 'Kite',
    fields: [
      field('title', 'Title', 'string', { required: true }),
      field('summary', 'Summary', 'text'),
      field('body', 'Story', 'richtext'),
      field('span', 'Wing span', 'number', { min: 0 }),
      field('tested', 'Tested', 'boolean'),
      field('flown', 'First flown', 'date'),
      field('tone', 'Colour', 'select', { choices: ['red', 'blue'] }),
      field('site', 'Site', 'url'),
      field('cover', 'Cover', 'image'),
      field('shots', 'Shots', 'gallery'),
      field('writer', 'Writer', 'link', { target: 'author' }),
      field('writers', 'Writers', 'link_list', { target: 'author' }),
      field('maker', 'Maker', 'reference', { content_type: 'maker' }),
      field('makers', 'Makers', 'reference_list', { content_type: 'maker' }),
    ],
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

export async function addEntry(
  project: TestProject,
  type: string,
  values: object,
  publish = false,
): Promise<string> {
  const { body } = await project.secret.post(`/v1/content/${type}/entries`, { values, publish });
  return String(body['id']);
}
