/** What is open beside the tree, as it stands in the address. */
export interface TreeSearch {
  /** Words that the rows are narrowed by. */
  q?: string | undefined;
  /** The id of a collection or section, or what is about to be made. */
  shelf?: string | undefined;
  /** The collection of a new section. */
  in?: string | undefined;
}

/** The list of articles as its address says it; the parameters are those of the API. */
export interface ListSearch {
  q?: string | undefined;
  status?: string | undefined;
  /** The id of a collection or section. */
  on?: string | undefined;
  sort?: string | undefined;
}

export interface VotesSearch {
  sort?: string | undefined;
}

/** The texts among the parameters of an address that go by one of the names. */
export function textsOf<Name extends string>(
  names: readonly Name[],
  search: Record<string, unknown>,
): Partial<Record<Name, string>> {
  const texts = names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []));
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}
