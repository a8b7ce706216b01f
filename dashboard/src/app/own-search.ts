type Search = Record<string, unknown>;

/**
 * Reads the parameters of a screen from its URL. Foreign ones, such as those that newsletters append, are ignored; the
 * release stays, because it belongs to the project.
 */
export function ownSearch<Own extends object>(read: (search: Search) => Own): (search: Search) => Own {
  return (search) => {
    const names = Object.keys(search).filter((name) => name !== 'release');
    // The router merges the result into the search of the URL, so a foreign parameter is dropped by name.
    return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...read(search) };
  };
}
