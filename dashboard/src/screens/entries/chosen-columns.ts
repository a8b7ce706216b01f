import { useState } from 'react';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { fieldTypeFacts } from '../../../../src/contract/field-types.ts';
import { useProject } from '../../api/project.ts';

/** The columns that somebody chose for a type, remembered in this browser; at first the first three that are short. */
export function useChosenColumns(type: ContentType): [readonly string[], (key: string) => void] {
  const { id } = useProject();
  const place = `galley:columns:${id}:${type.slug}`;
  const [chosen, setChosen] = useState<readonly string[]>(() => remembered(place) ?? firstColumns(type));
  const toggle = (key: string) => {
    const order = type.fields.map((field) => field.key);
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
    const sorted = next.sort((one, other) => order.indexOf(one) - order.indexOf(other));
    localStorage.setItem(place, JSON.stringify(sorted));
    setChosen(sorted);
  };
  return [chosen, toggle];
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

function remembered(place: string): string[] | null {
  const value: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : null;
}
