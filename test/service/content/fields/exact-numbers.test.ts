import { describe, expect, it } from 'vitest';
import { defineType } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const max = '9007199254740991';
const expected = `a number from -${max} to ${max}. Use a string field for identifiers`;

describe('numbers that a double cannot represent', () => {
  it('are rejected in values and filters, up to the last exact number', async () => {
    const project = await service.newProject();
    const { secret } = project;
    await defineType(project, 'part', { order: 'number' });
    // The literals are written as text: JavaScript would round them before they are sent.
    const write = (order: string) =>
      secret.post('/v1/content/part/entries', JSON.parse(`{"values":{"order":${order}}}`));

    expect((await write(max)).body.values.order).toBe(Number.MAX_SAFE_INTEGER);
    expect((await write('0.1')).body.values.order).toBe(0.1);
    for (const order of ['9007199254740992', '10000000000000001', '-9007199254740993', '1e300'])
      expect(await write(order)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_field_value', param: 'order', expected } },
      });

    const list = (order: string) => secret.get(`/v1/content/part?where[order][gte]=${order}`);
    expect((await list(max)).status).toBe(200);
    expect(await list('9007199254740993')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_field_value', expected } },
    });
  });

  it.each(['min', 'max', 'default'])('are rejected in %s', async (option) => {
    const { secret } = await service.newProject();
    const define = (value: number) =>
      secret.put('/v1/schema/content-types/part', {
        fields: [{ key: 'order', type: 'number', options: { [option]: value } }],
      });

    expect(await define(2 ** 53)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_field_definition', param: `fields[0].options.${option}` } },
    });
    expect((await define(2 ** 53 - 1)).status).toBe(201);
  });
});
