import { describe, expect, it } from 'vitest';
import { GalleyError } from '../src/main.ts';
import { shop } from './project.ts';

const title = { key: 'title', type: 'string' } as const;
const note = { key: 'note', type: 'text' } as const;

describe.each(['schema', 'schema.blocks'] as const)('client.%s.put', (kind) => {
  async function story() {
    const { client } = await shop();
    const definitions = kind === 'schema' ? client.schema : client.schema.blocks;
    await definitions.put('story', { fields: [title, note] });
    const keys = async () => (await definitions.get('story')).fields.map(({ key }) => key);
    return { definitions, keys };
  }

  it('removes only the fields in removeFields, by default none', async () => {
    const { definitions, keys } = await story();

    const thrown = await definitions.put('story', { fields: [title] }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(GalleyError);
    expect(thrown).toMatchObject({ code: 'fields_would_be_removed', status: 409, param: 'remove_fields' });
    const other = definitions.put('story', { fields: [note] }, { removeFields: ['note'] });
    await expect(other).rejects.toMatchObject({ code: 'fields_would_be_removed' });
    expect(await keys()).toEqual(['title', 'note']);

    await definitions.put('story', { fields: [title] }, { removeFields: ['note'] });
    expect(await keys()).toEqual(['title']);
    await definitions.put('story', { fields: [note] }, { removeFields: true });
    expect(await keys()).toEqual(['note']);
  });

  it('renames a field, which removes none', async () => {
    const { definitions, keys } = await story();

    const renamed = await definitions.put('story', {
      fields: [title, { key: 'lead', type: 'text', renamed_from: 'note' }],
    });

    expect(await keys()).toEqual(['title', 'lead']);
    expect(renamed.meta?.warnings).toMatchObject([{ code: 'field_renamed', field: 'lead', from: 'note' }]);
  });
});
