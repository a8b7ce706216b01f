/** An item or a block of a response, or a singleton by its type. */
export type Editable = { readonly id: string } | { readonly singleton: string };

/** The attributes of an element that shows content. Empty outside of a preview. */
export interface EditAttributes {
  readonly 'data-galley'?: string;
}

/** Returns the attributes of an element that shows a field, or a whole item or block without `field`. */
export type Edit = (item: Editable | null | undefined, field?: string) => EditAttributes;

/**
 * Creates the function for attributes that connect elements to fields of the dashboard. Outside of a preview the
 * function returns no attribute, so published pages contain none.
 */
export function editAttributes(isPreview: boolean): Edit {
  if (!isPreview) return () => ({});
  return (item, field) => {
    if (item == null) return {};
    const subject = 'id' in item ? item.id : `type:${item.singleton}`;
    return { 'data-galley': field === undefined ? subject : `${subject}#${field}` };
  };
}
