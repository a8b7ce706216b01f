/** The URL parameters of the list: the search text, and the item that is open next to it. */
export interface AuthorsSearch {
  q?: string | undefined;
  /** An author's id, or `new`. */
  author?: string | undefined;
}
