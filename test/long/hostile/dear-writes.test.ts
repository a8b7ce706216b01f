import { describe, expect, it } from 'vitest';
import { exampleId } from '../../../src/contract/ids.ts';
import { defineType, refusal, type SentField } from '../../support/content.ts';
import { costOf } from '../../support/cost.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
const halfMiB = 512 * 1024;
const path = '/v1/content/page/entries';

const fieldsOf = (count: number, field: Omit<SentField, 'key'>): SentField[] =>
  Array.from({ length: count }, (_, i) => ({ ...field, key: `f${i}` }));
const filledTo = (bytes: number, part: string) => part.repeat(Math.floor(bytes / part.length));

/** Ids that lead nowhere, each another one. */
function unknownIds(count: number, from = 0): string[] {
  const id = exampleId('entry');
  return Array.from({ length: count }, (_, i) => id.slice(0, -6) + String(from + i).padStart(6, '0'));
}

describe('a write that points at very many things', () => {
  const options = { content_type: 'page' };

  it('is refused by the field at which it passes 5,000 different ids, before they are looked for', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', fieldsOf(100, { type: 'reference_list', options }));
    const values = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`f${i}`, unknownIds(200, i * 200)]),
    );

    const { result, cpuMs } = await costOf(() => project.secret.post(path, { values }));

    expect(refusal(result)).toEqual([400, 'invalid_field_value', 'f25']);
    expect(result.body.error.message).toContain('5000');
    expect(cpuMs).toBeLessThan(1_000);
  });

  it('costs little where few ids that lead nowhere stand in 20,000 places', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', fieldsOf(100, { type: 'reference_list', options }));
    const ids = Array.from({ length: 4 }, () => unknownIds(50)).flat();
    const values = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, ids]));

    const { result, cpuMs } = await costOf(() => project.secret.post(path, { values }));

    expect(refusal(result)).toEqual([400, 'unknown_link', 'f0']);
    expect(result.body.error.errors).toHaveLength(20);
    expect(cpuMs).toBeLessThan(1_000);
  });

  it('names every id that leads nowhere once for each field, in the order of the fields', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', fieldsOf(3, { type: 'reference_list', options }));
    const [a = '', b = ''] = unknownIds(2);

    const answer = await project.secret.post(path, { values: { f2: [a], f0: [a, b, a], f1: [b] } });

    const told = answer.body.error.errors as { param: string; message: string }[];
    const places = told.map(({ param, message }) => [param, message.includes(a) ? a : b]);
    expect(places).toEqual([
      ['f0', a],
      ['f0', b],
      ['f1', b],
      ['f2', a],
    ]);
  });
});

describe('a write with Markdown that is dear to read', () => {
  it.each([
    '- a\n',
    '1. a\n',
    '![',
    '[',
    '*a*',
    'a\n\n',
    '# a\n',
    '> a\n\n',
    '|a|b|\n|-|-|\n|c|d|\n\n',
    '<b>\n\n',
  ])('is refused by its place before 512 KiB of %j are converted', async (part) => {
    const project = await service.newProject();
    const body = { markdown: filledTo(halfMiB, part) };

    const { result, cpuMs } = await costOf(() =>
      project.secret.post('/v1/blog/articles', { title: 'A', body }),
    );

    expect(refusal(result)).toEqual([400, 'invalid_richtext_document', 'body.markdown']);
    expect(cpuMs).toBeLessThan(700);
  });

  it('is refused by its field where all Markdown of one write has more than 2 MiB', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', fieldsOf(6, { type: 'richtext' }));
    const markdown = filledTo(halfMiB, 'A sentence of *several* words.\n');
    const values = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`f${i}`, { markdown }]));

    const { result, cpuMs } = await costOf(() => project.secret.post(path, { values }));

    expect(refusal(result)).toEqual([400, 'invalid_richtext_document', 'f4.markdown']);
    expect(cpuMs).toBeLessThan(700);
  });

  it('lets others go on between its fields', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', fieldsOf(4, { type: 'richtext' }));
    const markdown = filledTo(halfMiB, '- a\n');
    const values = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`f${i}`, { markdown }]));

    const { result, heldMs, cpuMs } = await costOf(() => project.secret.post(path, { values }));

    expect(refusal(result)).toEqual([400, 'invalid_richtext_document', 'f0.markdown']);
    expect(heldMs).toBeLessThan(700);
    expect(cpuMs).toBeLessThan(2_000);
  });

  it('is read as before where a document of the contract’s size comes of it', async () => {
    const project = await service.newProject();
    const lines = Array.from(
      { length: 2_400 },
      (_, i) => `- Line ${i} of a list, ${'with some words '.repeat(8)}\n`,
    );
    const body = { markdown: lines.slice(0, 1_600).join('') };

    const { status } = await project.secret.post('/v1/blog/articles', { title: 'A', body });

    expect(status).toBe(201);
  });
});
