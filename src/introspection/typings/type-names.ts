/** Descriptions of the schemas of a content type, by the suffix of their names. */
export const formsOfTypes = {
  values: 'the values as reads serve them',
  referenced: 'as another entry serves it in a reference',
  referenced_values: 'the values inside a reference, where references are ids',
  input: 'the values of a creation',
  changes: 'the values of a PATCH; null clears a field',
  where: 'the filters of lists',
  sort: 'the orders of lists',
} as const;

/** Descriptions of the schemas of a block, by the suffix of their names. */
export const formsOfBlocks = {
  block: 'as reads serve it',
  block_values: 'the values as reads serve them',
  block_inside: 'inside a referenced entry, where references are ids',
  block_inside_values: 'the values inside a referenced entry',
  block_input: 'as it is created',
  block_input_values: 'the values of a new one',
  block_item: 'in the list of a PATCH',
  block_item_values: 'the values in the list of a PATCH; null clears a field',
  block_changes: 'changes of a block where it stands; null clears a field',
} as const;

/**
 * Returns TypeScript names of content types by slug: `fly_day` becomes `FlyDay`, with `FlyDayValues` and so on. A name
 * that is taken by another slug or reserved gets a number.
 */
export function typeNames(
  slugs: readonly string[],
  reservedNames: readonly string[],
  forms: object = formsOfTypes,
): ReadonlyMap<string, string> {
  const namesOf = (base: string) => Object.keys(forms).map((form) => base + pascal(form));
  const usedNames = new Set(reservedNames);
  return new Map(
    slugs.map((slug) => {
      const base = pascal(slug);
      let name = base;
      for (let number = 2; namesOf(name).some((formName) => usedNames.has(formName)); number += 1)
        name = `${base}_${number}`;
      for (const formName of namesOf(name)) usedNames.add(formName);
      return [slug, name];
    }),
  );
}

/** `fly_day.referenced_values` is `FlyDayReferencedValues`; names without a slug don't change. */
export function nameOfForm(
  definition: string,
  names: { types: ReadonlyMap<string, string>; blocks: ReadonlyMap<string, string> },
): string {
  const dot = definition.lastIndexOf('.');
  if (dot === -1) return definition;
  const form = definition.slice(dot + 1);
  const bySlug = Object.hasOwn(formsOfBlocks, form) ? names.blocks : names.types;
  return (bySlug.get(definition.slice(0, dot)) ?? '') + pascal(form);
}

/** Converts a slug to PascalCase. Identifiers can't begin with a digit. */
export function pascal(text: string): string {
  const name = text.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9]?)/g, (_match, letter: string) =>
    letter.toUpperCase(),
  );
  return /^[0-9]/.test(name) ? `Type${name}` : name;
}
