import { slugOfSource } from '../../../../src/contract/text/slugs.ts';
import { parseLeafKey } from '../blocks/outline/flatten.ts';
import type { EditedField } from '../editing/item.ts';
import type { FormSource } from './form.ts';

type Source = Pick<FormSource, 'store' | 'fields' | 'nameOf' | 'valueOf'>;

/** The field from whose text a slug is created. */
export function slugSource({ fields }: Source, { options }: EditedField): EditedField | undefined {
  return options.format === 'slug' ? fields.find(({ key }) => key === options.source) : undefined;
}

/** The slug that the service would create from a text; null for an empty text, and before the entry has an id. */
export function createdSlug({ store }: Source, name: string, text: unknown): string | null {
  const id = parseLeafKey(name)?.id ?? store.state().item.id;
  return id === '' ? null : slugOfSource(text, id);
}

/**
 * Changes the slugs that are created from the field `name`, after a person typed in it. A slug that a person wrote, or
 * that readers have seen, stays.
 */
export function updateSlugs(form: Source, name: string, previousText: unknown): void {
  const { store, fields, nameOf, valueOf } = form;
  for (const field of fields) {
    const source = slugSource(form, field);
    if (source === undefined || nameOf(source) !== name) continue;
    const slugName = nameOf(field);
    const slug = store.valueOf(slugName) ?? '';
    const isCreated = slug === '' || slug === createdSlug(form, slugName, previousText);
    const isLive = (store.state().item.live?.[slugName] ?? '') !== '';
    if (isCreated && !isLive) store.change(slugName, createdSlug(form, slugName, valueOf(source)));
  }
}
