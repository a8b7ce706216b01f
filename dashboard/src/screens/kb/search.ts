/** The URL parameters of the tree. */
export interface TreeSearch {
  /** The search text. */
  q?: string | undefined;
  /** The id of the open collection or section, or `new-collection` or `new-section`. */
  shelf?: string | undefined;
  /** The collection of a new section. */
  in?: string | undefined;
}

/** The URL parameters of the list of articles. */
export interface ListSearch {
  q?: string | undefined;
  status?: string | undefined;
  /** The state of the review. */
  review?: string | undefined;
  /** The state of the texts in the chosen locale. */
  translation?: string | undefined;
  /** The id of a collection or section. */
  on?: string | undefined;
  sort?: string | undefined;
}

export interface VotesSearch {
  sort?: string | undefined;
  /** `all` for the votes in all languages. */
  votes?: string | undefined;
}
