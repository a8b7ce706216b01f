import { describe, expect, it } from 'vitest';
import { draftOf, changeField, definitionOf } from '../src/screens/content-types/builder/draft.ts';
import { changeGroups } from '../src/screens/content-types/builder/groups.ts';
import {
  conditionOf,
  newCondition,
  operatorOf,
  operatorsOf,
} from '../src/screens/content-types/fields/options/condition-words.ts';

const kind = {
  key: 'kind',
  type: 'select' as const,
  options: { choices: [{ value: 'text', label: 'Text' }] },
};
const price = { key: 'price', type: 'number' as const, options: {} };
const tested = { key: 'tested', type: 'boolean' as const, options: {} };
const body = { key: 'body', type: 'richtext' as const, options: {} };

describe('a condition in the settings of a field', () => {
  it('has the operators of the type', () => {
    expect(operatorsOf(kind)).toContain('in');
    expect(operatorsOf(tested)).not.toContain('in');
    expect(operatorsOf(body)).toEqual(['is_empty', 'has_value']);
  });

  it('keeps values that fit the field, and replaces others', () => {
    expect(conditionOf(kind, 'eq', ['text'])).toEqual({ field: 'kind', eq: 'text' });
    expect(conditionOf(kind, 'ne', ['gone'])).toEqual({ field: 'kind', ne: 'text' });
    expect(conditionOf(price, 'in', ['text', 2, 3])).toEqual({ field: 'price', in: [2, 3] });
    expect(conditionOf(price, 'in', [])).toEqual({ field: 'price', in: [0] });
    expect(conditionOf(tested, 'eq', [0])).toEqual({ field: 'tested', eq: true });
    expect(conditionOf(body, 'is_empty', ['x'])).toEqual({ field: 'body', is_null: true });
  });

  it('starts with a suggestion', () => {
    expect(newCondition(kind)).toEqual({ field: 'kind', eq: 'text' });
    expect(newCondition(body)).toEqual({ field: 'body', is_null: false });
    expect(operatorOf(newCondition({ key: 'a', type: 'string', options: {} }))).toBe('has_value');
  });
});

const group = (key: string, label: string) => ({
  key,
  label,
  display: 'section' as const,
  collapsed: false,
});
const draft = draftOf({
  slug: 'lesson',
  name: 'Lesson',
  kind: 'collection',
  display_field: null,
  subtitle_field: null,
  groups: [group('media', 'Media')],
  fields: [
    { key: 'kind', label: 'Kind', type: 'string', options: {} },
    {
      key: 'video',
      label: 'Video',
      type: 'url',
      options: { group: 'media', show_if: [{ field: 'kind', eq: 'video' }] },
    },
  ],
  revision: 1,
  updated_at: '2026-01-01T00:00:00.000Z',
});

describe('the groups of a definition', () => {
  it('keep their keys once they are stored', () => {
    const changed = changeGroups(draft, [group('media', 'Files')]);
    expect(changed.groups.map(({ key }) => key)).toEqual(['media']);
    expect(changed.fields[1]?.options.group).toBe('media');
  });

  it('get keys from their labels before that, none twice, and fields follow', () => {
    const added = changeGroups(draft, [...draft.groups, group('', ''), group('', 'Media')]);
    expect(added.groups.map(({ key }) => key)).toEqual(['media', 'group', 'media_2']);
    const fields = added.fields.map((field) => ({ ...field, options: { group: 'group' } }));
    const named = changeGroups({ ...added, fields }, [group('media', 'Media'), group('group', 'Search')]);
    expect(named.groups.map(({ key }) => key)).toEqual(['media', 'search']);
    expect(named.fields.map(({ options }) => options.group)).toEqual(['search', 'search']);
  });

  it('leave their fields when they are removed', () => {
    const changed = changeGroups(draft, []);
    expect(changed.fields[1]?.options).toEqual({ show_if: [{ field: 'kind', eq: 'video' }] });
    expect(definitionOf(changed)).toMatchObject({ groups: [] });
  });
});

describe('a new field that conditions name', () => {
  it('keeps them when its key changes', () => {
    const [first] = draft.fields;
    const fresh = {
      ...draft,
      fields: draft.fields.map((field, index) =>
        index === 0 ? { ...field, stored: null, hasOwnKey: true } : field,
      ),
    };
    const changed = changeField(fresh, first?.id ?? '', { key: 'sort' });
    expect(changed.fields[1]?.options.show_if).toEqual([{ field: 'sort', eq: 'video' }]);
  });
});
