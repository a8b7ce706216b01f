type Search = Record<string, unknown>;

/** The parameters of a project, which its screens share. */
export const projectParameters = ['release', 'locale'] as const;

/**
 * Reads the parameters of a screen from its URL. Unknown parameters, such as those that newsletters append, are dropped.
 * Those of the project stay.
 */
export function ownSearch<Own extends object>(read: (search: Search) => Own): (search: Search) => Own {
  return (search) => {
    const names = Object.keys(search).filter((name) => !projectParameters.some((own) => own === name));
    // The router merges the result into the search of the URL, so unknown parameters are dropped by name.
    return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...read(search) };
  };
}

/** The URL parameters with the given names whose values are texts. */
export function textParams<Name extends string>(
  names: readonly Name[],
  search: Search,
): Partial<Record<Name, string>> {
  const texts = names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []));
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}
