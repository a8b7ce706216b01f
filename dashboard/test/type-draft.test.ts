import { describe, expect, it } from 'vitest';
import {
  changeField,
  definitionOf,
  draftAfterSave,
  draftOf,
  isChanged,
  removeField,
  removedFields,
  restoreFields,
} from '../src/screens/content-types/builder/draft.ts';
import { rebaseDraft } from '../src/screens/content-types/builder/rebase.ts';

function typeWith(keys: readonly string[], revision = 1) {
  return {
    slug: 'story',
    name: 'Story',
    kind: 'collection' as const,
    display_field: 'title',
    subtitle_field: null,
    fields: keys.map((key) => ({ key, label: key, type: 'string' as const, options: {} })),
    revision,
    updated_at: '2026-11-01T00:00:00.000Z',
    created_at: '2026-11-01T00:00:00.000Z',
  };
}
const stored = typeWith(['title', 'teaser']);
const idOf = (draft: ReturnType<typeof draftOf>, key: string) =>
  draft.fields.find((field) => field.key === key)?.id ?? '';
const sentFields = (draft: ReturnType<typeof draftOf>) =>
  (definitionOf(draft).fields as { key: string; renamed_from?: string }[]).map(({ key, renamed_from }) => [
    key,
    renamed_from,
  ]);

describe('a renamed field', () => {
  const base = draftOf(stored);
  const renamed = changeField(base, idOf(base, 'teaser'), { key: 'intro' });

  it('is sent with its former key, and is not a removed field', () => {
    expect(sentFields(renamed)).toEqual([
      ['title', undefined],
      ['intro', 'teaser'],
    ]);
    expect(removedFields(renamed)).toEqual([]);
    expect(isChanged(renamed, base)).toBe(true);
    expect(isChanged(changeField(renamed, idOf(renamed, 'intro'), { key: 'teaser' }), base)).toBe(false);
  });

  it('can be renamed again while the first rename is saved', () => {
    const again = changeField(renamed, idOf(renamed, 'intro'), { key: 'lead' });
    const after = draftAfterSave(typeWith(['title', 'intro'], 2), renamed, again);
    expect(sentFields(after)).toEqual([
      ['title', undefined],
      ['lead', 'intro'],
    ]);
  });

  it('stays renamed on top of a newer definition', () => {
    const newer = typeWith(['title', 'teaser', 'body'], 2);
    expect(sentFields(rebaseDraft(newer, base, renamed))).toEqual([
      ['title', undefined],
      ['intro', 'teaser'],
      ['body', undefined],
    ]);
  });
});

describe('a removed field', () => {
  it('is restored at its position, once', () => {
    const base = draftOf(stored);
    const without = removeField(base, idOf(base, 'title'));
    const removed = removedFields(without);
    expect(removed.map(({ field, index }) => [field.key, index])).toEqual([['title', 0]]);

    const saved = draftAfterSave(typeWith(['teaser'], 2), without, without);
    const restored = restoreFields(restoreFields(saved, removed), removed);
    expect(sentFields(restored)).toEqual([
      ['title', undefined],
      ['teaser', undefined],
    ]);
  });

  it('is restored with a condition on a field that the same save renamed', () => {
    const price = {
      ...{ key: 'price', label: 'Price', type: 'number' as const },
      options: { show_if: [{ field: 'teaser', is_null: false }] },
    };
    const definition = { ...stored, fields: [...stored.fields, price] };
    const base = draftOf(definition);
    const renamed = changeField(base, idOf(base, 'teaser'), { key: 'intro' });
    const removed = removedFields(removeField(renamed, idOf(renamed, 'price')));

    const restored = restoreFields(draftOf(typeWith(['title', 'intro'], 2)), removed);

    expect(definitionOf(restored).fields?.[2]).toMatchObject({
      key: 'price',
      options: { show_if: [{ field: 'intro', is_null: false }] },
    });
  });
});
