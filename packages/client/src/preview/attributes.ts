/** An item or a block of a response, or a singleton by its type. `fallbacks` are those of a read in a locale. */
export type Editable =
  | { readonly id: string; readonly fallbacks?: Readonly<Record<string, string>> | undefined }
  | { readonly singleton: string };

/** The attributes of an element that shows content. */
export interface EditAttributes {
  /** What the element shows. Only in a preview. */
  readonly 'data-galley'?: string;
  /** The language of a text that comes from another locale than the page. */
  readonly lang?: string;
  readonly dir?: 'auto';
}

/** Returns the attributes of an element that shows a field, or a whole item or block without `field`. */
export type Edit = (item: Editable | null | undefined, field?: string) => EditAttributes;

/**
 * Creates the function for attributes that connect elements to fields of the dashboard. Outside of a preview the
 * function returns none of them, so published pages contain none. In and outside of previews, a text that comes from
 * another locale has its `lang` and `dir`.
 */
export function editAttributes(isPreview: boolean): Edit {
  return (item, field) => {
    if (item == null) return {};
    const language = 'id' in item && field !== undefined ? item.fallbacks?.[field] : undefined;
    return {
      ...(isPreview && { 'data-galley': targetOf(item, field) }),
      ...(language !== undefined && { lang: language, dir: 'auto' as const }),
    };
  };
}

function targetOf(item: Editable, field: string | undefined): string {
  const subject = 'id' in item ? item.id : `type:${item.singleton}`;
  return field === undefined ? subject : `${subject}#${field}`;
}
