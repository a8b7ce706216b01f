import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { readDefinition } from '../../../../src/content/fields/definition.ts';
import { fieldTypes } from '../../../../src/contract/fields/field-types.ts';

function refusal(sent: unknown): ApiError | null {
  try {
    readDefinition(sent, 'fields[2]');
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

describe('a field definition', () => {
  it.each(fieldTypes)('knows the type %s', (type) => {
    const options = { choices: ['a'], target: 'author', content_type: 'page', blocks: ['hero'] };
    const own = Object.entries(options).filter(
      ([name]) =>
        (type === 'select' && name === 'choices') ||
        (type.startsWith('link') && name === 'target') ||
        (type.startsWith('reference') && name === 'content_type') ||
        (type === 'blocks' && name === 'blocks'),
    );

    expect(readDefinition({ key: 'a', type, options: Object.fromEntries(own) }, 'x')).toMatchObject({
      key: 'a',
      type,
    });
  });

  it.each([
    ['title', 'Title'],
    ['first_name', 'First name'],
    ['seo-title', 'Seo title'],
    ['publishedOn', 'Published on'],
  ])('is labelled with its key in words when no label is sent: %s', (key, label) => {
    expect(readDefinition({ key, type: 'string' }, 'x')).toEqual({ key, label, type: 'string', options: {} });
  });

  it.each([
    ['choices', ['a', 'b']],
    ['values', ['a', 'b']],
    ['options', ['a', 'b']],
    ['allowed_values', ['a', 'b']],
    ['choices', [{ value: 'a' }, { value: 'b', label: 'b' }]],
  ])('takes the choices of a select as %s: %j, and normalises them', (name, choices) => {
    const { options } = readDefinition({ key: 'a', type: 'select', options: { [name]: choices } }, 'x');

    expect(options).toEqual({
      choices: [
        { value: 'a', label: 'a' },
        { value: 'b', label: 'b' },
      ],
    });
  });

  it('takes required beside its options or among them', () => {
    const beside = readDefinition({ key: 'a', type: 'string', required: true }, 'x');
    const among = readDefinition({ key: 'a', type: 'string', options: { required: true } }, 'x');

    expect(beside).toEqual(among);
    expect(among.options).toEqual({ required: true });
  });

  it.each([
    ['string', { required: true, help: 'h', default: 'd', min_length: 1, max_length: 9, unique: true }],
    ['text', { required: false, default: 'd', min_length: 0, max_length: 9 }],
    ['richtext', { required: true, default: { version: 2, content: [] } }],
    ['number', { min: -1.5, max: 2, integer: true, default: 1 }],
    ['boolean', { default: false }],
    ['date', { default: '2026-01-01' }],
    ['select', { choices: [{ value: 'a', label: 'A' }], default: 'a' }],
    ['url', { unique: true, default: '/' }],
    ['image', { required: true }],
    ['gallery', { max_items: 3 }],
    ['link', { target: 'kb_section' }],
    ['link_list', { target: 'blog_category', max_items: 200 }],
    ['reference', { content_type: 'page' }],
    ['reference_list', { content_type: 'page', max_items: 1 }],
    ['string', { default: null }],
  ])('keeps the options of a %s: %j', (type, options) => {
    expect(readDefinition({ key: 'a', type, options }, 'x').options).toEqual(options);
  });
});

describe('a field definition is refused by its place', () => {
  it.each<[unknown, string, string]>([
    [null, 'fields[2]', 'is not an object'],
    ['title', 'fields[2]', 'is not an object'],
    [[], 'fields[2]', 'is not an object'],
    [{}, 'fields[2].key', 'has no key'],
    [{ key: 5, type: 'string' }, 'fields[2].key', 'has a key that is no text'],
    [{ key: '', type: 'string' }, 'fields[2].key', 'has an empty key'],
    [{ key: '1st', type: 'string' }, 'fields[2].key', 'begins with a digit'],
    [{ key: '_a', type: 'string' }, 'fields[2].key', 'begins with _'],
    [{ key: 'a b', type: 'string' }, 'fields[2].key', 'has a blank in its key'],
    [{ key: 'a.b', type: 'string' }, 'fields[2].key', 'has a dot in its key'],
    [{ key: 'ä', type: 'string' }, 'fields[2].key', 'has a letter that is not ASCII'],
    [{ key: 'a'.repeat(64), type: 'string' }, 'fields[2].key', 'has a key of 64 characters'],
    [{ key: 'created_at', type: 'date' }, 'fields[2].key', 'is named created_at'],
    [{ key: 'Updated_At', type: 'date' }, 'fields[2].key', 'is named Updated_At'],
    [{ key: 'published_at', type: 'date' }, 'fields[2].key', 'is named published_at'],
    [{ key: 'constructor', type: 'string' }, 'fields[2].key', 'is named as a member of Object'],
    [{ key: 'toString', type: 'string' }, 'fields[2].key', 'is named as a member of Object'],
    [{ key: 'a' }, 'fields[2].type', 'has no type'],
    [{ key: 'a', type: 'strnig' }, 'fields[2].type', 'has an unknown type'],
    [{ key: 'a', type: ['string'] }, 'fields[2].type', 'has a type that is no text'],
    [{ key: 'a', type: 'string', label: 5 }, 'fields[2].label', 'has a label that is no text'],
    [{ key: 'a', type: 'string', label: 'x'.repeat(201) }, 'fields[2].label', 'has a label that is too long'],
    [{ key: 'a', type: 'string', options: [] }, 'fields[2].options', 'has options that are no object'],
    [{ key: 'a', type: 'string', options: { size: 1 } }, 'fields[2].options.size', 'has an unknown option'],
    [{ key: 'a', type: 'text', options: { unique: true } }, 'fields[2].options.unique', 'has one of others'],
    [
      { key: 'a', type: 'string', options: { localized: 'yes' } },
      'fields[2].options.localized',
      'is no boolean',
    ],
    [{ key: 'a', type: 'string', options: { fallback: false } }, 'fields[2].options.fallback', 'is shared'],
    [{ key: 'a', type: 'string', options: { required: 1 } }, 'fields[2].options.required', 'is no boolean'],
    [{ key: 'a', type: 'string', required: 'yes' }, 'fields[2].options.required', 'is no boolean'],
    [{ key: 'a', type: 'string', options: { min_length: -1 } }, 'fields[2].options.min_length', 'is below 0'],
    [
      { key: 'a', type: 'string', options: { min_length: 5, max_length: 4 } },
      'fields[2].options.min_length',
      'contradicts itself',
    ],
    [
      { key: 'a', type: 'number', options: { min: 2, max: 1 } },
      'fields[2].options.min',
      'contradicts itself',
    ],
    [{ key: 'a', type: 'number', options: { min: '1' } }, 'fields[2].options.min', 'has a bound as text'],
    [{ key: 'a', type: 'select' }, 'fields[2].options.choices', 'has no choices'],
    [{ key: 'a', type: 'select', options: { choices: [] } }, 'fields[2].options.choices', 'has no choice'],
    [
      { key: 'a', type: 'select', options: { choices: [''] } },
      'fields[2].options.choices',
      'has an empty one',
    ],
    [{ key: 'a', type: 'select', options: { choices: ['a', 'a'] } }, 'fields[2].options.choices', 'repeats'],
    [{ key: 'a', type: 'select', options: { choices: [1] } }, 'fields[2].options.choices', 'has a number'],
    [
      { key: 'a', type: 'select', options: { choices: [{ value: 'a', color: 'x' }] } },
      'fields[2].options.choices',
      'has a choice with another key',
    ],
    [{ key: 'a', type: 'gallery', options: { max_items: 0 } }, 'fields[2].options.max_items', 'is below 1'],
    [
      { key: 'a', type: 'gallery', options: { max_items: 201 } },
      'fields[2].options.max_items',
      'is over 200',
    ],
    [{ key: 'a', type: 'link' }, 'fields[2].options.target', 'has no target'],
    [
      { key: 'a', type: 'link', options: { target: 'page' } },
      'fields[2].options.target',
      'has no such target',
    ],
    [
      { key: 'a', type: 'link_list', options: { target: 'entry' } },
      'fields[2].options.target',
      'is no target',
    ],
    [{ key: 'a', type: 'reference' }, 'fields[2].options.content_type', 'has no content_type'],
    [
      { key: 'a', type: 'reference_list', options: { content_type: 5 } },
      'fields[2].options.content_type',
      'has one that is no text',
    ],
    [{ key: 'a', type: 'number', options: { default: '5' } }, 'fields[2].options.default', 'misfits'],
    [
      { key: 'a', type: 'select', options: { choices: ['a'], default: 'b' } },
      'fields[2].options.default',
      'is no choice',
    ],
  ])('%j: %s (%s)', (sent, param) => {
    expect(refusal(sent)).toMatchObject({ code: 'invalid_field_definition', hints: { param } });
  });

  it('with a suggestion for a mistyped type or option', () => {
    expect(refusal({ key: 'a', type: 'strnig' })?.hints.did_you_mean).toBe('string');
    expect(refusal({ key: 'a', type: 'string', options: { requird: true } })?.hints.did_you_mean).toBe(
      'required',
    );
  });

  it('as unknown_field when a key is none of a definition’s', () => {
    expect(refusal({ key: 'a', type: 'string', lable: 'A' })).toMatchObject({
      code: 'unknown_field',
      hints: {
        param: 'fields[2].lable',
        did_you_mean: 'label',
        available_fields: ['key', 'label', 'type', 'options', 'required', 'renamed_from'],
      },
    });
  });

  it.each([
    [{ key: 'a', type: 'string', required: true, options: { required: true } }, 'fields[2].required'],
    [{ key: 'a', type: 'select', options: { choices: ['a'], values: ['a'] } }, 'fields[2].options.values'],
  ])('as invalid_field_value when something is sent under two names: %j', (sent, param) => {
    expect(refusal(sent)).toMatchObject({ code: 'invalid_field_value', hints: { param } });
  });
});
