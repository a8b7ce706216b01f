import { AtSign, Clock, Link, ListChecks, type LucideIcon, Palette } from 'lucide-react';
import type { Field, FieldOptions } from '../../../../src/content/fields/schema.ts';
import type { FieldType } from '../../../../src/contract/fields/field-types.ts';
import type { StringFormatName } from '../../../../src/contract/fields/string-formats.ts';
import type { FieldTypeView } from './field-type.ts';
import { fieldTypeViews } from './field-types.ts';

/** A choice of "Add a field": a type, or a type with a format or with choices. */
export interface FieldKind extends Pick<FieldTypeView, 'name' | 'purpose' | 'group'> {
  type: FieldType;
  icon: LucideIcon;
  /** The options that a new field of this kind starts with. */
  options: FieldOptions;
}

const formatKinds: Readonly<Record<StringFormatName, FieldKind>> = {
  slug: {
    type: 'string',
    name: 'Slug',
    purpose: 'The last part of a page’s URL: my-page.',
    icon: Link,
    group: 'Text',
    options: { format: 'slug' },
  },
  email: {
    type: 'string',
    name: 'Email',
    purpose: 'An email address.',
    icon: AtSign,
    group: 'Values',
    options: { format: 'email' },
  },
  time: {
    type: 'string',
    name: 'Time',
    purpose: 'A time of day, without a date.',
    icon: Clock,
    group: 'Values',
    options: { format: 'time' },
  },
  color: {
    type: 'string',
    name: 'Color',
    purpose: 'A color, chosen from a swatch or typed.',
    icon: Palette,
    group: 'Values',
    options: { format: 'color' },
  },
};

const multipleChoice: FieldKind = {
  type: 'string_list',
  name: 'Multiple choice',
  purpose: 'Several of a fixed list.',
  icon: ListChecks,
  group: 'Values',
  options: { choices: [] },
};

const typeKinds: readonly FieldKind[] = (Object.entries(fieldTypeViews) as [FieldType, FieldTypeView][]).map(
  ([type, view]) => ({ ...view, type, options: type === 'select' ? { choices: [] } : {} }),
);

/** All kinds in the order of the list. */
export const fieldKinds: readonly FieldKind[] = typeKinds.flatMap((kind) => {
  if (kind.type === 'richtext') return [kind, formatKinds.slug];
  if (kind.type === 'date') return [kind, formatKinds.time];
  if (kind.type === 'select') return [kind, multipleChoice];
  return kind.type === 'url' ? [kind, formatKinds.email, formatKinds.color] : [kind];
});

/** The kind of a field. A format or several choices make a kind of its own. */
export function kindOf({ type, options }: Pick<Field, 'type' | 'options'>): FieldKind {
  if (type === 'string' && options.format !== undefined) return formatKinds[options.format];
  if (type === 'string_list' && options.choices !== undefined) return multipleChoice;
  return { ...fieldTypeViews[type], type, options: {} };
}
