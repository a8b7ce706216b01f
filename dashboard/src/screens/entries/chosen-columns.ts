import { useState } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { fieldTypeFacts } from '../../../../src/contract/fields/field-types.ts';
import { useProject } from '../../api/project.ts';

/** The ordered columns that a person chose for a type, stored in this browser. The default is the first three short fields. */
export function useChosenColumns(type: ContentType): {
  shown: readonly string[];
  toggle: (key: string) => void;
  set: (keys: readonly string[]) => void;
} {
  const { id } = useProject();
  const storageKey = `galley:columns:${id}:${type.slug}`;
  const [columns, setColumns] = useState<readonly string[]>(
    () => readColumns(storageKey) ?? firstColumns(type),
  );
  const set = (keys: readonly string[]) => {
    localStorage.setItem(storageKey, JSON.stringify(keys));
    setColumns(keys);
  };
  const toggle = (key: string) => {
    set(columns.includes(key) ? columns.filter((one) => one !== key) : [...columns, key]);
  };
  return { shown: columns, toggle, set };
}

/** Fields that a column can show. */
export function columnFields({ fields, display_field, subtitle_field }: ContentType) {
  return fields.filter(
    ({ key, type }) => type !== 'richtext' && key !== display_field && key !== subtitle_field,
  );
}

function firstColumns(type: ContentType): string[] {
  const short = columnFields(type).filter(({ type: kind }) => fieldTypeFacts[kind].isShort);
  return short.slice(0, 3).map(({ key }) => key);
}

function readColumns(storageKey: string): string[] | null {
  const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : null;
}
