type Search = Record<string, unknown>;

/**
 * Reads the parameters of a screen from its URL. Unknown parameters, such as those that newsletters append, are dropped.
 * The release stays, because it belongs to the project.
 */
export function ownSearch<Own extends object>(read: (search: Search) => Own): (search: Search) => Own {
  return (search) => {
    const names = Object.keys(search).filter((name) => name !== 'release');
    // The router merges the result into the search of the URL, so unknown parameters are dropped by name.
    return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...read(search) };
  };
}
