/** What is looked for and what is open beside the list, as it stands in the address. */
export interface AuthorsSearch {
  q?: string | undefined;
  /** An author's id, or `new`. */
  author?: string | undefined;
}
