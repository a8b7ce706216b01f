import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { EditedField } from '../editing/item.ts';

/** A group of a content type or a block. */
export type FieldGroup = NonNullable<ContentType['groups']>[number];

/** A section of a form. Fields without a group form a section without a group. */
export interface FormSection {
  group: FieldGroup | null;
  fields: readonly EditedField[];
}

/** What one tab of a form shows; `group` is null for the first tab. */
export interface FormTab {
  group: FieldGroup | null;
  sections: readonly FormSection[];
}

/** Arranges the fields of a type in tabs and sections, in the order of its groups. Empty ones are omitted. */
export function arrangeTabs(
  fields: readonly EditedField[],
  groups: readonly FieldGroup[] | undefined = [],
): FormTab[] {
  const tabGroups = groups.filter(({ display }) => display === 'tab');
  const isInTab = ({ options }: EditedField) => tabGroups.some(({ key }) => key === options.group);
  const first = arrangeSections(
    fields.filter((field) => !isInTab(field)),
    groups,
  );
  const tabs = tabGroups.map((group): FormTab => {
    const own = fields.filter(({ options }) => options.group === group.key);
    return { group, sections: own.length === 0 ? [] : [{ group: null, fields: own }] };
  });
  return [{ group: null, sections: first }, ...tabs].filter(({ sections }) => sections.length > 0);
}

/** Arranges fields in sections: first those without a group, then each group. Empty ones are omitted. */
export function arrangeSections(
  fields: readonly EditedField[],
  groups: readonly FieldGroup[] | undefined = [],
): FormSection[] {
  const isGrouped = ({ options }: EditedField) => groups.some(({ key }) => key === options.group);
  const sections = groups.map((group): FormSection => ({
    group,
    fields: fields.filter(({ options }) => options.group === group.key),
  }));
  return [{ group: null, fields: fields.filter((field) => !isGrouped(field)) }, ...sections].filter(
    (section) => section.fields.length > 0,
  );
}

/** Whether an error or a link named `name` belongs to the field with this name in the draft, or to a block in it. */
export function isOfField(name: string, fieldName: string): boolean {
  return name === fieldName || name.startsWith(`${fieldName}/`);
}

/** Whether one of the names of errors or changed values belongs to the field, or to a block in it. */
export function haveNameOfField(names: Iterable<string>, fieldName: string): boolean {
  return [...names].some((name) => isOfField(name, fieldName));
}
